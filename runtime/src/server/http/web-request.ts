/** Creates an `FwRequest` from a web `Request`, for `fetch(request)` on any host. */
import { BoundSignal } from '#api/bind-signal.ts'
import { createBodyLimitError } from '#contract/http/body-limit.ts'
import { FwError } from '#contract/http/error.ts'
import type { FwRequest } from '#contract/http/request.ts'
import { checkHost } from '#identity/check-host.ts'
import type { ProxyTrust } from '#identity/proxy-trust.ts'
import { canonicalPath, splitSegments } from './canonical-path.ts'
import { ForwardedRequest } from './forwarded-request.ts'
import { limitBody } from './limit-body.ts'
import type { LimitedRequest } from './read-body.ts'
import { decodeUtf8, readBytes, refuseBroken } from './read-bytes.ts'

/** Returns the maximum size of a request's body in bytes. */
type BodyLimit = (request: LimitedRequest) => number

export class WebFwRequest extends ForwardedRequest implements FwRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly target: string
  readonly #request: Request
  readonly #bound: BoundSignal
  readonly #maxBodyBytes: number
  readonly #peer: string | undefined
  #web: Request | undefined

  /**
   * @throws {FwError} `not_found` for a path without a canonical form, `invalid_request` for an invalid host.
   * @param peer IP address at the other end of the socket, if the host knows it.
   */
  constructor(request: Request, bodyLimit: BodyLimit, peer?: string, proxyTrust?: ProxyTrust) {
    super(proxyTrust)
    checkHost(request.headers.get('host') ?? undefined)
    // Bun passes the bare target if the host header makes an invalid URL.
    if (!URL.canParse(request.url)) throw new FwError('invalid_request', { message: 'The request has no valid URL.' })
    const url = new URL(request.url)
    this.method = request.method.toUpperCase()
    this.path = canonicalPath(url.pathname)
    this.query = url.search.slice(1)
    this.target = url.pathname + url.search
    this.#request = request
    this.#bound = new BoundSignal(request)
    this.#maxBodyBytes = bodyLimit(this)
    this.#peer = peer
    // App code reads a body of declared length within the limit from the host's own request object, with its additional
    // members.
    if (url.pathname === this.path && isWithin(request, this.#maxBodyBytes)) this.#web = this.#bound.attach(request)
  }

  get segments(): readonly string[] {
    return splitSegments(this.path)
  }

  protected get peer(): string | undefined {
    return this.#peer
  }

  get signal(): AbortSignal {
    return this.#bound.signal
  }

  /** The request with the canonical path as its URL, so that middleware compares the path that is routed. */
  get web(): Request {
    if (this.#web === undefined) {
      const url = new URL(this.#request.url)
      url.pathname = this.path
      const { bodyUsed, method, headers, signal } = this.#request
      // The body of a request that was read already isn't available.
      const web = bodyUsed
        ? new Request(url, { method, headers, signal })
        : limitBody(this.#request, url, this.#maxBodyBytes)
      this.#web = this.#bound.attach(web)
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
    if (Number(this.header('content-length') ?? 0) > this.#maxBodyBytes) throw createBodyLimitError(this.#maxBodyBytes)
    return decodeUtf8(await readBytes(request.body, this.#maxBodyBytes).catch(refuseBroken))
  }
}

function isWithin({ body, bodyUsed, headers }: Request, maxBytes: number): boolean {
  const declared = headers.get('content-length')
  return body === null || bodyUsed || (declared !== null && Number(declared) <= maxBytes)
}
