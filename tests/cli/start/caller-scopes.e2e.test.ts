/**
 * Whose ctx and origin direct calls have in a built app: in `cached`, in a channel and in the app's own agent. The tests of
 * `tests/http` run the sources; a bundler may leave out modules of a package.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Running } from '../support/fixture.ts'
import { type WrittenApp, writeApp } from '../support/written-app.ts'

const APIS = `import { api, cached, type Call } from '@fw/runtime'

const ran: string[] = []

/** Lists the orders of the user. */
export const orders = api({
  access: 'public',
  readonly: true,
  run: ({ ctx }: Call<{}>) => ({ list: 'orders of ' + (ctx.userId ?? 'nobody') }),
})

/** Creates the report, never for agents. */
export const report = api({
  access: 'public',
  readonly: true,
  guard: 'forbidden',
  run: () => {
    ran.push('report')
    return { secret: 42 }
  },
})

/** Removes everything. */
export const wipe = api({
  access: 'public',
  effect: 'irreversible',
  run: () => {
    ran.push('wipe')
    return { ok: true }
  },
})

const readOrders = cached(async () => (await orders({})).list, { ttl: 60 })
const readReport = cached(async () => (await report({})).secret, { ttl: 60 })
let isStored = false
const readRefreshed = cached(
  async () => {
    if (isStored) await report({}).catch((error: { code?: string }) => ran.push('refresh ' + error.code))
    isStored = true
    return 'home'
  },
  { ttl: 0, swr: 60 },
)

/** Shows the cached orders. */
export const showOrders = api({ access: 'public', readonly: true, run: async () => ({ list: await readOrders() }) })

/** Shows the cached report. */
export const showReport = api({ access: 'public', readonly: true, run: async () => ({ secret: await readReport() }) })

/** Shows a result that is refreshed in the background. */
export const showRefreshed = api({ access: 'public', readonly: true, run: async () => ({ text: await readRefreshed() }) })

/** Returns what ran since the last call. */
export const takeRuns = api({ access: 'public', run: () => ({ ran: ran.splice(0) }) })
`

const FILES: Readonly<Record<string, string>> = {
  'fw.config.ts': `import { defineConfig } from '@fw/runtime'
export default defineConfig({ title: 'Desk', description: 'A desk.' })
`,
  'src/ctx.ts': `export default (req: Request): { userId?: string | undefined } => ({
  userId: /user=(\\w+)/.exec(req.headers.get('cookie') ?? '')?.[1],
})
`,
  'src/server/desk.api.ts': APIS,
  'src/routes/index.tsx': `import { showOrders } from '../server/desk.api.ts'
export const meta = { title: 'Desk' }
export default async function Desk() {
  const { list } = await showOrders({})
  return <p>{list}</p>
}
`,
  'src/routes/public.tsx': `import { showOrders } from '../server/desk.api.ts'
export const meta = { title: 'Public' }
export const cache = { scope: 'public', sharedMaxAge: 60 }
export default async function Public() {
  const { list } = await showOrders({})
  return <p>{list}</p>
}
`,
  'src/channels/line.ts': `import type { ChannelDef } from '@fw/runtime/channels'
import { wipe } from '../server/desk.api.ts'
const line: ChannelDef = {
  receive: async () => Response.json(await wipe({}).catch((error: { code?: string }) => ({ refused: error.code }))),
  send: () => undefined,
}
export default line
`,
  'src/agent.ts': `import type { AgentMount } from '@fw/runtime/agent'
import { wipe } from './server/desk.api.ts'
const agent: AgentMount = {
  handle: async () => new Response(await wipe({}).then(() => 'wiped', (error: { code?: string }) => 'refused ' + error.code)),
}
export default agent
`,
}

let app: WrittenApp
beforeAll(() => {
  app = writeApp(FILES)
})
afterAll(() => app.remove())

describe.each(['start', 'dev'] as const)('the origin and the ctx of calls under fw %s', (command) => {
  let running: Running
  beforeAll(async () => {
    running = await app[command]()
  })
  beforeEach(() => takeRuns())
  afterAll(() => running.stop('SIGTERM'))

  const send = (path: string, init: RequestInit = {}) => fetch(new URL(path, running.url), init)
  const read = async (path: string, user?: string) => {
    const headers = { accept: 'text/html', ...(user !== undefined && { cookie: `user=${user}` }) }
    return /<p[^>]*>([^<]*)/.exec(await (await send(path, { headers })).text())?.[1]
  }
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return (await response.json()) as Record<string, unknown>
  }
  const call = (name: string, headers?: Record<string, string>) => post(`/_fw/api/desk.${name}`, {}, headers)
  const takeRuns = async () => ((await call('takeRuns')).result as { ran: readonly string[] }).ran
  const AGENT = { 'x-fw-origin': 'agent' }

  test('a cached function has the ctx of no user, whoever calls it first', async () => {
    expect(await call('orders', { cookie: 'user=ann' })).toMatchObject({ result: { list: 'orders of ann' } })
    const callers = ['ann', 'ben', undefined]
    expect(await Promise.all(callers.map((user) => read('/', user)))).toEqual(callers.map(() => 'orders of nobody'))
    for (const user of callers) expect(await read('/', user)).toBe('orders of nobody')
    expect(await read('/public')).toBe('orders of nobody')
  })

  test('a forbidden function in `cached` is refused for an agent, also after a person has called it', async () => {
    expect(await call('showReport')).toMatchObject({ result: { secret: 42 } })
    expect(await call('showReport', AGENT)).toMatchObject({ ok: false, code: 'forbidden' })
    expect(await call('showReport')).toMatchObject({ result: { secret: 42 } })
    // Each caller has a run of their own: nothing was stored.
    expect(await takeRuns()).toEqual(['report', 'report'])
  })

  test('a run of `cached` in the background is no act of a person', async () => {
    await call('showRefreshed')
    await new Promise((resolve) => setTimeout(resolve, 20))
    await call('showRefreshed')
    await expect.poll(takeRuns).toEqual(['refresh forbidden'])
  })

  test('the functions of a channel are called by a tainted agent', async () => {
    expect(await post('/_fw/channels/line', {})).toEqual({ refused: 'forbidden' })
    expect(await takeRuns()).toEqual([])
  })

  test("the app's own agent is tainted in a turn of A2A", async () => {
    const message = { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'Hi' }] }
    const rpc = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }
    expect(JSON.stringify(await post('/_fw/a2a', rpc, { 'a2a-version': '1.0' }))).toContain('refused forbidden')
    expect(await takeRuns()).toEqual([])
  })
})
