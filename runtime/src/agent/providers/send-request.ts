/**
 * Sends a request to a provider, and passes its response on as it arrives: with `node:http`, or with a `fetch`. The web streams
 * of `fetch` cost several promises for each piece of a streamed reply.
 */
import type { IncomingMessage, RequestOptions } from 'node:http'
import type { Readable } from 'node:stream'
import { IDLE_MS, REDIRECTS } from '../outgoing-http.ts'

/** A POST request. */
interface OutgoingRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly signal: AbortSignal
}

export interface IncomingResponse {
  readonly status: number
  readonly headers: Pick<Headers, 'get'>
  readonly body: IncomingBody
}

/** The body of a response. It is read, drained or closed. */
export interface IncomingBody {
  /**
   * Passes each piece to `take` as it arrives, and resolves with `true` if the body ended. If `take` returns `false`, it resolves
   * with `false`. A promise is awaited before the next piece is read. Rejects if the connection is lost, and with an error of `take`.
   */
  read(take: PieceTaker): Promise<boolean>
  /** Reads the rest, because only then can the next request reuse the connection. Closes it after `ms` milliseconds. */
  drain(ms: number): void
  /** Closes the connection, unless the body has ended. */
  close(): void
}

type PieceTaker = (piece: Uint8Array) => boolean | Promise<boolean>

/** Sends a request. A redirect isn't followed, because it must not carry the key to another host: it rejects. */
type ProviderSender = (request: OutgoingRequest) => Promise<IncomingResponse>

let sendByNode: Promise<ProviderSender> | undefined

/** Sends a request with `node:http`; on Bun, whose `fetch` is faster, and on hosts without Node's modules with `fetch`. */
export const sendRequest: ProviderSender = async (request) => {
  const isNode =
    typeof process === 'object' && process.versions?.node !== undefined && process.versions.bun === undefined
  if (!isNode) return sendByFetch(fetch)(request)
  sendByNode ??= createNodeSender()
  return (await sendByNode)(request)
}

/** Sends requests with this `fetch`. */
export function sendByFetch(send: typeof fetch): ProviderSender {
  return async ({ url, headers, body, signal }) => {
    const response = await send(url, { method: 'POST', headers, body, signal, redirect: 'error' })
    return { status: response.status, headers: response.headers, body: new StreamBody(response.body) }
  }
}

/** The body of a `Response`. */
class StreamBody implements IncomingBody {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array> | undefined

  constructor(body: ReadableStream<Uint8Array> | null) {
    this.#reader = body?.getReader()
  }

  async read(take: PieceTaker): Promise<boolean> {
    while (this.#reader !== undefined) {
      const { done, value } = await this.#reader.read()
      if (done) break
      const more = take(value)
      if (more === false || (more !== true && !(await more))) return false
    }
    return true
  }

  drain(ms: number): void {
    const timer = setTimeout(() => this.close(), ms)
    timer.unref?.()
    // If the connection is lost, the content is already complete.
    void this.read(() => true)
      .catch(() => undefined)
      .finally(() => clearTimeout(timer))
  }

  close(): void {
    this.#reader?.cancel().catch(() => undefined)
  }
}

async function createNodeSender(): Promise<ProviderSender> {
  const [http, https, zlib] = await Promise.all([import('node:http'), import('node:https'), import('node:zlib')])
  const plainAgent = new http.Agent({ keepAlive: true, timeout: IDLE_MS })
  const secureAgent = new https.Agent({ keepAlive: true, timeout: IDLE_MS })
  const decoders: ReadonlyMap<string, () => NodeJS.ReadWriteStream & Readable> = new Map([
    ['gzip', zlib.createGunzip],
    ['x-gzip', zlib.createGunzip],
    ['deflate', zlib.createInflate],
    ['br', zlib.createBrotliDecompress],
  ])

  function attempt({ url, headers, body, signal }: OutgoingRequest, isFirst: boolean): Promise<IncomingMessage> {
    const target = new URL(url)
    const isSecure = target.protocol === 'https:'
    const options: RequestOptions = {
      method: 'POST',
      agent: isSecure ? secureAgent : plainAgent,
      headers: {
        accept: '*/*',
        // A compressed stream would arrive in larger pieces.
        'accept-encoding': 'identity',
        'user-agent': 'fw',
        ...headers,
        'content-length': Buffer.byteLength(body),
      },
      signal,
    }
    return new Promise((resolve, reject) => {
      const sent = (isSecure ? https : http).request(target, options, resolve)
      let isRepeated = false
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // The server closed an idle connection while it was chosen.
        const isStale = isFirst && sent.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
        isRepeated = isStale && !signal.aborted
        if (isRepeated) attempt({ url, headers, body, signal }, false).then(resolve, reject)
        else reject(error)
      })
      sent.on('upgrade', (_message, socket) => {
        socket.destroy()
        reject(new Error('The server switched protocols.'))
      })
      sent.on('close', () => {
        if (!isRepeated) reject(new Error('The connection was closed before a response.'))
      })
      sent.end(body)
    })
  }

  return async (request) => {
    const message = await attempt(request, true)
    const { statusCode: status = 0, headers } = message
    const encoding = headers['content-encoding'] ?? 'identity'
    const decode = decoders.get(encoding)
    if (REDIRECTS.has(status) || (decode === undefined && encoding !== 'identity')) {
      message.destroy()
      throw new Error(
        REDIRECTS.has(status) ? 'The server redirected the request.' : `The response is compressed with ${encoding}.`,
      )
    }
    const get = (name: string): string | null => {
      const value = headers[name.toLowerCase()]
      return Array.isArray(value) ? value.join(', ') : (value ?? null)
    }
    return { status, headers: { get }, body: new MessageBody(message, decode?.()) }
  }
}

/** The body of a message of `node:http`. */
class MessageBody implements IncomingBody {
  readonly #message: IncomingMessage
  readonly #decoder: (NodeJS.ReadWriteStream & Readable) | undefined

  constructor(message: IncomingMessage, decoder: (NodeJS.ReadWriteStream & Readable) | undefined) {
    this.#message = message
    this.#decoder = decoder
    // Without a listener, an error after the last read would end the process.
    message.on('error', (error) => decoder?.destroy(error))
    decoder?.on('error', () => message.destroy())
    if (decoder !== undefined) message.pipe(decoder)
  }

  read(take: PieceTaker): Promise<boolean> {
    const stream: Readable = this.#decoder ?? this.#message
    return new Promise((resolve, reject) => {
      if (stream.destroyed) {
        reject(stream.errored ?? new Error('The connection was closed.'))
        return
      }
      const settle = (end: () => void) => {
        stream.off('data', handle).off('end', ended).off('error', failed).off('close', closed)
        stream.pause()
        end()
      }
      const ended = () => settle(() => resolve(true))
      const failed = (error: unknown) => settle(() => reject(error))
      const closed = () => failed(new Error('The connection was closed.'))
      const go = (more: boolean) => {
        if (!more) settle(() => resolve(false))
        else stream.resume()
      }
      const handle = (piece: Uint8Array) => {
        try {
          const more = take(piece)
          if (more === true) return
          if (more === false) return go(false)
          stream.pause()
          more.then(go, failed)
        } catch (error) {
          failed(error)
        }
      }
      stream.on('data', handle).on('end', ended).on('error', failed).on('close', closed)
    })
  }

  drain(ms: number): void {
    const timer = setTimeout(() => this.close(), ms)
    timer.unref()
    this.#message.once('close', () => clearTimeout(timer))
    this.#decoder?.resume()
    this.#message.resume()
  }

  close(): void {
    if (!this.#message.readableEnded) this.#message.destroy()
  }
}
