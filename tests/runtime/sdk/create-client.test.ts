import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { isFwError } from '../../../runtime/src/contract/http/call-error.ts'
import { type ClientOptions, createClient, type FetchRequest } from '../../../runtime/src/sdk/create-client.ts'
import { createClientCall } from '../../../runtime/src/sdk/create-client-call.ts'

const origin = 'https://shop.example'

/** Returns the request of a call with these options. */
async function send(options: ClientOptions, headers: Record<string, string> = {}): Promise<[string, FetchRequest]> {
  const sent: [string, FetchRequest][] = []
  const fetch: ClientOptions['fetch'] = async (url, request) => {
    sent.push([url, request])
    return Response.json({ ok: true, result: 1 })
  }
  await createClientCall('cart.add')(createClient({ ...options, fetch }), { slug: 'tea' }, { headers })
  return sent[0] ?? ['', { method: '', headers: {} }]
}

describe('a client', () => {
  it('posts JSON to the function, with its token and its headers', async () => {
    const token = async () => 'key'
    const [url, request] = await send({ origin: `${origin}/`, token, headers: () => ({ 'x-a': '1' }) }, { 'x-b': '2' })
    expect(url).toBe('https://shop.example/_fw/api/cart.add')
    expect(request).toMatchObject({ method: 'POST', body: '{"slug":"tea"}' })
    expect(request.headers).toEqual({
      accept: 'application/json',
      'content-type': 'application/json',
      authorization: 'Bearer key',
      'x-a': '1',
      'x-b': '2',
    })
  })

  it('sends no authorization without a token', async () => {
    const [, { headers }] = await send({ origin, token: () => undefined })
    expect(headers).not.toHaveProperty('authorization')
  })

  it.each([301, 302, 303, 307, 308])('follows no redirect with status %i to another server', async (status) => {
    const received: IncomingMessage[] = []
    const other = createServer((request, response) => {
      received.push(request)
      response.setHeader('content-type', 'application/json').end('{"ok":true,"result":"of another server"}')
    })
    const listen = async (server: Server) => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a TCP server has this form
    }
    const target = await listen(other)
    const app = createServer((_request, response) => response.writeHead(status, { location: `${target}/stolen` }).end())
    const client = createClient({ origin: await listen(app), token: 'key', headers: { 'x-key': 'secret' } })
    const call = createClientCall('cart.add')(client, { slug: 'tea' })
    await expect(call).rejects.toMatchObject({ code: 'unavailable', status })
    expect(received).toEqual([])
    for (const server of [app, other]) server.close().closeAllConnections()
  })

  it('declares a GET as a call of its user, unless a header or an option says otherwise', async () => {
    const readOrigin = async (options: ClientOptions, headers: Record<string, string> = {}) => {
      const sent: unknown[] = []
      const fetch: ClientOptions['fetch'] = async (_url, request) => {
        sent.push([request.method, request.headers['x-fw-origin']])
        return Response.json(1)
      }
      const call = createClientCall('orders.list', { route: () => ({ method: 'GET', path: '/orders' }) })
      await call(createClient({ origin, ...options, fetch }), {}, { headers })
      return sent
    }
    const agent = { 'x-fw-origin': 'agent' }
    expect(await readOrigin({})).toEqual([['GET', 'human']])
    expect(await readOrigin({ headers: agent })).toEqual([['GET', 'agent']])
    expect(await readOrigin({}, agent)).toEqual([['GET', 'agent']])
    expect(await readOrigin({ agent: true })).toEqual([['GET', 'agent']])
  })

  it('marks the calls of an agent, whatever headers a call has', async () => {
    const human = { 'x-fw-origin': 'human', 'x-fw-tainted': '0' }
    const [, agent] = await send({ origin, agent: true }, human)
    expect(agent.headers).toMatchObject({ 'x-fw-origin': 'agent' })
    const [, tainted] = await send({ origin, agent: 'tainted', headers: human }, human)
    expect(tainted.headers).toMatchObject({ 'x-fw-origin': 'agent', 'x-fw-tainted': '1' })
  })

  it.each([
    [undefined, /needs the origin of the app/],
    ['shop.example', /isn't a URL/],
    ['ftp://shop.example', /isn't an HTTP URL/],
    ['https://shop.example/api', /has a path\. Leave it out: https:\/\/shop\.example\./],
  ])('with the origin %s throws', (given, message) => {
    expect(() => createClient(given === undefined ? {} : { origin: given })).toThrow(message)
  })
})

describe('a call', () => {
  const respond = (body: string, status = 200) =>
    createClient({ origin, fetch: async () => new Response(body, { status }) })
  const call = createClientCall('cart.add')
  const fail = (client: ReturnType<typeof createClient>, options = {}) =>
    call(client, {}, options).catch((error: unknown) => error)

  it('rejects with the code, the status and the issues of the server', async () => {
    const issues = [{ path: 'slug', message: 'is missing' }]
    const error = await fail(
      respond(JSON.stringify({ ok: false, error: 'Wrong.', code: 'invalid_input', issues }), 400),
    )
    expect(isFwError(error, 'invalid_input')).toBe(true)
    expect(error).toMatchObject({ message: 'Wrong.', status: 400, issues })
  })

  it('rejects with unavailable without JSON, without a response, and after the time limit', async () => {
    expect(await fail(respond('<html>', 502))).toMatchObject({ code: 'unavailable', status: 502 })
    const offline = createClient({ origin, fetch: () => Promise.reject(new TypeError('offline')) })
    expect(await fail(offline)).toMatchObject({ code: 'unavailable', status: 0 })
    const slow = createClient({
      origin,
      timeoutMs: 10,
      fetch: (_, { signal }) =>
        new Promise((__, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    })
    expect(await fail(slow)).toMatchObject({ code: 'unavailable', cause: { name: 'TimeoutError' } })
  })

  it('rejects with the reason of its signal, also one that was aborted before', async () => {
    const reason = new Error('enough')
    const hanging = createClient({
      origin,
      timeoutMs: 60_000,
      fetch: (_, { signal }) =>
        new Promise((__, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    })
    const controller = new AbortController()
    const pending = fail(hanging, { signal: controller.signal })
    controller.abort(reason)
    expect(await pending).toBe(reason)
    expect(await fail(respond('{"ok":true}'), { signal: controller.signal })).toBe(reason)
  })
})
