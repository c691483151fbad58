/**
 * The request and reply types of the pipeline. The Node host creates an `FwRequest` without web objects; `fetch(Request)`
 * creates one from a `Request`. A web `Request` is created only if middleware, `ctxFor`, the session or a page needs it.
 */

export interface FwRequest {
  /** In upper case. */
  readonly method: string
  /** Canonical path: each segment decoded once and encoded again. Begins with `/`. */
  readonly path: string
  /** The decoded segments of `path`; `/` has none. */
  readonly segments: readonly string[]
  /** Query string without `?`; empty without a query. */
  readonly query: string
  /** Path and query as the caller sent them. Signatures cover this value; never route by it. */
  readonly target: string
  /** Returns a header by its lower-case name; multiple values are joined with `, `. */
  header(name: string): string | undefined
  /** Reads the body as a string, within the server's size limit. Throws `payload_too_large`. Callable only once. */
  text(): Promise<string>
  /** The caller's IP address, which respects `trustProxy`; undefined if the host doesn't provide it. */
  readonly address: string | undefined
  /** The requested host: the `Host` header, or with `trustProxy` the host that the proxy reports. */
  readonly host: string | undefined
  /** The scheme that the caller used, if a trusted proxy reports it; otherwise undefined. */
  readonly protocol: 'http' | 'https' | undefined
  /** Whether a trusted proxy forwarded the request: its other headers are trusted in addition to `x-forwarded-*`. */
  readonly viaProxy: boolean
  /** Aborts when the caller disconnects. */
  readonly signal: AbortSignal
  /** The web `Request`, created on first use. Its body can be read if `text` wasn't called. */
  readonly web: Request
}

export type ReplyBody = string | Uint8Array | ReadableStream<Uint8Array> | PushedBody | null

/** A body that the framework writes piece by piece, without a web stream between it and the socket. */
export interface PushedBody {
  /** No code of the app runs while the body is written, so it needn't keep the request and its ctx. */
  readonly isUnbound?: true
  /** Begins to write. Called at most once, by the host. */
  open(sink: BodySink): void
  /** The client has disconnected, or the host doesn't send the body. Called at most once. */
  cancel(): void
}

/** The place where a host receives a pushed body. Ignores everything after `end`, `fail` and a disconnect. */
export interface BodySink {
  /** Sends text. Returns a promise if the client is slower; it resolves when there is room, or when the client has left. */
  write(text: string): Promise<void> | undefined
  end(): void
  /** Breaks the connection off, because the body is incomplete. */
  fail(error: unknown): void
}

/** Whether the body is pushed. */
export function isPushed(body: ReplyBody): body is PushedBody {
  return typeof body === 'object' && body !== null && 'open' in body
}

/** A response before a host sends it. Every stage of the server returns this type instead of a `Response`. */
export interface FwReply {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: ReplyBody
  /**
   * Sent as `x-request-id`. Separate from `headers`, because header objects are shared between responses, and a host
   * serializes each shared object only once.
   */
  readonly requestId?: string
}

/** One step of the pipeline: returns a response, or undefined to pass the request to the next stage. */
export type Stage = (request: FwRequest) => FwReply | Response | undefined | Promise<FwReply | Response | undefined>
