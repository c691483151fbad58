import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { writeReply } from '../../../runtime/src/host/write-reply.ts'

const open: { close(): void }[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})

function closeNow(server: Server): void {
  server.close()
  server.closeAllConnections()
}

/** A server that responds to every request with these pieces. */
async function serving(pieces: readonly Uint8Array[]): Promise<number> {
  const server = createServer((incoming, outgoing) => {
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        this.at ??= 0
        const piece = pieces[this.at++]
        // One turn of the loop for each, as the words of a model come.
        await new Promise((resolve) => setImmediate(resolve))
        if (piece === undefined) controller.close()
        else controller.enqueue(piece)
      },
    } as UnderlyingDefaultSource<Uint8Array> & { at?: number })
    void writeReply(incoming, outgoing, { status: 200, headers: { 'content-type': 'text/plain' }, body })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push({ close: () => closeNow(server) })
  return (server.address() as AddressInfo).port
}

/** Returns all bytes of the response to the given bytes. */
function raw(port: number, text: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (part) => parts.push(part))
    socket.on('error', reject)
    socket.on('close', () => resolve(Buffer.concat(parts)))
  })
}

const bytes = (size: number, value = 97) => new Uint8Array(size).fill(value)
const SIZES = [1, 15, 16, 0, 4095, 4096, 4097, 70_000, 3, 200_000, 5]
const PIECES = SIZES.map((size, index) => bytes(size, 97 + index))

test('pieces of every size arrive whole and in order, small ones framed in one write', async () => {
  const port = await serving(PIECES)
  const answer = await fetch(`http://127.0.0.1:${port}/`)
  expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.concat(PIECES))).toBe(true)
})

test('a caller of HTTP/1.0 gets the bytes without frames', async () => {
  const port = await serving(PIECES)
  const answer = await raw(port, 'GET / HTTP/1.0\r\n\r\n')
  const body = answer.subarray(answer.indexOf('\r\n\r\n') + 4)
  expect(body.equals(Buffer.concat(PIECES))).toBe(true)
})

test('requests that wait for their turn on a connection each get their own response', async () => {
  const port = await serving([bytes(3), bytes(3, 98), bytes(3, 99)])
  const one = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n'
  const answer = String(await raw(port, one + one + one.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n')))
  const bodies = answer.split(/HTTP\/1\.1 200 OK\r\n/).slice(1)
  for (const body of bodies)
    expect(body.slice(body.indexOf('\r\n\r\n') + 4)).toBe('3\r\naaa\r\n3\r\nbbb\r\n3\r\nccc\r\n0\r\n\r\n')
  expect(bodies).toHaveLength(3)
})

test('a caller who reads slowly is waited for', async () => {
  let taken = 0
  const piece = bytes(4096)
  const server = createServer((incoming, outgoing) => {
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          taken += 1
          if (taken > 20_000) controller.close()
          else controller.enqueue(piece)
        },
      },
      { highWaterMark: 0 },
    )
    void writeReply(incoming, outgoing, { status: 200, headers: {}, body })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push({ close: () => closeNow(server) })
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () =>
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n'),
  )
  socket.pause()
  let before = -1
  await expect
    .poll(() => {
      const same = taken > 0 && taken === before
      before = taken
      return same
    })
    .toBe(true)
  expect(taken).toBeLessThan(20_000)
  let received = 0
  socket.on('data', (part) => {
    received += part.length
  })
  socket.resume()
  await expect.poll(() => received, { timeout: 20_000 }).toBeGreaterThan(20_000 * 4096)
  socket.destroy()
})
