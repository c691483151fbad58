/** An `FwRequest` based on Bun's `Request`, whose body is read within the size limit. */
import { createBodyLimitError } from '#contract/http/body-limit.ts'
import type { FwRequest } from '#contract/http/request.ts'
import { BoundSignal } from '../api/bind-signal.ts'
import { checkHost } from '../identity/check-host.ts'
import type { FwServer } from '../server/create-server.ts'
import { canonicalPath, splitSegments } from '../server/http/canonical-path.ts'
import { ForwardedRequest } from '../server/http/forwarded-request.ts'
import { type BodyReading, limitBody } from '../server/http/limit-body.ts'
import { decodeUtf8, GRACE_BYTES, readBytes, refuseBroken } from '../server/http/read-bytes.ts'
import type { BodyClock } from './body-clock.ts'
import type { BunServer } from './bun-api.ts'
import { checkTransferCoding } from './check-coding.ts'
import { refuseFragment } from './request-target.ts'

export class BunFwRequest extends ForwardedRequest implements FwRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly target: string
  readonly #request: Request
  readonly #listening: BunServer
  readonly #maxBodyBytes: number
  readonly #clock: BodyClock
  readonly #bound: BoundSignal
  #web: Request | undefined
  #read = false

  /** Throws `not_found` for a target without a canonical path, `invalid_request` for an invalid `Host` or a fragment. */
  constructor(
    request: Request,
    listening: BunServer,
    clock: BodyClock,
    { bodyLimit, proxyTrust }: Pick<FwServer, 'bodyLimit' | 'proxyTrust'>,
  ) {
    super(proxyTrust)
    checkHost(request.headers.get('host') ?? undefined)
    checkTransferCoding(request.headers.get('transfer-encoding') ?? undefined)
    const target = getTarget(request.url)
    refuseFragment(target)
    const mark = target.indexOf('?')
    this.method = request.method
    this.path = canonicalPath(mark === -1 ? target : target.slice(0, mark))
    this.target = target
    this.query = mark === -1 ? '' : target.slice(mark + 1)
    this.#request = request
    this.#bound = new BoundSignal(request)
    this.#listening = listening
    this.#clock = clock
    this.#maxBodyBytes = bodyLimit(this)
  }

  get segments(): readonly string[] {
    return splitSegments(this.path)
  }

  get #reading(): BodyReading {
    return {
      limitTime: (reading) => this.#clock.limit(reading),
      onEnd: () => {
        this.#read = true
      },
    }
  }

  protected get peer(): string | undefined {
    return this.#listening.requestIP(this.#request)?.address
  }

  get signal(): AbortSignal {
    return this.#bound.signal
  }

  /** The request with the canonical path as its URL, so that middleware compares the path that is routed. */
  get web(): Request {
    if (this.#web === undefined) {
      const request = this.#request
      const url = new URL(request.url, 'http://localhost')
      url.pathname = this.path
      this.#web = this.#bound.attach(this.#limit(request, url))
    }
    return this.#web
  }

  /** Without a limit, app code would receive a body of any size, however long it takes to arrive. */
  #limit(request: Request, url: URL): Request {
    if (request.body !== null) return limitBody(request, url, this.#maxBodyBytes, this.#reading)
    return url.href === request.url ? request : new Request(url, request)
  }

  header(name: string): string | undefined {
    return this.#request.headers.get(name) ?? undefined
  }

  text(): Promise<string> {
    const request = this.#web ?? this.#request
    if (request.bodyUsed)
      return Promise.reject(
        new TypeError(
          'The request body was read before the framework could read it. In middleware and ctxFor, read a clone: req.clone().',
        ),
      )
    const declared = request.headers.get('content-length')
    const isTooLong = declared !== null && Number(declared) > this.#maxBodyBytes
    if (isTooLong && Number(declared) > this.#maxBodyBytes + GRACE_BYTES)
      return Promise.reject(createBodyLimitError(this.#maxBodyBytes))
    const bytes =
      // Bun's parser enforces a declared length.
      declared === null || isTooLong
        ? readBytes(request.body ?? [], this.#maxBodyBytes)
        : request.arrayBuffer().then((all) => new Uint8Array(all))
    return this.#clock.limit(bytes).then((whole) => {
      this.#read = true
      return decodeUtf8(whole)
    }, refuseBroken)
  }

  /** Whether bytes of the body may still arrive: the connection can't serve another request then. */
  get isOpenEnded(): boolean {
    if (this.method === 'GET' || this.method === 'HEAD' || this.#read) return false
    const { headers } = this.#request
    const length = headers.get('content-length')
    return length === null ? headers.has('transfer-encoding') : length !== '0'
  }
}

/**
 * Returns the request target. Bun passes `http://<Host><target>`, or the bare target if `Host` would make an invalid URL.
 */
function getTarget(url: string): string {
  if (url.startsWith('/')) return url
  const slash = url.indexOf('/', url.indexOf('://') + 3)
  return slash === -1 ? url : url.slice(slash)
}
