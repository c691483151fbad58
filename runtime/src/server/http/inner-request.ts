/** The same request with another path of this app: the target of a rewrite, or a path without its language. */

import { isFrameworkPath } from '#contract/http/endpoint.ts'
import { FwError } from '#contract/http/error.ts'
import { toSearch } from '#contract/http/query.ts'
import type { FwRequest } from '#contract/http/request.ts'
import { canonicalPath, splitSegments } from './canonical-path.ts'

export class InnerRequest implements FwRequest {
  readonly path: string
  readonly segments: readonly string[]
  readonly query: string
  readonly #outer: FwRequest
  #web: Request | undefined

  /** Throws `not_found` for a path that isn't a page's: a captured parameter must not reach the framework's endpoints. */
  constructor(outer: FwRequest, target: string) {
    const mark = target.indexOf('?')
    this.path = canonicalPath(mark === -1 ? target : target.slice(0, mark))
    if (isFrameworkPath(`${this.path}/`)) throw new FwError('not_found')
    this.segments = splitSegments(this.path)
    this.query = mark === -1 ? outer.query : target.slice(mark + 1)
    this.#outer = outer
  }

  get method(): string {
    return this.#outer.method
  }

  get target(): string {
    return this.#outer.target
  }

  get address(): string | undefined {
    return this.#outer.address
  }

  get host(): string | undefined {
    return this.#outer.host
  }

  get protocol(): FwRequest['protocol'] {
    return this.#outer.protocol
  }

  get viaProxy(): boolean {
    return this.#outer.viaProxy
  }

  get signal(): AbortSignal {
    return this.#outer.signal
  }

  get web(): Request {
    if (this.#web === undefined) {
      const url = new URL(this.#outer.web.url)
      url.pathname = this.path
      url.search = toSearch(this.query)
      this.#web = new Request(url, initFrom(this.#outer.web))
    }
    return this.#web
  }

  header(name: string): string | undefined {
    return this.#outer.header(name)
  }

  text(): Promise<string> {
    return this.#outer.text()
  }
}

/** Doesn't consume the body of the outer request, from which the framework reads it. */
function initFrom(web: Request): RequestInit {
  const { method, headers, signal } = web
  const isBodyless = method === 'GET' || method === 'HEAD' || web.bodyUsed || web.body === null
  return isBodyless ? { method, headers, signal } : web.clone()
}
