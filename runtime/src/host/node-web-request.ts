/** A Node request as a web `Request`. What callers are told apart by is read without making one. */
import type { IncomingMessage } from 'node:http'
import { REQUEST_FACTS, type RequestFacts } from '#contract/request-facts.ts'
import { inheritLate } from './lazy-native.ts'
import { bodyStream } from './node-body.ts'
import { nodeWebHeaders } from './node-web-headers.ts'

/** What the request is made of. */
export interface WebRequestSource {
  readonly incoming: IncomingMessage
  /** Canonical path, and the query behind it. */
  readonly path: string
  readonly query: string
  readonly method: string
  readonly maxBodyBytes: number
  /** Asked for when somebody asks for the request's own. */
  readonly signal: AbortSignal
}

class NodeWebRequest {
  readonly #source: WebRequestSource
  #headers: Headers | undefined
  #native: Request | undefined;
  /** Declared, so that looking for it does not look through everything that a `Request` inherits. */
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

  /** The native request, if somebody needed one. */
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

/** The web `Request` of a Node request. */
export function nodeWebRequest(source: WebRequestSource): Request {
  // Everything that is not in the class comes from the native object behind it.
  return new NodeWebRequest(source) as unknown as Request
}

/** The native request behind one of ours, through which its body must be read; undefined while there is none. */
export const nativeRequestOf = NodeWebRequest.getNative

/** Normalised, as that of every `Request`. `checkHost` has refused what no URL can hold. */
function createUrl({ incoming, path, query }: WebRequestSource): string {
  const scheme = 'encrypted' in incoming.socket && incoming.socket.encrypted ? 'https' : 'http'
  const search = query === '' ? '' : `?${query}`
  const url = `${scheme}://${incoming.headers.host || 'localhost'}${path}${search}`
  return new URL(url).href
}
