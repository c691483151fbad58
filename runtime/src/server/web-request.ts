/** An `FwRequest` from a web `Request`: for `fetch(request)` on any host. */
import { FwError } from '#contract/error.ts'
import type { FwRequest } from '#contract/request.ts'
import { type ProxyTrust, type RequestSource, sourceOf } from '../identity/proxy-trust.ts'
import { canonicalPath, segmentsOf } from './canonical-path.ts'

export class WebFwRequest implements FwRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly target: string
  readonly #request: Request
  readonly #maxBodyBytes: number
  readonly #peer: string | undefined
  readonly #proxyTrust: ProxyTrust | undefined
  #source: RequestSource | undefined
  #web: Request | undefined

  /**
   * Throws `not_found` for a path that has no canonical form. `peer` is the address at the other end of the socket, where
   * the host knows it.
   */
  constructor(request: Request, maxBodyBytes: number, peer?: string, proxyTrust?: ProxyTrust) {
    const url = new URL(request.url)
    this.method = request.method.toUpperCase()
    this.path = canonicalPath(url.pathname)
    this.query = url.search.slice(1)
    this.target = url.pathname + url.search
    this.#request = request
    this.#maxBodyBytes = maxBodyBytes
    this.#peer = peer
    this.#proxyTrust = proxyTrust
    if (url.pathname === this.path) this.#web = request
  }

  get segments(): readonly string[] {
    return segmentsOf(this.path)
  }

  get address(): string | undefined {
    return this.#from.address
  }

  get host(): string | undefined {
    return this.#from.host
  }

  get protocol(): FwRequest['protocol'] {
    return this.#from.protocol
  }

  get viaProxy(): boolean {
    return this.#from.viaProxy
  }

  get #from(): RequestSource {
    this.#source ??= sourceOf(this.#proxyTrust, this.#peer, (name) => this.header(name))
    return this.#source
  }

  get signal(): AbortSignal {
    return this.#request.signal
  }

  /** With the canonical path as its URL: middleware that compares paths must see the one that is routed. */
  get web(): Request {
    if (this.#web === undefined) {
      const url = new URL(this.#request.url)
      url.pathname = this.path
      const { bodyUsed, method, headers, signal } = this.#request
      // Of a body that has been read nothing can be made any more.
      this.#web = new Request(url, bodyUsed ? { method, headers, signal } : this.#request)
    }
    return this.#web
  }

  header(name: string): string | undefined {
    return this.#request.headers.get(name) ?? undefined
  }

  async text(): Promise<string> {
    const request = this.#web ?? this.#request
    if (request.bodyUsed)
      throw new TypeError(
        'The request body was read before the framework could read it. In middleware and ctxFor, read a clone: req.clone().',
      )
    if (request.body === null) return ''
    if (Number(this.header('content-length') ?? 0) > this.#maxBodyBytes) throw new FwError('payload_too_large')
    return decodeUtf8(await readBytes(request.body, this.#maxBodyBytes).catch(refuseBroken))
  }
}

/** Read and thrown away beyond the limit, so that a caller who is a little over it is not cut off before the answer. */
export const GRACE_BYTES = 65_536

/** The bytes of a body, counted while they are read. Throws `payload_too_large`, or what the stream failed with. */
export async function readBytes(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > maxBytes + GRACE_BYTES) break
    if (size <= maxBytes) chunks.push(chunk)
  }
  if (size > maxBytes) throw new FwError('payload_too_large')
  const [first] = chunks
  return chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks)
}

/** Why a body could not be read. Without its cause: what any caller can do makes no line with a stack in the log. */
export function refuseBroken(cause: unknown): never {
  if (cause instanceof FwError) throw cause
  throw new FwError('invalid_request', { message: 'The caller left before the body was complete.' })
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Throws `invalid_json` for bytes that are no UTF-8: replacing them would change what was sent. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes)
  } catch (cause) {
    throw new FwError('invalid_json', { message: 'The request body is not valid UTF-8.', cause })
  }
}
