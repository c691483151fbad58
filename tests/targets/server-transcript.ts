/** What an app does on every target with a server of its own: sockets, unusual requests, and how it stops. */
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { open, refused, type SocketClient } from '../http/protocols/socket-client.ts'
import type { ServerProcess } from './server-process.ts'

/** Fields of the configuration for `testRawRequests` and `testShutdown`. */
export const SERVER_TIMES = 'drainMs: 2_000, drainDelayMs: 1_500, timeouts: { headersMs: 2_000 },'

/** Files of an app with an endpoint, which calls a function of the shop as the user of the socket. */
export const SOCKET_FILES: Readonly<Record<string, string>> = {
  'src/ws.ts': `import { FwError } from '@fw/runtime'
import { defineWebSocket } from '@fw/runtime/server'
import { me } from './server/account.api.ts'

export default defineWebSocket({
  path: '/live',
  compress: true,
  maxPayloadBytes: 64 * 1024,
  protocols: ['v1'],
  data({ req, ctx }) {
    const room = new URL(req.url).searchParams.get('room')
    if (room === null) throw new FwError('invalid_request', { message: 'Add a room to the URL.' })
    ctx.headers.append('set-cookie', 'room=' + room)
    return { room }
  },
  open(socket) {
    socket.subscribe(socket.data.room)
  },
  async message(socket, message) {
    if (message === 'me') socket.send(String((await me()).name))
    else if (message === 'others') socket.publish(socket.data.room, 'from ' + socket.data.room)
    else socket.send(message)
  },
})
`,
  'src/routes/announce.http.ts': `import { publish } from '@fw/runtime/server'

export async function POST() {
  await publish('blue', 'from an endpoint')
  return new Response(null, { status: 204 })
}
`,
}

/** Declares the tests. `target` is known once they run. */
export function testSockets(target: () => ServerProcess): void {
  const live = (query = '?room=blue') => `${target().origin}/live${query}`

  test('opens a socket with the user of its session, and sends the headers of the app', async () => {
    const guest = await open(live())
    guest.socket.send('me')
    expect(await guest.next()).toBe('null')
    const user = await open(live(), { headers: { cookie: await signIn(target()) }, protocols: ['v0', 'v1'] })
    user.socket.send('me')
    expect([await user.next(), user.socket.protocol]).toEqual(['Ada', 'v1'])
    const cookies = user.headers.filter((_, at) => user.headers[at - 1]?.toLowerCase() === 'set-cookie')
    expect(cookies).toContain('room=blue')
    await close(guest, user)
  })

  test('carries text and bytes, compressed for clients that support it, up to its limit', async () => {
    const [client, plain] = [await open(live()), await open(live(), { perMessageDeflate: false })]
    expect([client.socket.extensions, plain.socket.extensions]).toEqual(['permessage-deflate', ''])
    const text = 'the same words again and again, '.repeat(2_000)
    for (const one of [client, plain]) {
      one.socket.send(text)
      expect(await one.next()).toBe(text)
      one.socket.send(Buffer.from([0, 255]))
      expect(await one.next()).toEqual(Buffer.from([0, 255]))
    }
    // A small message that decompresses to a large one.
    client.socket.send('x'.repeat(10_000_000))
    plain.socket.send('x'.repeat(64 * 1024 + 1))
    expect([await client.closed, await plain.closed]).toMatchObject([{ code: 1009 }, { code: 1009 }])
  })

  test('refuses other sites, other paths and what `data` refuses, and requests without an upgrade', async () => {
    const headers = { origin: 'https://evil.example' }
    expect(await refused(live(), { headers })).toMatchObject({ status: 403, code: 'cross_site_denied' })
    expect(await refused(live(''))).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(await refused(`${target().origin}/products/stoneware-mug`)).toMatchObject({ status: 404 })
    expect((await target().send('/live')).status).toBe(426)
  })

  test('publishes to the other sockets of a topic, from a socket and from an endpoint', async () => {
    const [one, other, red] = [await open(live()), await open(live()), await open(live('?room=red'))]
    one.socket.send('others')
    expect(await other.next()).toBe('from blue')
    const { origin } = target()
    expect((await target().send('/announce', { method: 'POST', headers: { origin } })).status).toBe(204)
    expect([await one.next(), await other.next()]).toEqual(['from an endpoint', 'from an endpoint'])
    red.socket.send('only this')
    expect(await red.next()).toBe('only this')
    await close(one, other, red)
  })
}

/** Declares the tests of requests that a server on `node:http` handles as `fw start` does. */
export function testRawRequests(target: () => ServerProcess): void {
  test.each([
    ['a target with another host', 'GET http://evil.example/limited HTTP/1.1', [], 400],
    ['the target of a file with another host', 'GET http://evil.example/favicon.svg HTTP/1.1', [], 400],
    ['a fragment', 'GET /greeting#a HTTP/1.1', [], 400],
    ['a coding that it cannot decode', 'POST /later HTTP/1.1', ['Transfer-Encoding: gzip, chunked'], 400],
    ['a path with dots', 'GET /x/../greeting HTTP/1.1', [], 404],
    ['more headers than it reads', 'GET /greeting HTTP/1.1', Array(250).fill('a: b'), 431],
    ['an absolute target', 'GET http://HOST/greeting HTTP/1.1', [], 200],
    ['a request for the server', 'OPTIONS * HTTP/1.1', [], 204],
  ])('replies as fw start does to %s', async (_what, line, headers, status) => {
    const { port, host } = new URL(target().origin)
    const lines = [line.replace('HOST', host), `Host: ${host}`, 'Connection: close', ...headers, '', '']
    expect(await sendText(Number(port), lines.join('\r\n'))).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  })

  test('closes a connection whose headers do not end in time', async () => {
    const { port, host } = new URL(target().origin)
    expect(await sendText(Number(port), `GET /greeting HTTP/1.1\r\nHost: ${host}\r\n`)).toMatch(/^HTTP\/1\.1 408 /)
  }, 10_000)
}

/** Sends bytes, and returns everything that arrives. */
function sendText(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.setEncoding('utf8')
    socket.on('data', (part: string) => {
      received += part
      if (received.includes('\r\n\r\n')) socket.end()
    })
    socket.on('close', () => resolve(received)).on('error', reject)
  })
}

/** Declares the test that stops the server, while a response and sockets are open. */
export function testShutdown(target: () => ServerProcess, hasSockets: boolean): void {
  test('after SIGTERM still replies for a time, completes what runs, and exits with 0', async () => {
    const server = target()
    const rooms = hasSockets ? ['blue', 'red'] : []
    const [client, silent] = await Promise.all(rooms.map((room) => open(`${server.origin}/live?room=${room}`)))
    silent?.socket.pause()
    const response = await server.send('/stream')
    const stopping = server.stop()
    await pause(700)
    const { port, host } = new URL(server.origin)
    const request = `GET /_fw/ready HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
    expect(await sendText(Number(port), request)).toMatch(/^HTTP\/1\.1 503 /)
    expect(await response.text()).toBe('step 1\nstep 2\nstep 3\n')
    if (client !== undefined) expect((await client.closed).code).toBe(1001)
    expect((await stopping).code).toBe(0)
    silent?.socket.terminate()
  })
}

async function signIn(server: ServerProcess): Promise<string> {
  const response = await server.send('/_fw/api/account.login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.origin },
    body: JSON.stringify({ email: 'ada@halden.example', password: 'lighthouse' }),
  })
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

async function close(...clients: readonly SocketClient[]): Promise<void> {
  for (const { socket } of clients) socket.close()
  await Promise.all(clients.map(({ closed }) => closed))
}
