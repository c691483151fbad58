/** API modules of a built app: they load at their first call, if nothing needs them before. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AppCopy, buildApp, copyFixture, startBuilt } from './app-copy.ts'

/** Every module records that it has loaded; the module `loaded` returns the list, and is deferred itself. */
function recordingModule(name: string, options: string, more = ''): string {
  return `import { api, type Call } from '@fw/runtime'
import { seen } from './seen.ts'

const loaded = seen.push('${name}')
${more}
/** Says hello. */
export const hello = api({
  ${options}
  run: ({ input, ctx }: Call<{ name: string }>) => ({ text: 'Hello ' + input.name, isLoaded: loaded > 0, user: String(ctx.userId) }),
})
`
}

const FILES = {
  'src/server/seen.ts': 'export const seen: string[] = []\n',
  'src/server/loaded.api.ts': `import { api } from '@fw/runtime'
import { seen } from './seen.ts'

/** Lists the modules that have loaded. */
export const list = api({ readonly: true, run: (): string[] => [...seen] })
`,
  'src/server/late.api.ts': recordingModule(
    'late',
    `readonly: true, title: 'Late',`,
    'const open = async () => await Promise.resolve()\n',
  ),
  'src/server/held.api.ts': recordingModule('held', `guard: 'confirm', timeoutMs: 30_000,`),
  'src/server/tagged.api.ts': recordingModule(
    'tagged',
    "readonly: true, tags: ({ input }) => ['hello-' + input.name],",
  ),
  'src/server/own.api.ts': recordingModule('own', `http: 'POST /hello/[name]', status: 201, access: 'public',`),
  'src/server/scoped.api.ts': recordingModule('scoped', `access: { scopes: ['hello'] },`),
  'src/server/early.api.ts': recordingModule('early', 'eager: true,'),
  'src/server/guarded.api.ts': recordingModule('guarded', `guard: () => 'auto',`),
  'src/server/registers.api.ts': recordingModule('registers', '', `Object.assign(globalThis, { registered: true })\n`),
  'src/server/awaiting.api.ts': recordingModule('awaiting', '', `const opened = await Promise.resolve('opened')\n`),
  'src/server/planned.api.ts': recordingModule('planned', ''),
  'src/server/caller.api.ts': `import { api } from '@fw/runtime'
import { hello } from './called.api.ts'

/** Calls a function of another module. */
export const call = api({ run: async () => (await hello({ name: 'from code' })).text })
`,
  'src/server/called.api.ts': recordingModule('called', ''),
  'src/server/broken.api.ts': `import { api } from '@fw/runtime'

const key = readKey()
function readKey(): string {
  throw new Error('The key of the service is missing.')
}

/** Needs a key. */
export const send = api({ run: () => key })
`,
  'src/schedules.ts': `import { schedule } from '@fw/runtime'
import { hello } from './server/planned.api.ts'

/** Greets. */
export const greet = schedule({ every: '1d', run: async () => void (await hello({ name: 'schedule' })) })
`,
}

describe('API modules of a built app', () => {
  let app: AppCopy
  let built: Awaited<ReturnType<typeof startBuilt>>
  beforeAll(async () => {
    app = copyFixture()
    for (const [file, text] of Object.entries(FILES)) app.write(file, text)
    const { ok, log } = await buildApp(app.root)
    expect(ok ? '' : log).toBe('')
    built = await startBuilt(app.root)
  }, 120_000)
  afterAll(async () => {
    await built?.stop()
    app.remove()
  })

  const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    fetch(new URL(path, built.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const call = async (tool: string, input: unknown = {}): Promise<unknown> =>
    ((await (await post(`/_fw/api/${tool}`, input)).json()) as { result?: unknown }).result
  const readLoaded = async () => (await call('loaded.list')) as string[]

  test('load at start if the app asks for it, or needs them: a schedule, a function as option, an effect, an await', async () => {
    expect([...(await readLoaded())].sort()).toEqual(['awaiting', 'early', 'guarded', 'planned', 'registers'])
  })

  test('are listed and described without being loaded, as scopes allow', async () => {
    const manifest = (await (await fetch(new URL('/_fw/manifest', built.url))).json()) as {
      tools: { name: string; title?: string; guard: string; description: string; input: object }[]
    }
    const tools = new Map(manifest.tools.map((tool) => [tool.name, tool]))
    expect(tools.get('api.late.hello')).toMatchObject({
      title: 'Late',
      guard: 'auto',
      description: 'Says hello.',
      input: { properties: { name: { type: 'string' } }, required: ['name'] },
    })
    expect(tools.get('api.held.hello')).toMatchObject({ guard: 'confirm' })
    expect(tools.has('api.scoped.hello')).toBe(false)
    expect(await readLoaded()).not.toContain('late')
  })

  test('refuse a caller without loading', async () => {
    const response = await post('/_fw/api/scoped.hello', { name: 'Ann' })
    expect(response.status).toBe(403)
    expect(await readLoaded()).not.toContain('scoped')
  })

  test('load once, at the first call, also of many at once', async () => {
    const results = await Promise.all(['Ann', 'Bo', 'Cy'].map((name) => call('late.hello', { name })))
    expect(results).toMatchObject([{ text: 'Hello Ann' }, { text: 'Hello Bo' }, { text: 'Hello Cy' }])
    expect((await readLoaded()).filter((one) => one === 'late')).toEqual(['late'])
  })

  test('compute the tags of a live read in the first call', async () => {
    expect(await readLoaded()).not.toContain('tagged')
    const response = await post('/_fw/api/tagged.hello', { name: 'Ann' }, { 'x-fw-live': 'read' })
    expect(await response.json()).toMatchObject({ result: { text: 'Hello Ann' }, live: expect.any(String) })
  })

  test('validate the input of the first call', async () => {
    const response = await post('/_fw/api/held.hello', { name: 7 })
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 400,
      body: { error: 'The input does not match the schema of the tool.' },
    })
  })

  test('hold the first call of an agent for approval', async () => {
    const response = await post('/_fw/api/held.hello', { name: 'Ann' }, { 'x-fw-origin': 'agent' })
    expect(await response.json()).toMatchObject({ result: { status: 'proposal' } })
  })

  test('respond at their own address', async () => {
    const response = await post('/hello/Ann', {})
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 201,
      body: { text: 'Hello Ann' },
    })
  })

  test('load with the module that calls them', async () => {
    expect(await call('caller.call')).toBe('Hello from code')
    expect((await readLoaded()).filter((one) => one === 'called')).toEqual(['called'])
    expect(await call('called.hello', { name: 'Ann' })).toMatchObject({ text: 'Hello Ann' })
    expect((await readLoaded()).filter((one) => one === 'called')).toEqual(['called'])
  })

  test('that fail to load fail their calls, and no others', async () => {
    const response = await post('/_fw/api/broken.send', {})
    expect(response.status).toBe(500)
    expect(built.log()).toContain('The key of the service is missing.')
    expect(await call('late.hello', { name: 'Ann' })).toMatchObject({ text: 'Hello Ann' })
  })
})
