import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepBuild } from '../kept-builds.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fw-kept-'))
  mkdirSync(join(root, 'builds'))
  vi.stubEnv('FW_TEST_BUILDS', join(root, 'builds'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true, force: true })
})

/** Builds an app of one file, and counts the builds of the test. */
function createApp() {
  const built = vi.fn<(folder: string) => Promise<void>>(async (folder) => {
    mkdirSync(folder)
    await new Promise((resolve) => setTimeout(resolve, 5))
    writeFileSync(join(folder, 'out'), readFileSync(join(root, 'page')))
  })
  const build = async (text: string) => {
    writeFileSync(join(root, 'page'), text)
    return readFileSync(join(await keepBuild('app', { root, files: ['page'] }, built), 'out'), 'utf8')
  }
  return { built, build }
}

it('builds an app once for all that ask for it at the same time, and later', async () => {
  const { built, build } = createApp()
  expect(await Promise.all([build('one'), build('one'), build('one')])).toEqual(['one', 'one', 'one'])
  expect(await build('one')).toBe('one')
  expect(built).toHaveBeenCalledTimes(1)
})

it('builds other contents again, and keeps both builds', async () => {
  const { built, build } = createApp()
  expect([await build('one'), await build('two'), await build('one')]).toEqual(['one', 'two', 'one'])
  expect(built).toHaveBeenCalledTimes(2)
})

it('leaves nothing but the builds', async () => {
  const { build } = createApp()
  await Promise.all([build('one'), build('one')])
  expect(readdirSync(join(root, 'builds'))).toEqual([expect.stringMatching(/^app-[0-9a-f]{16}$/)])
})

it('keeps no failed build', async () => {
  const { built, build } = createApp()
  built.mockRejectedValueOnce(new Error('syntax error'))
  await expect(build('one')).rejects.toThrow('syntax error')
  expect(await build('one')).toBe('one')
})

it('builds in place of a process that ended during its build', async () => {
  const { built, build } = createApp()
  await build('one')
  const [folder = ''] = readdirSync(join(root, 'builds'))
  rmSync(join(root, 'builds', folder), { recursive: true })
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  writeFileSync(join(root, 'builds', `${folder}.lock`), String(pid))
  expect(await build('one')).toBe('one')
  expect(built).toHaveBeenCalledTimes(2)
})
