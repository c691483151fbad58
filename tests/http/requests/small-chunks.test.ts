/**
 * Bodies in chunks of one byte: a client must not make the server use hundreds of bytes of memory for each byte that it
 * sends.
 */
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CoreServer, startApp } from '../../servers/core-server.ts'
import { openRaw, type RawSocket } from '../../servers/raw-socket.ts'
import { RUNTIMES } from '../../servers/runtimes.ts'

const APP = fileURLToPath(new URL('../../servers/bodies-app.mjs', import.meta.url))
/** Below the limit of a body, so that the server keeps waiting for the rest. */
const BODY_BYTES = 200_000
const CONNECTIONS = 4
const CHUNKS = Buffer.from('1\r\nx\r\n'.repeat(10_000))
/**
 * Expected memory: the size of the body plus the buffers of the runtime. One object per byte would take at least 200
 * bytes each.
 */
const MAX_BYTES_PER_BODY = 100 * BODY_BYTES

/** Number of one-byte chunks that a client may send, for example while a user types. */
const TYPED = 5_000

const FORM = 'multipart/form-data; boundary=b'
const PART = '--b\r\nContent-Disposition: form-data; name="text"\r\n\r\n'

/** Title -> path, content type, and the beginning of the body. */
const BODIES: readonly (readonly [title: string, path: string, type: string, begin?: string])[] = [
  ['a message of an MCP client', '/_fw/mcp', 'application/json'],
  ['the input of a call', '/_fw/api/shop.echo', 'application/json'],
  ['a form', '/form', 'application/x-www-form-urlencoded'],
  ['a form with files', '/form', FORM, PART],
  ['a file', '/form', FORM, PART.replace('"text"', '"file"; filename="a.txt"')],
  ['a body that middleware reads', '/read/text', 'text/plain'],
]

describe.each(RUNTIMES)('On %s', (name, program) => {
  let core: CoreServer
  beforeAll(async () => {
    core = await startApp(APP, program)
  })
  afterAll(() => core.close())

  const measure = async () => Number(await (await fetch(`${core.url}/memory`)).text())

  test.each(BODIES)('%s takes no more memory because its chunks are small', async (_title, path, type, begin = '') => {
    const before = await measure()
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`
    const first = begin === '' ? '' : `${begin.length.toString(16)}\r\n${begin}\r\n`
    const sent = await Promise.all(Array.from({ length: CONNECTIONS }, () => sendChunks(core.port, head + first)))
    expect((await measure()) - before).toBeLessThan(CONNECTIONS * MAX_BYTES_PER_BODY)
    for (const { socket } of sent) socket.destroy()
  })

  test.each(BODIES)('%s of one byte for each chunk is refused, unless the runtime joins chunks', async (...body) => {
    const [, path, type, begin = ''] = body
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`
    const first = begin === '' ? '' : `${begin.length.toString(16)}\r\n${begin}\r\n`
    const raw = await sendChunks(core.port, head + first)
    if (!raw.socket.destroyed) raw.socket.write('0\r\n\r\n')
    const reply = await raw.until((text) => text.startsWith('HTTP/1.1 '))
    expect(reply).toMatch(name === 'Node' ? /^HTTP\/1\.1 400/ : /^HTTP\/1\.1 \d{3}/)
    raw.socket.destroy()
  })

  test('a client that types is served', async () => {
    const text = 'x'.repeat(TYPED)
    const body = [...JSON.stringify({ text })].map((character) => `1\r\n${character}\r\n`).join('')
    const raw = openRaw(
      core.port,
      'POST /_fw/api/shop.echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n',
      `${body}0\r\n\r\n`,
    )
    expect(await raw.closed).toContain(text)
  })
})

/** Resolves when the server has read the chunks. */
async function sendChunks(port: number, begin: string): Promise<RawSocket> {
  const raw = openRaw(port, begin)
  for (let left = BODY_BYTES; left > 0; left -= 10_000)
    if (!raw.socket.write(CHUNKS)) await Promise.race([once(raw.socket, 'drain'), raw.closed])
  return raw
}
