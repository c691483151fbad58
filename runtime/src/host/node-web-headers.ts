/** The headers of a Node request as web `Headers`. A lookup by name doesn't create native `Headers`. */
import type { IncomingMessage } from 'node:http'
import { inheritLate } from './lazy-native.ts'

type Head = Pick<IncomingMessage, 'headers' | 'headersDistinct' | 'rawHeaders'>

/**
 * Names that can be looked up directly. Other names are left to the native `Headers` to refuse. `__proto__` is excluded
 * because Node drops it.
 */
const NAME = /^(?!__proto__$)[\w!#$%&'*+.^`|~-]+$/i

/** Headers of which Node may drop the second value. */
const SINGLE: ReadonlySet<string> = new Set(
  `age authorization content-length content-type etag expires from host if-modified-since if-unmodified-since last-modified
  location max-forwards proxy-authorization referer retry-after server user-agent`.split(/\s+/),
)

class NodeWebHeaders {
  readonly #incoming: Head
  #native: Headers | undefined

  constructor(incoming: Head) {
    this.#incoming = incoming
  }

  static {
    inheritLate(
      NodeWebHeaders.prototype,
      () => Headers,
      (instance) => (isOwn(instance) ? instance.#made : undefined),
    )
    function isOwn(instance: unknown): instance is NodeWebHeaders {
      return typeof instance === 'object' && instance !== null && #incoming in instance
    }
  }

  get [Symbol.toStringTag](): string {
    return 'Headers'
  }

  get(name: string): string | null {
    if (this.#native !== undefined || !NAME.test(name)) return this.#made.get(name)
    const { headers } = this.#incoming
    const lower = name.toLowerCase()
    if (!Object.hasOwn(headers, lower)) return null
    const value = SINGLE.has(lower) ? this.#incoming.headersDistinct[lower] : headers[lower]
    return typeof value === 'string' ? value : (value?.join(', ') ?? null)
  }

  has(name: string): boolean {
    return this.#native === undefined && NAME.test(name) ? this.get(name) !== null : this.#made.has(name)
  }

  get #made(): Headers {
    if (this.#native === undefined) {
      const { rawHeaders } = this.#incoming
      this.#native = new Headers()
      for (let at = 0; at < rawHeaders.length; at += 2)
        this.#native.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
    }
    return this.#native
  }
}

/** Creates separate `Headers`: changes have no effect on the request. */
export function nodeWebHeaders(incoming: Head): Headers {
  // Members that the class lacks come from the native object.
  return new NodeWebHeaders(incoming) as unknown as Headers
}
