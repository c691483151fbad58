import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Listening, serve } from '../../../runtime/src/host.ts'
import { createFwServer, type FwServerOptions } from '../../../runtime/src/server.ts'

const open: Listening[] = []
afterAll(() => Promise.all(open.map((one) => one.close())))

async function listen(options: FwServerOptions, hostname: string): Promise<Listening> {
  const server = createFwServer({ log: () => undefined, ...options })
  const listening = await serve(server, { port: 0, hostname, drainMs: 100 })
  open.push(listening)
  return listening
}

/** Returns the status of an `initialize` with this `Host`. */
async function statusOf(port: number, host: string, path = '/_fw/mcp', origin = ''): Promise<number> {
  return (await post(port, host, path, origin)).status
}

/** Posts an `initialize`, which other endpoints don't know. */
function post(port: number, host: string, path: string, headers = '') {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} })
  return exchange(
    port,
    `POST ${path}`,
    host,
    `${headers}content-type: application/json\r\ncontent-length: ${body.length}\r\n`,
    body,
  )
}

/** Sends a request with this `Host`: over a socket, because `fetch` sets its own. */
function exchange(
  port: number,
  target: string,
  host: string,
  headers = '',
  body = '',
): Promise<{ status: number; text: string }> {
  const close = headers.includes('connection:') ? '' : 'connection: close\r\n'
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`${target} HTTP/1.1\r\nhost: ${host}\r\n${close}${headers}\r\n${body}`),
    )
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      text += chunk
    })
    socket.on('end', () => resolve({ status: Number(text.split(' ')[1]), text }))
    socket.on('error', reject)
  })
}

describe('a server that listens on this machine only', () => {
  let bare: Listening
  let named: Listening
  beforeAll(async () => {
    bare = await listen({ websocket: { path: '/socket' } }, '127.0.0.1')
    named = await listen({ siteUrl: 'https://shop.example', allowedHosts: ['tea.example:8443'] }, 'localhost')
  })

  test.each([
    ['localhost', 200],
    ['LOCALHOST:3000', 200],
    ['127.0.0.1:3000', 200],
    ['[::1]:3000', 200],
    ['evil.example', 403],
    ['localhost.evil.example', 403],
    ['127.0.0.1.evil.example:3000', 403],
    ['shop.example', 403],
  ])('responds to %s with %i: a page that rebinds its own host name gets no access', async (host, status) => {
    expect(await statusOf(bare.port, host)).toBe(status)
    // The origin is the attacker's host name too.
    expect(await statusOf(bare.port, host, '/_fw/mcp', `origin: http://${host}\r\n`)).toBe(status)
  })

  test.each([
    ['localhost:3000', 200],
    ['shop.example', 200],
    ['Shop.Example:443', 200],
    ['tea.example:8443', 200],
    ['tea.example', 403],
    ['tea.example:1', 403],
    ['evil.example', 403],
  ])('with configured hosts responds to %s with %i', async (host, status) => {
    expect(await statusOf(named.port, host)).toBe(status)
  })

  test('a refusal is `unknown_host`, with the solution', async () => {
    const server = createFwServer({ allowedHosts: ['shop.example'], log: () => undefined })
    const headers = { 'content-type': 'application/json', host: 'evil.example' }
    const answer = await server.fetch(new Request('http://localhost/_fw/mcp', { method: 'POST', headers, body: '{}' }))
    expect(await answer.json()).toMatchObject({ code: 'unknown_host', error: expect.stringContaining('allowedHosts') })
    await server.close()
  })

  test('requires it on the A2A endpoint as well', async () => {
    expect(await statusOf(bare.port, 'evil.example', '/_fw/a2a')).toBe(403)
  })

  test.each(['/_fw/api/shop.buy', '/_fw/agent', '/_fw/llm', '/_fw/channels/team', '/_fw/manifest', '/', '/page'])(
    'refuses a page of a rebound host name that posts to %s, and names the options',
    async (path) => {
      const { status, text } = await post(bare.port, 'evil.example', path, 'origin: http://evil.example\r\n')
      expect([status, text]).toEqual([403, expect.stringContaining('Unknown host.')])
      for (const option of ['siteUrl', 'allowedHosts', 'trustProxy']) expect(text).toContain(option)
      expect((await post(bare.port, 'localhost', path)).text).not.toContain('Unknown host')
    },
  )

  test('refuses a page of a rebound host name that reads an endpoint or opens a WebSocket', async () => {
    const upgrade = 'connection: upgrade\r\nupgrade: websocket\r\n'
    const key = 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n'
    const origin = 'origin: http://evil.example\r\n'
    for (const [target, headers] of [
      ['GET /_fw/api/shop.buy?input={}', ''],
      ['GET /_fw/manifest', ''],
      ['GET /socket', `${upgrade}${key}${origin}`],
    ] as const)
      expect((await exchange(bare.port, target, 'evil.example', headers)).text).toContain('Unknown host')
    expect((await exchange(bare.port, 'GET /', 'evil.example')).text).not.toContain('Unknown host')
    expect((await exchange(bare.port, 'GET /_fw/health', 'evil.example')).status).toBe(200)
  })

  test('accepts the host that its proxy on the same machine forwards, if it is configured', async () => {
    for (const options of [
      { trustProxy: true },
      { allowedHosts: ['shop.example'] },
      { siteUrl: 'https://shop.example' },
    ]) {
      const { port } = await listen(options, '127.0.0.1')
      expect(await statusOf(port, 'shop.example', '/_fw/api/no.tool')).toBe(404)
    }
  })
})

describe('the endpoints of proposals', () => {
  const PATHS = ['/_fw/approve', '/_fw/reject', '/_fw/proposals']
  const origin = 'origin: http://evil.example\r\n'

  test.each(PATHS)('%s refuses a rebound host name where callers without identity may approve', async (path) => {
    const { port } = await listen({}, '127.0.0.1')
    expect(await statusOf(port, 'evil.example', path, origin)).toBe(403)
    expect(await statusOf(port, `localhost:${port}`, path)).not.toBe(403)
  })

  test.each(PATHS)(
    '%s accepts every host name behind a trusted proxy where callers need an identity, or from other machines',
    async (path) => {
      const { port } = await listen({ approvals: 'signed-in', trustProxy: true }, '127.0.0.1')
      expect(await statusOf(port, 'proxy.example', path)).not.toBe(403)
      const reachable = await listen({ siteUrl: 'https://shop.example' }, '0.0.0.0')
      expect(await statusOf(reachable.port, 'www.shop.example', path)).not.toBe(403)
    },
  )
})

describe('a server that listens on every address', () => {
  test('accepts any host until hosts are configured', async () => {
    const bare = await listen({}, '0.0.0.0')
    expect(await statusOf(bare.port, 'anything.example')).toBe(200)
    const named = await listen({ siteUrl: 'https://shop.example' }, '0.0.0.0')
    expect(await statusOf(named.port, 'shop.example:8080')).toBe(200)
    expect(await statusOf(named.port, 'anything.example')).toBe(403)
    expect(await statusOf(named.port, 'localhost')).toBe(403)
  })

  test.each(['', 'https://shop.example', 'shop.example/path', 'a b', 'user@shop.example', 'shop.example?x'])(
    'allowedHosts refuses %j at start',
    (entry) => {
      expect(() => createFwServer({ allowedHosts: [entry] })).toThrow(/is not a host name/)
    },
  )
})
