/**
 * The one request and reply of the pipeline. The Node host makes an `FwRequest` without web objects; `fetch(Request)`
 * makes one from a `Request`. A web `Request` is made only when middleware, `ctxFor`, the session or a page asks for it.
 */

export interface FwRequest {
  /** Upper case. */
  readonly method: string
  /** Canonical path: each segment decoded once and encoded again (security rule 1). Begins with `/`. */
  readonly path: string
  /** The decoded segments of `path`; `/` has none. */
  readonly segments: readonly string[]
  /** Query string without `?`; empty when there is none. */
  readonly query: string
  /** Path and query as the caller wrote them: what a signature covers. Never route by it. */
  readonly target: string
  /** A header by lower-case name; several are joined with `, `. */
  header(name: string): string | undefined
  /** The body as text, read under the server's limit: throws `payload_too_large`. At most once. */
  text(): Promise<string>
  /** The caller's IP address as the host knows it, under `trustProxy`; undefined where the host does not say. */
  readonly address: string | undefined
  /** The host that the caller addressed: `Host`, or under `trustProxy` what the proxy says it was. */
  readonly host: string | undefined
  /** The scheme that the caller used, where a trusted proxy says it; undefined everywhere else. */
  readonly protocol: 'http' | 'https' | undefined
  /** Whether a trusted proxy handed the request on: what it added beside `x-forwarded-*` counts, too. */
  readonly viaProxy: boolean
  /** Aborts when the caller leaves. */
  readonly signal: AbortSignal
  /** The web `Request`, made on first use. Its body can be read when `text` was not called. */
  readonly web: Request
}

export type ReplyBody = string | Uint8Array | ReadableStream<Uint8Array> | null

/** An answer before a host sends it: what every stage of the server makes in place of a `Response`. */
export interface FwReply {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: ReplyBody
  /**
   * Sent as `x-request-id`. Not among `headers`: objects of headers are shared between answers, and a host writes each of
   * those once.
   */
  readonly requestId?: string
}

/** One step of the pipeline: an answer, or undefined to let the next stage have the request. */
export type Stage = (request: FwRequest) => FwReply | Response | undefined | Promise<FwReply | Response | undefined>
