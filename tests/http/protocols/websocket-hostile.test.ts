import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { frame, open, raw, upgradeHead } from './socket-client.ts'
import { SOCKET_HOSTS, type SocketServer, startSocketServer } from './socket-process.ts'

const [CONTINUATION, TEXT, BINARY, CLOSE, PING] = [0, 1, 2, 8, 9]
const MIB = 1_048_576

/** Returns the code of the close frame at the end of the server's data; undefined without one. */
function closeCode(received: Buffer): number | undefined {
  const at = received.lastIndexOf(0x88)
  return at === -1 || received.length < at + 4 ? undefined : received.readUInt16BE(at + 2)
}

describe.each(SOCKET_HOSTS)('hostile bytes on the websocket path, with %s', (_host, program, mode) => {
  let server: SocketServer
  beforeAll(async () => {
    server = await startSocketServer(program, mode)
  })
  afterAll(() => server.stop())

  /** Opens a socket by hand; the bytes follow the handshake. */
  async function opened(...bytes: Buffer[]) {
    const client = await raw(server.url, upgradeHead('/live'))
    await client.until('\r\n\r\n')
    for (const part of bytes) client.socket.write(part)
    return client
  }

  async function counts(): Promise<{ opened: number; closed: number; memory: number }> {
    const client = await open(`${server.url}/live`)
    client.socket.send('counts')
    const answer = JSON.parse(String(await client.next()))
    client.socket.close()
    await client.closed
    return answer
  }

  const heads: readonly (readonly [string, string, RegExp])[] = [
    ['another path', upgradeHead('/'), /^HTTP\/1\.1 404 /],
    ['a path that only begins so', upgradeHead('/live/'), /^HTTP\/1\.1 404 /],
    ['a framework path', upgradeHead('/_fw/api/x.y'), /^HTTP\/1\.1 404 /],
    ['a backslash', upgradeHead('/%5clive'), /^HTTP\/1\.1 404 /],
    ['a control character', upgradeHead('/live%00'), /^HTTP\/1\.1 404 /],
    ['a fragment', upgradeHead('/live?room=1#&room=2'), /^HTTP\/1\.1 400 /],
    ['an encoded slash', upgradeHead('/%2flive'), /^HTTP\/1\.1 404 /],
    ['another site', upgradeHead('/live', { Origin: 'https://evil.example' }), /^HTTP\/1\.1 403 /],
    ['Sec-Fetch-Site: cross-site', upgradeHead('/live', { 'Sec-Fetch-Site': 'cross-site' }), /^HTTP\/1\.1 403 /],
    ['version 8', upgradeHead('/live', { 'Sec-WebSocket-Version': '8' }), /^HTTP\/1\.1 426 [\s\S]*ersion: 13/i],
    ['no version', upgradeHead('/live', { 'Sec-WebSocket-Version': undefined }), /^HTTP\/1\.1 426 /],
    ['no key', upgradeHead('/live', { 'Sec-WebSocket-Key': undefined }), /^HTTP\/1\.1 400 /],
    ['a short key', upgradeHead('/live', { 'Sec-WebSocket-Key': 'YQ==' }), /^HTTP\/1\.1 400 /],
    ['a body', upgradeHead('/live', { 'Content-Length': '5' }), /^HTTP\/1\.1 400 /],
    ['a malformed subprotocol', upgradeHead('/live', { 'Sec-WebSocket-Protocol': 'a b' }), /^HTTP\/1\.1 400 /],
    ['another method', upgradeHead('/live').replace('GET', 'POST'), /^HTTP\/1\.1 (405|400) /],
  ]
  test.each(heads)(
    'an upgrade with %s opens nothing and gets an HTTP error on the socket',
    async (_title, head, answer) => {
      const before = (await counts()).opened
      const client = await raw(server.url, head)
      await client.until('\r\n\r\n')
      client.socket.end()
      const text = (await client.all).toString('latin1')
      expect(text).toMatch(answer)
      expect(text).not.toContain(' 101 ')
      expect((await counts()).opened).toBe(before + 1)
    },
  )

  test('an offer of h2c gets an ordinary response', async () => {
    const { host } = new URL(server.url)
    const client = await raw(server.url, upgradeHead('/', { Upgrade: 'h2c', Host: host }))
    await client.until('home')
    client.socket.end()
    expect((await client.all).toString()).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('frames that break the protocol close their socket with its code', async () => {
    const broken: readonly (readonly [number, Buffer])[] = [
      [1002, frame(TEXT, 'unmasked', { mask: false })],
      [1002, frame(CONTINUATION, 'of nothing')],
      [1002, frame(3, 'a reserved opcode')],
      [1002, Buffer.concat([Buffer.from([0xc1, 0x80]), Buffer.alloc(4)])],
      [1002, frame(PING, 'x'.repeat(126))],
      [1007, frame(TEXT, Buffer.from([0xff, 0xfe]))],
      [1009, Buffer.concat([Buffer.from([0x82, 0xff, 0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff]), Buffer.alloc(4)])],
    ]
    for (const [code, bytes] of broken) {
      const client = await opened(bytes)
      expect(closeCode(await client.all)).toBe(code)
    }
    expect((await counts()).opened).toBeGreaterThan(0)
  })

  test('a message in endless fragments ends at the cap, whether the fragments hold bytes or none', async () => {
    const bytes = await opened(frame(BINARY, 'x'.repeat(1000), { fin: false }))
    for (let sent = 0; sent < 100 && !bytes.socket.destroyed; sent += 1)
      bytes.socket.write(frame(CONTINUATION, 'x'.repeat(1000), { fin: false }))
    expect(closeCode(await bytes.all)).toBe(1009)
    const { memory } = await counts()
    const empty = await opened(frame(BINARY, '', { fin: false }))
    const flood = Buffer.concat(Array.from({ length: 10_000 }, () => frame(CONTINUATION, '', { fin: false })))
    for (let sent = 0; sent < 20 && !empty.socket.destroyed; sent += 1) empty.socket.write(flood)
    empty.socket.write(frame(CLOSE, Buffer.from([0x03, 0xe8])))
    await empty.all
    expect((await counts()).memory - memory).toBeLessThan(64 * MIB)
  })

  test('pings of a caller who reads nothing do not fill the memory', async () => {
    const { memory } = await counts()
    const client = await opened()
    client.socket.pause()
    const flood = Buffer.concat(Array.from({ length: 8000 }, () => frame(PING, 'x'.repeat(125))))
    for (let sent = 0; sent < 100 && !client.socket.destroyed; sent += 1) {
      if (client.socket.write(flood)) continue
      const drained = new Promise((resolve) => client.socket.once('drain', resolve).once('close', resolve))
      // A client that stops reading is treated like one that disconnects.
      await Promise.race([drained, new Promise((resolve) => setTimeout(resolve, 3000))])
      if (client.socket.writableLength > 0) break
    }
    expect((await counts()).memory - memory).toBeLessThan(64 * MIB)
    client.socket.destroy()
  })

  test('callers that leave in the middle of a head, a frame or a handshake leave nothing behind', async () => {
    const head = upgradeHead('/live')
    for (let turn = 0; turn < 30; turn += 1) {
      const half = await raw(server.url, head.slice(0, 5 + turn * 5))
      half.socket.destroy()
      const frameless = await raw(server.url, Buffer.concat([Buffer.from(head), frame(TEXT, 'early').subarray(0, 3)]))
      frameless.socket.resetAndDestroy()
    }
    let now = await counts()
    for (const deadline = Date.now() + 10_000; now.opened - now.closed > 1 && Date.now() < deadline; )
      now = await counts()
    expect(now.opened - now.closed).toBe(1)
    expect(server.errors()).toBe('')
  })

  test('bytes after a refused head are never parsed as a request', async () => {
    const second = 'GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n'
    const client = await raw(server.url, upgradeHead('/elsewhere') + second)
    await client.until('404')
    client.socket.end()
    const answers = (await client.all).toString('latin1').match(/HTTP\/1\.1 \d+/g)
    expect(answers?.[0]).toBe('HTTP/1.1 404')
    expect(answers).not.toContain('HTTP/1.1 101')
  })
})
