/**
 * Limits the body of a web `Request`, for app code that reads the request itself. The Node host counts bytes in its own
 * stream (`host/node-body.ts`).
 */
import { createBodyLimitError } from '#contract/http/body-limit.ts'
import { PieceLimit } from '#wire/piece-limit.ts'
import { refuseBroken } from './read-bytes.ts'

/**
 * Bytes beyond the limit that are read and discarded before the failure. If the host closed the connection with its
 * response immediately, a client that is still sending would not read the response.
 */
const DISCARDED_BYTES = 67_108_864

/** After many smaller pieces, each read waits for a turn of the event loop, in which Bun joins the pieces that arrive. */
const SMALL_BYTES = 4_096
/** Number of small pieces that are read without waiting, so that ordinary bodies never wait. */
const FREE_SMALL_PIECES = 16

/** Limits that a host adds to the size limit. */
export interface BodyReading {
  /** Rejects if a promise doesn't settle in time. Default: no time limit. */
  limitTime?<Value>(reading: Promise<Value>): Promise<Value>
  /** Called after the whole body was read. */
  onEnd?(): void
}

/**
 * Returns the request with another URL, and with a body that fails with `payload_too_large` after `maxBytes`, and with
 * `invalid_request` if the client disconnects. Nothing is read before the app reads the body.
 */
export function limitBody(request: Request, url: URL, maxBytes: number, reading: BodyReading = {}): Request {
  const { body, method, headers, signal } = request
  if (body === null) return new Request(url, request)
  const source = new LimitedBody(body, maxBytes, reading)
  const limited = new ReadableStream<Uint8Array>(source, { highWaterMark: 0 })
  return new Request(url, { method, headers, signal, body: limited, duplex: 'half' } as RequestInit)
}

type BodyReader = ReadableStreamDefaultReader<Uint8Array>

class LimitedBody implements UnderlyingDefaultSource<Uint8Array> {
  readonly #body: ReadableStream<Uint8Array>
  readonly #reading: BodyReading
  #reader: BodyReader | undefined
  readonly #maxBytes: number
  #room: number
  #isOver = false
  #smallPieces = 0
  readonly #pieces = new PieceLimit()
  /** The reason why no more is read, once the time for the body is over. */
  #expired: { readonly error: unknown } | undefined
  /** Ends the read that waits for bytes. */
  #rejectRead: (error: unknown) => void = () => undefined
  #stopClock: () => void = () => undefined

  constructor(body: ReadableStream<Uint8Array>, maxBytes: number, reading: BodyReading) {
    this.#body = body
    this.#maxBytes = maxBytes
    this.#room = maxBytes
    this.#reading = reading
  }

  async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    this.#reader ??= this.#open()
    // A pull that enqueues nothing would not be repeated.
    for (;;) {
      if (this.#isOver) return this.#refuse(this.#reader)
      // The sender chooses the size of the pieces, and readers keep an object for each.
      if (this.#smallPieces > FREE_SMALL_PIECES) await new Promise((resolve) => setTimeout(resolve, 0))
      const { done, value } = await this.#read(this.#reader)
      if (done) {
        this.#stopClock()
        this.#reading.onEnd?.()
        return controller.close()
      }
      if (value.byteLength < SMALL_BYTES) this.#smallPieces += 1
      // A form over its limit is rendered again with the fields before the limit.
      const part = value.subarray(0, this.#room)
      this.#room -= part.byteLength
      this.#isOver = part.byteLength < value.byteLength
      if (part.byteLength > 0) return controller.enqueue(part)
    }
  }

  async cancel(): Promise<void> {
    this.#stopClock()
    await (this.#reader ?? this.#body).cancel()
  }

  #open(): BodyReader {
    const { limitTime } = this.#reading
    if (limitTime !== undefined) {
      const finished = new Promise<void>((resolve) => {
        this.#stopClock = resolve
      })
      // The app may have stopped reading by then.
      limitTime(finished).catch((error: unknown) => {
        this.#expired = { error }
        this.#rejectRead(error)
      })
    }
    return this.#body.getReader()
  }

  async #read(reader: BodyReader): Promise<ReadableStreamReadResult<Uint8Array>> {
    try {
      return await this.#readInTime(reader)
    } catch (error) {
      this.#stopClock()
      reader.cancel().catch(() => undefined)
      return refuseBroken(error)
    }
  }

  /** Without `Promise.race`: a promise for the time limit would keep a reaction for each read, until the body has ended. */
  #readInTime(reader: BodyReader): Promise<ReadableStreamReadResult<Uint8Array>> {
    if (this.#expired !== undefined) return Promise.reject(this.#expired.error)
    return new Promise((resolve, reject) => {
      this.#rejectRead = reject
      const count = (piece: ReadableStreamReadResult<Uint8Array>) => {
        if (!piece.done) this.#pieces.count(piece.value)
        resolve(piece)
      }
      reader.read().then(count).catch(reject)
    })
  }

  async #refuse(reader: BodyReader): Promise<never> {
    for (let left = DISCARDED_BYTES; left > 0; ) {
      const { done, value } = await this.#read(reader)
      if (done) break
      left -= value.byteLength
    }
    this.#stopClock()
    reader.cancel().catch(() => undefined)
    throw createBodyLimitError(this.#maxBytes)
  }
}
