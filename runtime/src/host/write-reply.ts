/** Writes an `FwReply` to Node's response. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type BodySink, type FwReply, isPushed, type PushedBody } from '#contract/http/request.ts'
import { hasLeft, onTurn, untilTurn } from './response-turn.ts'

/** Writes a reply. Resolves when the body was passed to Node. A stream is canceled if the client disconnects. */
export function writeReply(incoming: IncomingMessage, outgoing: ServerResponse, reply: FwReply): void | Promise<void> {
  const { status, body } = reply
  if (body === null && (status === 204 || status === 304 || incoming.method === 'HEAD')) {
    outgoing.writeHead(status, listRawHeaders(reply)).end()
    return
  }
  if (typeof body === 'string') return writeText(outgoing, reply, body)
  if (body instanceof Uint8Array || body === null) {
    outgoing.writeHead(status, listRawHeaders(reply, body === null ? 0 : body.byteLength))
    outgoing.end(body ?? undefined)
    return
  }
  return isPushed(body) ? writePushed(outgoing, reply, body) : writeStream(outgoing, reply, body)
}

/**
 * Writes head and text in one `write`: `end(text)` would queue a second, empty chunk, and two chunks use `writev`,
 * which copies them to the heap first. The cork prevents Node from corking until the next tick. A response that waits
 * for its turn (a pipelined request) has no socket yet; `end` queues it.
 */
function writeText(outgoing: ServerResponse, reply: FwReply, text: string): void {
  const length = Buffer.byteLength(text)
  outgoing.writeHead(reply.status, listRawHeaders(reply, length))
  const { socket } = outgoing
  if (socket === null || length === 0) {
    outgoing.end(text)
    return
  }
  socket.cork()
  // If the number of bytes equals the number of characters, all are ASCII, and latin1 needs no check of each character.
  outgoing.write(text, length === text.length ? 'latin1' : 'utf8')
  socket.uncork()
  outgoing.end()
}

function listRawHeaders({ headers, requestId }: FwReply, contentLength?: number): string[] {
  const head = flatten(headers).slice()
  if (requestId !== undefined) head.push('x-request-id', requestId)
  if (contentLength !== undefined) head.push('content-length', String(contentLength))
  return head
}

/** Node writes flat lists fastest. Lists of shared headers are cached: only frozen objects, which can't change. */
const flat = new WeakMap<FwReply['headers'], readonly string[]>()

/** Returns headers in Node's fastest form. */
export function flatten(headers: FwReply['headers']): readonly string[] {
  const known = flat.get(headers)
  if (known !== undefined) return known
  const list: string[] = []
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string') list.push(name, value)
    else for (const one of value) list.push(name, one)
  }
  if (Object.isFrozen(headers)) flat.set(headers, list)
  return list
}

/** Resolves when the body has ended, or the client has disconnected. */
function writePushed(outgoing: ServerResponse, reply: FwReply, body: PushedBody): Promise<void> {
  return new Promise((resolve) => {
    let isOver = false
    const leave = () => {
      if (!isOver) body.cancel()
      isOver = true
      resolve()
    }
    const finish = (last: () => void) => {
      if (isOver) return
      isOver = true
      outgoing.off('close', leave)
      last()
      resolve()
    }
    const sink: BodySink = {
      write(text) {
        if (isOver || text === '') return undefined
        // The head is sent with the first piece.
        const isFirst = !outgoing.headersSent
        if (isFirst) outgoing.writeHead(reply.status, listRawHeaders(reply))
        const { socket } = outgoing
        const isFramed = !isFirst && socket !== null && outgoing.chunkedEncoding && outgoing.writableLength === 0
        if (isFramed ? writeChunk(socket, text) : outgoing.write(text)) return undefined
        return new Promise((goOn) => onceWritable(isFramed ? socket : outgoing, goOn))
      },
      end: () =>
        finish(() => {
          if (!outgoing.headersSent) outgoing.writeHead(reply.status, listRawHeaders(reply, 0))
          outgoing.end()
        }),
      fail: () => finish(() => outgoing.destroy()),
    }
    if (hasLeft(outgoing)) return leave()
    outgoing.once('close', leave)
    onTurn(outgoing, () => body.open(sink))
  })
}

/** Writes an HTTP chunk (RFC 9112, 7.1) as one string: Node would write four. Returns whether there is room for more. */
function writeChunk(socket: Socket, text: string): boolean {
  const length = Buffer.byteLength(text)
  return socket.write(`${length.toString(16)}\r\n${text}\r\n`, length === text.length ? 'latin1' : 'utf8')
}

async function writeStream(outgoing: ServerResponse, reply: FwReply, body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader()
  const cancel = () => void reader.cancel().catch(() => undefined)
  if (hasLeft(outgoing)) return cancel()
  outgoing.once('close', cancel)
  try {
    await untilTurn(outgoing)
    const first = await reader.read()
    const second = reader.read()
    if (!('content-length' in reply.headers) && (await endsNow(second))) {
      const whole = first.value ?? new Uint8Array()
      outgoing.writeHead(reply.status, listRawHeaders(reply, whole.byteLength)).end(whole)
    } else {
      // The head is sent with the first chunk.
      outgoing.writeHead(reply.status, listRawHeaders(reply))
      await writePieces(outgoing, reader, first, second)
    }
  } catch {
    // Closing the connection is the only remaining way to signal an incomplete body.
    outgoing.destroy()
  } finally {
    outgoing.off('close', cancel)
  }
}

type Piece = ReadableStreamReadResult<Uint8Array>

/**
 * Whether a stream ends directly after its first chunk. The stream of a `Response` of a string or of bytes does, and
 * the web API doesn't expose its length.
 */
async function endsNow(second: Promise<Piece>): Promise<boolean> {
  const turn = new Promise<undefined>((resolve) => setImmediate(resolve, undefined))
  const next = await Promise.race([second, turn])
  return next?.done === true
}

async function writePieces(
  outgoing: ServerResponse,
  reader: ReadableStreamDefaultReader<Uint8Array>,
  first: Piece,
  second: Promise<Piece>,
): Promise<void> {
  let piece = first
  let next: Promise<Piece> | undefined = second
  let hasBegun = false
  while (!piece.done && !outgoing.destroyed) {
    const { value } = piece
    const to = hasBegun && isFramedHere(outgoing, value) ? (outgoing.socket ?? outgoing) : outgoing
    hasBegun = true
    if (!to.write(to === outgoing ? value : frameChunk(value)))
      await new Promise<void>((resolve) => onceWritable(to, resolve))
    piece = await (next ?? reader.read())
    next = undefined
  }
  outgoing.end()
}

/** Maximum size of chunks that are framed here; larger ones aren't worth a copy. */
const MAX_FRAMED = 4_096

/** Streamed tokens are small and frequent, so the framework frames them itself. */
function isFramedHere(outgoing: ServerResponse, { byteLength }: Uint8Array): boolean {
  return outgoing.chunkedEncoding && byteLength > 0 && byteLength <= MAX_FRAMED && outgoing.writableLength === 0
}

/** Returns an HTTP chunk (RFC 9112, 7.1) in one buffer: Node would write four. */
function frameChunk(piece: Uint8Array): Buffer {
  const size = piece.byteLength.toString(16)
  const chunk = Buffer.allocUnsafe(size.length + piece.byteLength + 4)
  chunk.write(`${size}\r\n`, 0, 'latin1')
  chunk.set(piece, size.length + 2)
  chunk.write('\r\n', chunk.length - 2, 'latin1')
  return chunk
}

function onceWritable(outgoing: ServerResponse | Socket, resolve: () => void): void {
  const done = () => {
    outgoing.off('drain', done)
    outgoing.off('close', done)
    resolve()
  }
  outgoing.once('drain', done)
  outgoing.once('close', done)
}
