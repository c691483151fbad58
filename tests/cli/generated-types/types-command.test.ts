/** `fw types`: the types of an app without a check, a build or a server, also as a script of package.json. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppCopy, copyApp, runFw } from '../support/fixture.ts'

let app: AppCopy
let folder: string
beforeAll(() => {
  app = copyApp('notes')
  folder = mkdtempSync(join(tmpdir(), 'fw-install-'))
})
afterAll(() => {
  app.remove()
  rmSync(folder, { recursive: true, force: true })
})

const install = (cwd: string, script = 'postinstall') => runFw(cwd, ['types'], { npm_lifecycle_event: script })

test('writes the types, prints each file, and writes nothing if they are up to date', async () => {
  rmSync(join(app.root, '.fw'), { recursive: true, force: true })
  const { code, stdout } = await runFw(join(app.root, 'src'), ['types'])
  expect(code).toBe(0)
  expect(stdout).toContain('Wrote .fw/types/assets.d.ts\nWrote .fw/types/images.d.ts\nWrote .fw/types/register.d.ts\n')
  for (const [, file = ''] of stdout.matchAll(/^Wrote (.+)$/gm)) expect(app.read(file)).not.toBe('')
  expect(app.read('.fw/types/register.d.ts')).toContain('"api.')
  expect(await runFw(app.root, ['types'])).toEqual({
    code: 0,
    stdout: '',
    stderr: 'The types in .fw/types are up to date.\n',
  })
})

test('writes the types of remote tools from the lock file', async () => {
  const tools = { search: { name: 'mcp_docs.search', description: 'Searches.', input: { type: 'object' } } }
  app.write('mcp-tools.lock.json', JSON.stringify({ servers: { docs: { host: 'docs.example.com', tools } } }))
  const { code, stdout, stderr } = await runFw(app.root, ['types'])
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'Wrote .fw/types/remote-tools.d.ts\n', stderr: '' })
  expect(app.read('.fw/types/remote-tools.d.ts')).toContain('"docs.example.com"')
  app.write('mcp-tools.lock.json', '<<<<<<< HEAD')
  const damaged = await runFw(app.root, ['check'])
  rmSync(join(app.root, 'mcp-tools.lock.json'))
  expect(damaged.code).toBe(0)
  expect(damaged.stderr).toContain(
    'warning  The types of remote tools are not written: mcp-tools.lock.json cannot be read.',
  )
})

test('reports the number of errors in the app, and writes the types all the same', async () => {
  rmSync(join(app.root, '.fw'), { recursive: true, force: true })
  app.write('src/server/faulty.api.ts', 'export default 1\n')
  const { code, stdout, stderr } = await runFw(app.root, ['types'])
  rmSync(join(app.root, 'src/server/faulty.api.ts'))
  expect(code).toBe(0)
  expect(stdout).toContain('Wrote .fw/types/register.d.ts\n')
  expect(stderr).toMatch(/^The app has 1 error\. Run "fw check" to see it\.$/m)
})

test('outside of an app it fails', async () => {
  const { code, stderr } = await runFw(folder, ['types'])
  expect(code).toBe(1)
  expect(stderr).toContain('Failed: No app found in')
})

test.each(['postinstall', 'prepare', 'install'])('%s without sources succeeds and writes nothing', async (script) => {
  const layer = join(app.root, 'layer')
  mkdirSync(layer, { recursive: true })
  writeFileSync(join(layer, 'package.json'), '{ "name": "layer", "private": true }')
  rmSync(join(app.root, '.fw'), { recursive: true, force: true })
  const { code, stdout, stderr } = await install(layer, script)
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
  expect(stderr).toBe('No types written: this folder has no sources of an app yet. Run "fw types" when it has.\n')
  // Neither there nor in the app above it.
  expect([existsSync(join(layer, '.fw')), existsSync(join(app.root, '.fw'))]).toEqual([false, false])
})

test('postinstall in an app writes the types', async () => {
  expect(await install(app.root)).toMatchObject({ code: 0, stdout: expect.stringContaining('register.d.ts') })
})

test('an app that can not be read never fails an installation, and fails the command', async () => {
  rmSync(join(app.root, '.fw'), { recursive: true, force: true })
  writeFileSync(join(app.root, '.fw'), 'a file')
  const { code, stderr } = await install(app.root)
  expect(code).toBe(0)
  expect(stderr).toContain('The types in .fw/types are not up to date.')
  expect((await runFw(app.root, ['types'])).code).toBe(1)
  rmSync(join(app.root, '.fw'))
})
