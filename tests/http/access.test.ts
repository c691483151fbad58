/** `access` decides about every caller, over every transport. */
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { runTool } from '../../cli/src/tool/run.ts'
import { asAgent } from '../../runtime/src/browser/agent/as-agent.ts'
import { runWithOrigin } from '../../runtime/src/browser/calls/cause.ts'
import { postJson } from '../../runtime/src/browser/calls/post-json.ts'
import { stub } from '../../runtime/src/browser/islands/stub.ts'
import type { AuditEntry } from '../../runtime/src/contract/api.ts'
import { api, type Ctx, FwError, schema, str } from '../../runtime/src/index.ts'
import {
  apiManifestTools,
  collectApis,
  createFwServer,
  createSessionStore,
  invokeApi,
} from '../../runtime/src/server.ts'
import { compileRoutes } from '../runtime/page/compiled-routes.ts'
import { ask, tidyAfterEach, toldResults, withModel } from './agent-app.ts'
import { postForm, SAME } from './form-desk.ts'
import { AGENT, type Client, describeTransports } from './transports.ts'

tidyAfterEach()

const ran: string[] = []
const record = (name: string) => () => {
  ran.push(name)
  return name
}
const readUser = (ctx: Ctx) => (ctx as { userId?: string }).userId

const mine = api({
  description: 'Reads the orders of the user.',
  access: 'user',
  readonly: true,
  http: 'GET /my-orders',
  input: schema({}),
  run: record('mine'),
})
const desk = {
  mine,
  open: api({ description: 'For all.', access: 'public', input: schema({}), run: record('open') }),
  staff: api({ description: 'For staff.', access: { scopes: ['staff'] }, input: schema({}), run: record('staff') }),
  own: api({
    description: 'For the owner.',
    access: ({ ctx, input }) => input.owner === readUser(ctx),
    input: schema({ owner: str() }),
    run: record('own'),
  }),
  ann: api({
    description: 'For Ann.',
    access: ({ ctx }) => readUser(ctx) === 'ann',
    input: schema({}),
    run: record('ann'),
  }),
  outer: api({ description: 'Calls another.', access: 'public', input: schema({}), run: () => mine() }),
}
const session = createSessionStore<{ userId: string }>({ secret: 'x'.repeat(32), secure: false })
const ann = { cookie: session.issue({ userId: 'ann' }).split(';')[0] ?? '' }
const ben = { cookie: session.issue({ userId: 'ben' }).split(';')[0] ?? '' }
const entries: AuditEntry[] = []
const options = {
  title: 'Desk',
  apis: { desk },
  session,
  ctxFor: (_: Request, { session: data }: { session?: unknown }) => ({
    userId: (data as { userId?: string } | undefined)?.userId,
    scopes: (data as { userId?: string } | undefined)?.userId === 'ann' ? ['staff'] : [],
  }),
  onAudit: (entry: AuditEntry) => void entries.push(entry),
}

afterEach(() => {
  ran.length = 0
  entries.length = 0
})

/** The outcome of a call of `mine`: its result, or the code of the refusal and, over HTTP, its status. */
type Outcome = string | readonly [status: number, code: string | undefined]
type Send = (client: Client, headers: Record<string, string>) => Promise<Outcome>

const TRANSPORTS: Readonly<Record<string, Send>> = {
  async HTTP({ call }, headers) {
    const { status, body } = await call('desk.mine', {}, headers)
    return status === 200 ? String(body.result) : [status, body.code]
  },
  async 'HTTP, as an agent'({ call }, headers) {
    const { status, body } = await call('desk.mine', {}, { ...AGENT, ...headers })
    return status === 200 ? String(body.result) : [status, body.code]
  },
  async 'HTTP, GET'({ request }, headers) {
    const response = await request('/_fw/api/desk.mine', { headers })
    const body = (await response.json()) as { result?: string; code?: string }
    return response.ok ? String(body.result) : [response.status, body.code]
  },
  async 'its own address'({ request }, headers) {
    const response = await request('/my-orders', { headers })
    const body = (await response.json()) as { code?: string }
    return response.ok ? String(body) : [response.status, body.code]
  },
  async 'a form'(client, headers) {
    const response = await postForm(client, 'fw:tool=api.desk.mine', { ...SAME, ...headers })
    return response.status === 303 ? 'mine' : [response.status, 'unauthenticated']
  },
  async 'a form sent by a script'(client, headers) {
    const json = { 'sec-fetch-site': 'same-origin', accept: 'application/json' }
    const response = await postForm(client, 'fw:tool=api.desk.mine', { ...json, ...headers })
    const body = (await response.json()) as { result?: string; code?: string }
    return response.ok ? String(body.result) : [response.status, body.code]
  },
  async 'a stub'(client, headers) {
    return inBrowser(client, headers, async () => {
      try {
        return String(await runWithOrigin('human', () => stub('api.desk.mine')({})))
      } catch (error) {
        const { status, code } = error as { status: number; code: string }
        return [status, code]
      }
    })
  },
  async 'WebMCP and window.fw'(client, headers) {
    return inBrowser(client, headers, async () => {
      const { answer } = await asAgent(() => postJson('/_fw/api/desk.mine', '{}'))
      const { ok, result, code } = answer as { ok: boolean; result?: string; code?: string }
      return ok ? String(result) : [401, code]
    })
  },
  async MCP({ post }, headers) {
    const params = { name: 'desk__mine', arguments: {} }
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    const { body } = await post('/_fw/mcp', message, headers)
    const result = body.result as {
      isError?: true
      content: { text: string }[]
      _meta?: Record<string, { code: string }>
    }
    return result.isError ? [401, result._meta?.['fw/error']?.code] : JSON.parse(result.content[0]?.text ?? '')
  },
  async A2A({ post }, headers) {
    const parts = [{ data: { tool: 'desk.mine', input: {} } }]
    const params = { message: { messageId: 'm1', role: 'ROLE_USER', parts } }
    const message = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params }
    const { body } = await post('/_fw/a2a', message, { 'a2a-version': '1.0', ...headers })
    const { task } = body.result as {
      task: {
        status: { state: string; message?: { parts: { data?: { code: string } }[] } }
        artifacts?: { parts: { data?: string }[] }[]
      }
    }
    if (task.status.state === 'TASK_STATE_COMPLETED') return String(task.artifacts?.[0]?.parts[0]?.data)
    return [401, task.status.message?.parts.find(({ data }) => data !== undefined)?.data?.code]
  },
  async CLI({ server }, headers) {
    const lines: string[] = []
    const io = { result: (text: string) => void lines.push(text) } as unknown as Parameters<typeof runTool>[2]
    const typed = { name: 'api.desk.mine', args: [], cwd: '.', caller: { ...AGENT, ...headers } }
    try {
      await runTool(server, typed, io)
      return JSON.parse(lines.join('\n'))
    } catch (error) {
      return [401, (error as { code?: string }).code]
    }
  },
  async 'a function that calls it'({ call }, headers) {
    const { status, body } = await call('desk.outer', {}, headers)
    return status === 200 ? String(body.result) : [status, body.code]
  },
  async 'a page'({ request }, headers) {
    const response = await request('/', { headers: { accept: 'text/html', ...headers } })
    const text = await response.text()
    return response.ok ? text.replace(/^.*?<body>|<\/body>.*$/gs, '').trim() : [response.status, 'unauthenticated']
  },
}

/** Runs code that has a browser's `fetch`. */
async function inBrowser<Result>(
  { request }: Client,
  headers: Record<string, string>,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = globalThis.fetch
  // The client of a test may use `fetch` itself.
  globalThis.fetch = (url, init) => {
    globalThis.fetch = before
    const sent = new Headers(init?.headers)
    for (const [name, value] of Object.entries({ 'sec-fetch-site': 'same-origin', ...headers })) sent.set(name, value)
    return request(String(url), { ...init, headers: sent })
  }
  try {
    return await work()
  } finally {
    globalThis.fetch = before
  }
}

describeTransports('access', (start) => {
  const open = (more: object = {}) => start({ ...options, routes: { '/': () => mine() as Promise<string> }, ...more })

  test.each(Object.entries(TRANSPORTS))(
    "an anonymous call of a function for signed-in users is refused with 401, and a user's call runs: %s",
    async (_, send) => {
      const client = await open()
      expect(await send(client, {})).toEqual([401, 'unauthenticated'])
      expect(ran).toEqual([])
      expect(await send(client, ben)).toBe('mine')
      expect(ran).toEqual(['mine'])
    },
  )

  test('a call by the agent of the app is refused too, and the model reads the reason', async () => {
    const calls = [{ id: 'c1', name: 'api.desk.mine', input: {} }]
    const { options: agent, model } = await withModel([{ calls }, 'Sign in first.', { calls }, 'Here they are.'])
    const { post } = await open({ agent: agent.agent, routes: {} })
    await post('/_fw/agent', ask('My orders?'))
    expect(ran).toEqual([])
    expect(JSON.stringify(toldResults(model).at(-1))).toContain('Sign in first.')
    await post('/_fw/agent', ask('My orders?'), ben)
    expect(ran).toEqual(['mine'])
  })

  test('a refused call is audited', async () => {
    const { call } = await open()
    await call('desk.mine')
    expect(entries).toMatchObject([{ tool: 'api.desk.mine', ok: false, code: 'unauthenticated' }])
  })

  test('access is decided before the input, unless the function reads it', async () => {
    const { call } = await open()
    const codes = async (headers: Record<string, string>) => [
      (await call('desk.mine', { wrong: 1 }, headers)).body.code,
      (await call('desk.ann', { wrong: 1 }, headers)).body.code,
      (await call('desk.own', { wrong: 1 }, headers)).body.code,
      (await call('desk.own', { owner: 'ann' }, headers)).body.code,
      (await call('desk.staff', { wrong: 1 }, headers)).body.code,
    ]
    expect(await codes({})).toEqual([
      'unauthenticated',
      'unauthenticated',
      'invalid_input',
      'unauthenticated',
      'out_of_scope',
    ])
    expect(await codes(ben)).toEqual(['invalid_input', 'forbidden', 'invalid_input', 'forbidden', 'out_of_scope'])
    expect(await codes(ann)).toEqual(['invalid_input', 'invalid_input', 'invalid_input', undefined, 'invalid_input'])
    expect(ran).toEqual(['own'])
    const { status, body } = await call('desk.ann', {}, ben)
    expect([status, body.error]).toEqual([403, 'You may not call api.desk.ann.'])
  })

  test('lists show a caller the functions that it may call, and those that need the input', async () => {
    const client = await open({ routes: {}, llmsTxt: {}, siteUrl: 'https://desk.example' })
    const shown: Record<string, (headers: Record<string, string>) => Promise<string>> = {
      manifest: async (headers) => (await client.request('/_fw/manifest', { headers })).text(),
      MCP: async (headers) =>
        JSON.stringify((await client.post('/_fw/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, headers)).body),
    }
    const found = (text: string) =>
      Object.keys(desk).filter((name) => new RegExp(String.raw`desk(?:\.|__)${name}\b`).test(text))
    for (const [name, list] of Object.entries(shown)) {
      expect([name, found(await list({}))]).toEqual([name, ['open', 'own', 'outer']])
      expect([name, found(await list(ben))]).toEqual([name, ['mine', 'open', 'own', 'outer']])
      expect([name, found(await list(ann))]).toEqual([name, ['mine', 'open', 'staff', 'own', 'ann', 'outer']])
    }
    // Public files are for callers that the server doesn't know.
    for (const path of ['/llms.txt', '/.well-known/agent-card.json'])
      expect([path, found(await (await client.request(path, { headers: ann })).text())]).toEqual([
        path,
        ['open', 'own', 'outer'],
      ])
  })

  test('subjectOf decides who is signed in', async () => {
    const subjectOf = (ctx: Ctx) => (readUser(ctx) === 'ben' ? 'ben' : undefined)
    const { call, request } = await open({ subjectOf })
    expect((await call('desk.mine', {}, ann)).status).toBe(401)
    expect((await call('desk.mine', {}, ben)).status).toBe(200)
    expect(await (await request('/_fw/manifest', { headers: ann })).text()).not.toContain('api.desk.mine')
    expect(await (await request('/_fw/manifest', { headers: ben })).text()).toContain('api.desk.mine')
  })

  test('a session without a user is anonymous', async () => {
    const { call } = await open({ ctxFor: () => ({ userId: '' }) })
    expect((await call('desk.mine', {}, ann)).status).toBe(401)
  })

  test('an approved call is decided for the user who approves it', async () => {
    const pay = api({ description: 'Pays.', guard: 'confirm', access: 'user', input: schema({}), run: record('pay') })
    const { call, post } = await open({ apis: { desk: { pay } }, canSettle: () => true })
    const propose = async () => ((await call('desk.pay', {}, { ...AGENT, ...ann })).body.result as { id: string }).id
    const refused = await post('/_fw/approve', { id: await propose() })
    expect([refused.status, refused.body.code]).toEqual([401, 'unauthenticated'])
    expect(ran).toEqual([])
    expect((await post('/_fw/approve', { id: await propose() }, ann)).body.ok).toBe(true)
    expect(ran).toEqual(['pay'])
    expect((await call('desk.pay', {}, AGENT)).status).toBe(401)
  })

  test.each<[string, (call: { ctx: Ctx; input: unknown }) => unknown]>([
    ['a promise', async () => true],
    ['a promise of a function that reads the input', async ({ input }) => input !== undefined],
    ['a value that is not true', () => 'yes'],
    [
      'an error',
      () => {
        throw new Error('no user')
      },
    ],
  ])('a function that returns %s refuses the call and hides the tool', async (_, access) => {
    const odd = api({ description: 'Odd.', access: access as () => boolean, input: schema({}), run: record('odd') })
    const { call, request } = await open({ apis: { desk: { odd } } })
    expect((await call('desk.odd', {}, ann)).status).toBeGreaterThanOrEqual(400)
    expect(ran).toEqual([])
    expect(await (await request('/_fw/manifest', { headers: ann })).text()).not.toContain('api.desk.odd')
  })
})

describe('access of page tools', () => {
  const compiled = compileRoutes({
    'cart.tsx': `import { intent } from '@fw/runtime'
export function Cart() {
  intent('look', { description: 'For all.', access: 'public', run: () => 1 })
  intent('order', { description: 'For users.', access: 'user', run: () => 1 })
  intent('audit', { description: 'For staff.', access: { scopes: ['staff'] }, run: () => 1 })
  intent('ann', { description: 'For Ann.', access: ({ ctx }) => ctx.userId === 'ann', run: () => 1 })
  intent('own', { description: 'For owners.', access: ({ ctx, input }) => input.owner === ctx.userId, run: () => 1 })
  return <p>Cart</p>
}`,
    'routes/index.tsx': `import { Cart } from '../cart.tsx'\nexport default () => <main><Cart /></main>`,
  })
  afterAll(() => compiled.close())

  test('it hides the tools from callers who fail it', async () => {
    const server = createFwServer({ ...options, ...compiled.options, log: () => undefined })
    const names = async (headers: Record<string, string>) => {
      const response = await server.fetch(new Request('http://localhost/_fw/manifest?path=/', { headers }))
      const { tools } = (await response.json()) as { tools: { name: string; where: string }[] }
      return tools.filter(({ where }) => where === 'page').map(({ name }) => name)
    }
    expect(await names({})).toEqual(['Cart.look', 'Cart.own'])
    expect(await names(ben)).toEqual(['Cart.look', 'Cart.order', 'Cart.own'])
    expect(await names(ann)).toEqual(['Cart.look', 'Cart.order', 'Cart.audit', 'Cart.ann', 'Cart.own'])
    await server.close()
  })
})

describe('access outside a request', () => {
  const tools = collectApis({ desk })
  const find = (name: string) => {
    const tool = tools.find((one) => one.export === name)
    if (tool === undefined) throw new Error(`There is no ${name}.`)
    return tool
  }

  test('direct calls and invokeApi need a ctx with a user', async () => {
    await expect(mine()).rejects.toThrow(FwError)
    await expect(invokeApi(find('mine'), {}, {}, 'human')).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(ran).toEqual([])
    await expect(mine({}, { userId: 'ann' } as object)).resolves.toBe('mine')
    await expect(invokeApi(find('mine'), {}, { userId: 'ann' } as object, 'human')).resolves.toBe('mine')
  })

  test('apiManifestTools lists the functions that the ctx may call', () => {
    const names = (ctx: object) => apiManifestTools(tools, ctx as Ctx).map(({ name }) => name)
    expect(names({})).toEqual(['api.desk.open', 'api.desk.own', 'api.desk.outer'])
    expect(names({ userId: 'ben' })).toContain('api.desk.mine')
    expect(names({ scopes: ['staff'] })).toContain('api.desk.staff')
  })
})
