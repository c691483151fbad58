/** The client of a generated package: where its calls are sent, and with which headers. */
import { ORIGIN_HEADER, TAINTED_HEADER } from '#contract/http/path.ts'

type Awaitable<Value> = Value | PromiseLike<Value>

/** A request, as `fetch` receives it. */
export interface FetchRequest {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: string
  /** No function responds with a redirect, so one would only lead the input and the headers to another server. */
  readonly redirect?: 'manual'
  readonly signal?: AbortSignal
}

/** The members of a `Response` that a client reads. */
export interface FetchResponse {
  readonly ok: boolean
  readonly status: number
  readonly headers: { get(name: string): string | null; has(name: string): boolean }
  json(): Promise<unknown>
  text(): Promise<string>
}

/** Options of `createClient`. */
export interface ClientOptions {
  /**
   * Origin of the app, such as `https://shop.example`. Default: the origin of the page. Other programs must set it.
   */
  readonly origin?: string
  /** Bearer token, or a function that returns it before each request. Default: none. */
  readonly token?: string | (() => Awaitable<string | undefined>)
  /**
   * Sends the requests, for example with `credentials: 'include'`. Its responses need no body streams. Default: the global
   * `fetch`.
   */
  readonly fetch?: (url: string, request: FetchRequest) => Promise<FetchResponse>
  /** Further headers, or a function that returns them before each request. Default: none. */
  readonly headers?: Readonly<Record<string, string>> | (() => Awaitable<Readonly<Record<string, string>>>)
  /** Time in milliseconds after which a call rejects with `unavailable`. Default: no limit. */
  readonly timeoutMs?: number
  /**
   * The client calls for an AI agent: guarded calls wait for the approval of a user. `tainted` if the agent has read untrusted
   * content. Default: `false`.
   */
  readonly agent?: boolean | 'tainted'
}

/** Options of a single call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal
  /** Time in milliseconds after which the call rejects with `unavailable`. Default: that of the client. */
  readonly timeoutMs?: number
  /** Further headers. Default: none. */
  readonly headers?: Readonly<Record<string, string>>
}

/** The first argument of every function of the package. */
export interface Client {
  /** Origin of the app; empty for that of the page. */
  readonly origin: string
  readonly timeoutMs?: number | undefined
  /** Sends a request to a path of the app, with the headers of the client. */
  request(path: string, request: FetchRequest): Promise<FetchResponse>
}

/**
 * Creates a client. It sends nothing.
 *
 * @throws TypeError without `origin` outside of a page, and for an origin that isn't an HTTP URL.
 */
export function createClient(options: ClientOptions = {}): Client {
  const { token, headers = {}, timeoutMs, agent = false } = options
  const origin = readOrigin(options.origin)
  const own: Readonly<Record<string, string>> = {
    ...(agent !== false && { [ORIGIN_HEADER]: 'agent' }),
    ...(agent === 'tainted' && { [TAINTED_HEADER]: '1' }),
  }
  return {
    origin,
    timeoutMs,
    async request(path, request) {
      const secret = typeof token === 'function' ? await token() : token
      const sent = {
        ...request,
        redirect: 'manual' as const,
        headers: {
          accept: 'application/json',
          // Without it, the server can't distinguish the GET of a browser from one that markup of the page has caused.
          ...(request.method === 'GET' && { [ORIGIN_HEADER]: 'human' }),
          ...(typeof headers === 'function' ? await headers() : headers),
          ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
          ...request.headers,
          // Last: a header of a call must not make an agent's call a human's.
          ...own,
        },
      }
      return options.fetch === undefined ? fetch(origin + path, sent) : options.fetch(origin + path, sent)
    },
  }
}

function readOrigin(origin: string | undefined): string {
  if (origin === undefined) {
    if (globalThis.location?.origin !== undefined) return ''
    throw new TypeError(
      "createClient needs the origin of the app outside of a page: { origin: 'https://shop.example' }.",
    )
  }
  let url: URL
  try {
    url = new URL(origin)
  } catch {
    throw new TypeError(`The origin "${origin}" isn't a URL. Write it like https://shop.example.`)
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new TypeError(`The origin "${origin}" isn't an HTTP URL. Write it like https://shop.example.`)
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw new TypeError(`The origin "${origin}" has a path. Leave it out: ${url.origin}.`)
  return url.origin
}

/** Runs a call with its signal, which is aborted by that of the caller and at the end of the time limit. */
export async function runWithSignal<Result>(
  { timeoutMs, signal }: Pick<CallOptions, 'timeoutMs' | 'signal'>,
  work: (signal: AbortSignal | undefined) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted()
  if (timeoutMs === undefined) return rejectWithReason(signal, () => work(signal))
  // Not AbortSignal.any, which browsers of 2023 lack.
  const controller = new AbortController()
  const abort = () => controller.abort(signal?.reason)
  const timer = setTimeout(
    () => controller.abort(new DOMException(`No response within ${timeoutMs} ms.`, 'TimeoutError')),
    timeoutMs,
  )
  signal?.addEventListener('abort', abort, { once: true })
  try {
    return await rejectWithReason(signal, () => work(controller.signal))
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

async function rejectWithReason<Result>(signal: AbortSignal | undefined, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  }
}
