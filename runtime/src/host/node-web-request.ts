/** A Node request as a web `Request`. Common members are read without creating a native one. */
import type { IncomingMessage } from 'node:http'
import { REQUEST_FACTS, type RequestFacts } from '#contract/http/request-facts.ts'
import { inheritLate } from './lazy-native.ts'
import { bodyStream } from './node-body.ts'
import { nodeWebHeaders } from './node-web-headers.ts'

/** The data of the request. */
interface WebRequestSource {
  readonly incoming: IncomingMessage
  /** Canonical path, without the query. */
  readonly path: string
  readonly query: string
  readonly method: string
  readonly maxBodyBytes: number
  /** Created when the request's own signal is read. */
  readonly signal: AbortSignal
}

class NodeWebRequest {
  readonly #source: WebRequestSource
  #headers: Headers | undefined
  #native: Request | undefined;
  /** Declared, so that its lookup doesn't search all members that a `Request` inherits. */
  [REQUEST_FACTS]: RequestFacts | undefined = undefined

  constructor(source: WebRequestSource) {
    this.#source = source
  }

  static {
    inheritLate(
      NodeWebRequest.prototype,
      () => Request,
      (instance) => (NodeWebRequest.isOwn(instance) ? instance.#made : undefined),
    )
  }

  static isOwn(this: void, instance: unknown): instance is NodeWebRequest {
    return typeof instance === 'object' && instance !== null && #source in instance
  }

  /** Returns the native request if it was created. */
  static getNative(this: void, request: Request): Request | undefined {
    return NodeWebRequest.isOwn(request) ? (request as NodeWebRequest).#native : undefined
  }

  get [Symbol.toStringTag](): string {
    return 'Request'
  }

  get method(): string {
    return this.#source.method
  }

  get url(): string {
    return createUrl(this.#source)
  }

  get headers(): Headers {
    this.#headers ??= this.#native?.headers ?? nodeWebHeaders(this.#source.incoming)
    return this.#headers
  }

  get signal(): AbortSignal {
    return this.#source.signal
  }

  get bodyUsed(): boolean {
    return this.#native?.bodyUsed ?? this.#source.incoming.readableDidRead
  }

  get #made(): Request {
    if (this.#native === undefined) {
      const { method, signal, incoming, maxBodyBytes } = this.#source
      const body = method === 'GET' || method === 'HEAD' ? null : bodyStream(incoming, maxBodyBytes)
      const init = { method, headers: this.headers, signal, body, duplex: 'half' } as const
      this.#native = new Request(this.url, init)
    }
    return this.#native
  }
}

/** Creates the web `Request` of a Node request. */
export function nodeWebRequest(source: WebRequestSource): Request {
  // Members that the class lacks come from the native object.
  return new NodeWebRequest(source) as unknown as Request
}

/** Returns the native request, through which the body must be read; undefined until it was created. */
export const nativeRequestOf = NodeWebRequest.getNative

/** Returns a normalized URL, as every `Request` has. `checkHost` has refused hosts that a URL can't contain. */
function createUrl({ incoming, path, query }: WebRequestSource): string {
  const scheme = 'encrypted' in incoming.socket && incoming.socket.encrypted ? 'https' : 'http'
  const search = query === '' ? '' : `?${query}`
  const url = `${scheme}://${incoming.headers.host || 'localhost'}${path}${search}`
  return new URL(url).href
}
