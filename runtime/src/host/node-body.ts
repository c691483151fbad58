/** Reads the body of a Node request: as a string, or as a stream for the web `Request`. */
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { createBodyLimitError } from '#contract/http/body-limit.ts'
import { FwError } from '#contract/http/error.ts'
import { ByteCollector } from '#wire/collect-bytes.ts'
import { PieceLimit } from '#wire/piece-limit.ts'

/** Reads the body as a string. Counts bytes while reading, because a declared length may be missing or wrong. */
export function readText(incoming: IncomingMessage, maxBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    // Reset at the end: the listeners live as long as the response, which can be a stream of hours.
    let promise: { readonly resolve: typeof resolve; readonly reject: typeof reject } | undefined = { resolve, reject }
    let first: Buffer | undefined
    let more: ByteCollector | undefined
    const pieces = new PieceLimit()
    let size = 0
    const fail = (error: unknown) => {
      promise?.reject(error)
      promise = undefined
    }
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length
      try {
        pieces.count(chunk)
      } catch (error) {
        stopReading(incoming)
        return fail(error)
      }
      if (size > maxBytes) {
        incoming.removeAllListeners('data')
        discard(incoming, pieces)
        fail(createBodyLimitError(maxBytes))
      } else if (first === undefined) first = chunk
      else {
        more ??= collectFirst(first)
        more.add(chunk)
      }
    })
    incoming.on('end', () => {
      const bytes = more === undefined ? first : toBuffer(more.join())
      first = undefined
      more = undefined
      try {
        promise?.resolve(bytes === undefined ? '' : decodeText(bytes))
        promise = undefined
      } catch (error) {
        fail(error)
      }
    })
    // A client that disconnects mid-body ends the wait: Node reports it as an error of the message.
    incoming.on('error', () => fail(createDisconnectError()))
    if (incoming.destroyed) fail(createDisconnectError())
  })
}

/** Time for the response before the connection of a client that sends too many pieces is closed. */
const CLOSING_MS = 1_000

/** Reads no more of the connection, since even discarding the rest would take the time that the limit saves. */
function stopReading(incoming: IncomingMessage): void {
  incoming.removeAllListeners('data')
  incoming.pause()
  setTimeout(() => incoming.socket.destroy(), CLOSING_MS).unref()
}

/** Reads and discards the rest, so that a client that is still sending reads its response. */
export function discard(incoming: IncomingMessage, pieces = new PieceLimit()): void {
  incoming.on('data', (chunk: Buffer) => {
    try {
      pieces.count(chunk)
    } catch {
      stopReading(incoming)
    }
  })
  incoming.resume()
}

function collectFirst(piece: Buffer): ByteCollector {
  const collector = new ByteCollector()
  collector.add(piece)
  return collector
}

function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

/**
 * Returns the body for a web `Request`. Reads nothing before the stream is read, so that the framework can still read
 * the body itself.
 */
export function bodyStream(incoming: IncomingMessage, maxBytes: number): ReadableStream<Uint8Array> {
  const wasRead = incoming.readableDidRead
  const chunks: AsyncIterator<Buffer> = incoming.iterator({ destroyOnReturn: false })
  const pieces = new PieceLimit()
  let size = 0
  const end = () => {
    // Remaining data must not block the next request of the connection, and a client that is still sending would not read
    // its response. The data doesn't flow while the iterator listens.
    const flow = () => discard(incoming, pieces)
    void Promise.resolve(chunks.return?.()).then(flow, flow)
  }
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    if (wasRead) throw new TypeError('Body is unusable: Body has already been read')
    if (size > maxBytes) throw tooLarge()
    const { done, value } = await chunks.next().catch(() => {
      throw createDisconnectError()
    })
    if (done) return controller.close()
    try {
      pieces.count(value)
    } catch (error) {
      stopReading(incoming)
      throw error
    }
    const room = maxBytes - size
    size += value.byteLength
    // A form that is too large is rendered again with the fields before the limit.
    if (room === 0) throw tooLarge()
    controller.enqueue(new Uint8Array(value.buffer, value.byteOffset, Math.min(value.byteLength, room)))
  }
  const tooLarge = (): FwError => {
    end()
    return createBodyLimitError(maxBytes)
  }
  return new ReadableStream({ pull, cancel: end }, { highWaterMark: 0 })
}

/** Reads the body of a native request whose body is a `bodyStream`. */
export async function readNative(native: Request): Promise<string> {
  return decodeText(Buffer.from(await native.arrayBuffer()))
}

function decodeText(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8')
  throw new FwError('invalid_json', { message: 'The request body is not valid UTF-8.' })
}

/** Without its cause, so that callers can't fill the log with stacks. */
function createDisconnectError(): FwError {
  return new FwError('invalid_request', { message: 'The client disconnected before the body was complete.' })
}
