/** Who may call a function, at the command line: the build, the fix, the call of an anonymous caller, the list. */
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AppCopy, copyApp, runFw } from './support/fixture.ts'

const ORDERS = 'src/server/orders.api.ts'
const text = (access: string) =>
  `import { api } from '@fw/runtime'\n\n/** Lists the orders of the user. */\nexport const list = api({\n  ${access}run: async () => ['A1'],\n})\n`

let app: AppCopy
beforeAll(() => {
  app = copyApp('notes')
  const notes = app.read('src/server/notes.api.ts')
  app.write('src/server/notes.api.ts', notes.replaceAll(/api\(\{\n/g, "api({\n  access: 'public',\n"))
  app.write('fw.config.ts', "export default { title: 'Notes', access: 'required' }\n")
  app.write(ORDERS, text(''))
})
afterAll(() => app.remove())

// Each command starts a compiler in a process of its own.
const SLOW = { timeout: 240_000 }

it('an undecided function fails the build, with its position and what to write', SLOW, async () => {
  const { code, stdout, stderr } = await app.fw('build')
  expect(code).toBe(1)
  const output = stdout + stderr
  expect(output).toContain(`${ORDERS}:4:14`)
  expect(output).toContain('Nothing decides who may call api.orders.list')
  expect(output).toContain("'user' for signed-in users")
})

it('the fix allows signed-in users only', SLOW, async () => {
  await app.fw('check', '--fix')
  expect(app.read(ORDERS)).toBe(text("access: 'user',\n  "))
  expect((await app.fw('check')).code).toBe(0)
})

it('fw run neither lists nor calls it for an anonymous caller, who can read its help', SLOW, async () => {
  const list = await app.fw('run')
  expect(list.code).toBe(0)
  expect(list.stdout).toContain('api.notes.add')
  expect(list.stdout).not.toContain('api.orders.list')
  const call = await app.fw('run', 'api.orders.list')
  expect([call.code, call.stdout]).toEqual([1, ''])
  expect(call.stderr).toContain('api.orders.list: Sign in first.')
  expect(call.stderr).toContain('fw run --session')
  const help = await app.fw('run', 'api.orders.list', '--help')
  expect([help.code, help.stdout]).toEqual([0, expect.stringContaining('Lists the orders of the user.')])
})

it('fw info --access lists who may call each function', SLOW, async () => {
  const table = await app.fw('info', '--access')
  expect(table.code).toBe(0)
  expect(table.stdout).toMatch(/^api\.orders\.list +users +auto +http, form, page, mcp, a2a, webmcp, agent, cli$/m)
  expect(table.stdout).toMatch(/^api\.notes\.add +every caller +auto/m)
  const json = await app.fw('info', '--access', '--json')
  expect(JSON.parse(json.stdout)).toContainEqual(
    expect.objectContaining({ tool: 'api.orders.list', access: 'user', guard: 'auto' }),
  )
})

it('fw build writes the list for reviews, and fw info --access --check finds an old one', SLOW, async () => {
  const missing = await app.fw('info', '--access', '--check')
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('fw.access.json is missing.')])
  expect((await app.fw('build')).code).toBe(0)
  const written = app.read('fw.access.json')
  expect(written).toContain(
    '  "api.orders.list": {\n    "access": "user",\n    "guard": "auto",\n    "transports": ["http", ',
  )
  expect(await app.fw('info', '--access', '--check')).toMatchObject({ code: 0, stdout: 'fw.access.json is current.\n' })
  app.write('fw.access.json', JSON.stringify(JSON.parse(written), undefined, 4))
  expect((await app.fw('info', '--access', '--check')).code).toBe(0)
  app.write(ORDERS, text("access: 'public',\n  "))
  const old = await app.fw('info', '--access', '--check')
  expect([old.code, old.stderr]).toEqual([1, expect.stringContaining('fw.access.json is outdated.')])
  expect(old.stdout).toBe('api.orders.list  access is "public", was "user"\n')
  const { 'api.orders.list': _, ...others } = JSON.parse(written)
  app.write('fw.access.json', JSON.stringify({ ...others, 'api.orders.gone': { access: 'user', guard: 'auto' } }))
  expect((await app.fw('info', '--access', '--check')).stdout).toBe(
    'api.orders.gone  was removed\napi.orders.list  was added: access is "public"\n',
  )
  app.write('fw.access.json', `<<<<<<< HEAD\n${written}`)
  const merged = await app.fw('info', '--access', '--check')
  expect([merged.code, merged.stdout]).toEqual([1, ''])
  expect(merged.stderr).toContain('fw.access.json is outdated.')
})

const PLAYGROUND = fileURLToPath(new URL('../../playground/', import.meta.url))
const COMMITTED = readdirSync(PLAYGROUND).filter((name) => existsSync(`${PLAYGROUND}${name}/fw.access.json`))

it.each(COMMITTED)('the committed fw.access.json of %s is current', SLOW, async (name) => {
  const { code, stdout, stderr } = await runFw(`${PLAYGROUND}${name}`, ['info', '--access', '--check'])
  expect([code, stdout], stderr).toEqual([0, expect.stringContaining('fw.access.json is current.')])
})
