/** Code of the app that runs after its function has returned: what it calls has the origin and the ctx of the request. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type AgentMount, defineAgent } from '../../runtime/src/agent.ts'
import { api, schedule, schema } from '../../runtime/src/index.ts'
import { createFwServer, type FwServerOptions } from '../../runtime/src/server.ts'
import type { ScriptedModel } from '../../runtime/src/testing.ts'
import { strictModel } from '../support/vendors/strict-model.ts'
import { createGuardedApis } from './guarded-apis.ts'
import { AGENT, type Client, describeTransports } from './transports.ts'

const { probe, callers, clear } = createGuardedApis()
beforeEach(clear)

const waits = api({
  description: 'Calls the probe once the client has disconnected.',
  input: schema({}),
  run: ({ signal }) => callWhenAborted(signal),
})
const shop = { probe, waits }

const PIECE = new TextEncoder().encode('piece\n')

/** A body of four pieces. A call of the probe precedes each. */
async function* createPieces() {
  for (let left = 4; left > 0; left--) {
    await probe({})
    yield PIECE
  }
}
const generated = () => new Response(createPieces() as unknown as ReadableStream<Uint8Array>)
const measured = () => new Response(generated().body, { headers: { 'content-length': '24' } })
/** A body whose pieces are pulled as they are read. */
function pulled(): Response {
  const pieces = createPieces()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body)
}
/** A body without an end. */
const endless = () =>
  new Response(
    new ReadableStream({
      start: (controller) => controller.enqueue(PIECE),
      cancel: () => void probe({}),
    }),
  )

/** Calls the probe once the client has disconnected. */
function callWhenAborted(signal: AbortSignal): Promise<never> {
  signal.addEventListener('abort', () => void probe({}))
  started()
  return new Promise(() => {})
}

let started = () => {}
const models: ScriptedModel[] = []
afterEach(async () => {
  for (const model of models.splice(0)) await model.close()
})

/** Signals that follow the signal of the request that middleware receives. */
const DERIVED_SIGNALS: Readonly<Record<string, (request: Request) => AbortSignal>> = {
  'a request made from it': (request) => new Request(request).signal,
  'a request made from it with other headers': (request) => new Request(request, { headers: { a: 'b' } }).signal,
  'a request made from it with another URL': (request) => new Request('http://localhost/y', request).signal,
  'a request made from a clone': (request) => new Request(request.clone()).signal,
  'a clone of a request made from it': (request) => new Request(request).clone().signal,
  'a clone of a clone': (request) => request.clone().clone().signal,
  'two requests': (request) => AbortSignal.any([new Request(request).signal, request.signal]),
}

interface Case {
  options(): FwServerOptions | Promise<FwServerOptions>
  readonly ask: (client: Client) => Promise<unknown>
}

const post = (path: string, headers: Record<string, string> = {}) => ({
  path,
  init: { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: '{}' },
})
const get = (path: string) => ({ path, init: { headers: AGENT } })
type Asked = ReturnType<typeof post> | ReturnType<typeof get>

/** Reads the whole response. */
const read =
  ({ path, init }: Asked): Case['ask'] =>
  async ({ request }) =>
    expect(await (await request(path, init)).text()).toBe('piece\n'.repeat(4))

/** Disconnects once the work or the response has begun. */
const leave =
  ({ path, init }: Asked): Case['ask'] =>
  async ({ request }) => {
    const control = new AbortController()
    const begun = new Promise<void>((resolve) => {
      started = resolve
    })
    const response = request(path, { ...init, signal: control.signal }).catch(() => undefined)
    const body = await Promise.race([begun, response])
    const reader = body instanceof Response ? body.body?.getReader() : undefined
    await reader?.read()
    control.abort()
    await reader?.cancel().catch(() => undefined)
  }

const mount = (handle: () => Response): AgentMount => ({ handle: async () => handle() })

const CASES: Readonly<Record<string, Case>> = {
  'a body of middleware': { options: () => ({ middleware: generated }), ask: read(get('/x')) },
  'a body of middleware, pulled': { options: () => ({ middleware: pulled }), ask: read(get('/x')) },
  'a body of a page': { options: () => ({ routes: { '/x': generated } }), ask: read(get('/x')) },
  'a body of a page, with its length': { options: () => ({ routes: { '/x': measured } }), ask: read(get('/x')) },
  'a body of an agent': { options: () => ({ agent: mount(pulled) }), ask: read(post('/_fw/agent')) },
  'a body of a channel': {
    options: () => ({ channels: { a: { receive: async () => generated(), send: generated } } }),
    ask: read(post('/_fw/channels/a')),
  },
  'a body that is cancelled': { options: () => ({ routes: { '/x': endless } }), ask: leave(get('/x')) },
  'the signal of a call': { options: () => ({}), ask: leave(post('/_fw/api/shop.waits', AGENT)) },
  'the signal of a page': {
    options: () => ({ routes: { '/x': (props) => callWhenAborted((props as unknown as Request).signal) } }),
    ask: leave(get('/x')),
  },
  'the signal of a request': {
    options: () => ({ middleware: ({ signal }) => callWhenAborted(signal) }),
    ask: leave(get('/x')),
  },
  'the signal of a copied request': {
    options: () => ({ middleware: (asked) => callWhenAborted(asked.clone().signal) }),
    ask: leave(get('/x')),
  },
  ...Object.fromEntries(
    Object.entries(DERIVED_SIGNALS).map(([derived, derive]): [string, Case] => [
      `the signal of ${derived}`,
      { options: () => ({ middleware: (req) => callWhenAborted(derive(req)) }), ask: leave(get('/x')) },
    ]),
  ),
  'the signal of a request made from that of a page in the manifest': {
    options: () => ({
      routes: { '/x': () => 'x' },
      middleware: (req) =>
        new URL(req.url).pathname === '/x' ? callWhenAborted(new Request(req.clone()).signal) : undefined,
    }),
    ask: leave(get('/_fw/manifest?path=/x')),
  },
  'onTurn of a streamed turn': {
    async options() {
      const model = await strictModel(['Hi.'])
      models.push(model)
      return { agent: defineAgent({ onTurn: () => void probe({}) }, { env: model.env('anthropic') }) }
    },
    ask: async ({ request }) => {
      const headers = { 'content-type': 'application/json', accept: 'text/event-stream' }
      const body = JSON.stringify({ messages: [{ role: 'user', content: 'Hi.' }], path: '/' })
      expect(await (await request('/_fw/agent', { method: 'POST', headers, body })).text()).toContain('[DONE]')
    },
  },
}

test('a schedule that is stopped calls as an agent', async () => {
  const running = new Promise<void>((resolve) => {
    started = resolve
  })
  const sweep = schedule({ every: '1s', run: ({ signal }) => callWhenAborted(signal) })
  const server = createFwServer({ apis: { shop }, schedules: { sweep }, log: () => undefined })
  await server.startSchedules()
  await running
  await server.stopSchedules(10)
  await vi.waitFor(() => expect(callers).toEqual(['agent without a user']))
  await server.close()
})

describeTransports('code of the app that runs after its function has returned', (start) => {
  test.each(Object.keys(CASES))('calls with the origin and the ctx of the request: %s', async (name) => {
    const one = CASES[name]
    const client = await start({ apis: { shop }, ctxFor: () => ({ userId: 'ann' }), ...(await one?.options()) })
    await one?.ask(client)
    await vi.waitFor(() => expect(callers).not.toEqual([]))
    expect([...new Set(callers)]).toEqual(['agent ann'])
  })
})
