/** Apps of other users: a command must not execute them only because they are in a parent folder. */
import { chmodSync, chownSync, lchownSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { findAppRoot } from '../../../cli/src/app.ts'
import { type AppCopy, copyApp, runFw } from '../support/fixture.ts'

const [MALLORY, ALICE] = [65_531, 65_532]
const EXECUTED = 'The configuration was executed.'
/** Only root can give files to another user. */
const IS_ROOT = process.getuid?.() === 0

let app: AppCopy | undefined
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  app?.remove()
})

/** A folder like `/tmp`, to which everybody may write, with a folder of its own. Its app prints a line when it is executed. */
function openShared(): { readonly root: string; readonly folder: string; readonly config: string } {
  app = copyApp('notes')
  app.write('fw.config.ts', `console.error('${EXECUTED}')\n${app.read('fw.config.ts')}`)
  chmodSync(app.root, 0o1777)
  const folder = join(app.root, 'own')
  mkdirSync(folder)
  return { root: app.root, folder, config: join(app.root, 'fw.config.ts') }
}

const run = async (cwd: string, env?: Readonly<Record<string, string>>) => (await runFw(cwd, ['info'], env)).stderr

it('an app of another user in a parent folder is not executed', async () => {
  const { root, folder, config } = openShared()
  expect(await run(folder)).toContain(EXECUTED)
  if (!IS_ROOT) return
  chownSync(config, MALLORY, MALLORY)
  for (const cwd of [folder, root]) {
    const { code, stderr } = await runFw(cwd, ['info'])
    expect([cwd, code]).toEqual([cwd, 1])
    expect(stderr).toContain(`${config} belongs to another user, so the app in ${root} was not loaded`)
    expect(stderr).toContain('change its owner (chown)')
    expect(stderr).not.toContain(EXECUTED)
  }
  // If only the owner of a folder can write to it, the owner has chosen its files.
  chmodSync(root, 0o755)
  expect(await run(root)).toContain(EXECUTED)
})

it('neither is one whose folder, or a link in it, belongs to another user', async () => {
  const { root, folder } = openShared()
  symlinkSync('fw.config.ts', join(root, 'fw.config.mjs'))
  expect(await run(folder)).not.toContain('belongs to another user')
  if (!IS_ROOT) return
  lchownSync(join(root, 'fw.config.mjs'), MALLORY, MALLORY)
  expect(await run(folder)).toContain(`${join(root, 'fw.config.mjs')} belongs to another user`)
  rmSync(join(root, 'fw.config.mjs'))
  chownSync(root, MALLORY, MALLORY)
  expect(await run(folder)).toContain(`${root} belongs to another user`)
})

it('neither is one with a link, or a build, of another user', async () => {
  const { root, folder } = openShared()
  mkdirSync(join(root, 'dist'), { recursive: true })
  expect(await run(folder)).toContain(EXECUTED)
  if (!IS_ROOT) return
  chownSync(join(root, 'dist'), MALLORY, MALLORY)
  expect(await run(folder)).toContain(`${join(root, 'dist')} belongs to another user`)
  rmSync(join(root, 'dist'), { recursive: true })
  // What the link leads to belongs to root.
  const moved = join(root, 'moved')
  renameSync(join(root, 'src'), moved)
  symlinkSync(moved, join(root, 'src'))
  rmSync(join(root, 'fw.config.ts'))
  lchownSync(join(root, 'src'), MALLORY, MALLORY)
  expect(await run(folder)).toContain(`${join(root, 'src')} belongs to another user`)
})

it('root may execute the app of the owner of its folder, as in a container, and of the user of sudo', async () => {
  const { folder, config } = openShared()
  expect(await run(folder)).toContain(EXECUTED)
  if (!IS_ROOT) return
  for (const path of [folder, config]) chownSync(path, ALICE, ALICE)
  expect(await run(folder)).toContain(EXECUTED)
  chownSync(folder, 0, 0)
  expect(await run(folder, { SUDO_UID: String(ALICE) })).toContain(EXECUTED)
  expect(await run(folder)).toContain('belongs to another user')
})

it('a user may execute an app of root, and no app of a third one, whatever SUDO_UID is', () => {
  const { root, folder, config } = openShared()
  expect(findAppRoot(folder)).toBe(root)
  if (!IS_ROOT) return
  vi.spyOn(process, 'getuid').mockReturnValue(MALLORY)
  vi.stubEnv('SUDO_UID', String(ALICE))
  expect(findAppRoot(folder)).toBe(root)
  chownSync(config, ALICE, ALICE)
  expect(() => findAppRoot(folder)).toThrow(`${config} belongs to another user`)
})
