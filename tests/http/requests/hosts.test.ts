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

/** Returns the status of an `initialize` with this `Host`: over a socket, because `fetch` sets its own. */
function statusOf(port: number, host: string, path = '/_fw/mcp', origin = ''): Promise<number> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} })
  const head = `POST ${path} HTTP/1.1\r\nhost: ${host}\r\n${origin}content-type: application/json\r\nconnection: close\r\n`
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`${head}content-length: ${body.length}\r\n\r\n${body}`),
    )
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      text += chunk
    })
    socket.on('end', () => resolve(Number(text.split(' ')[1])))
    socket.on('error', reject)
  })
}

describe('a server that listens on this machine only', () => {
  let bare: Listening
  let named: Listening
  beforeAll(async () => {
    bare = await listen({}, '127.0.0.1')
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

  test('requires it on the A2A endpoint as well, and not for functions', async () => {
    expect(await statusOf(bare.port, 'evil.example', '/_fw/a2a')).toBe(403)
    expect(await statusOf(bare.port, 'evil.example', '/_fw/api/no.tool')).toBe(404)
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
    '%s accepts every host name where callers need an identity, or from other machines',
    async (path) => {
      const { port } = await listen({ approvals: 'signed-in' }, '127.0.0.1')
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
