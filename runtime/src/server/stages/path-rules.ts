/** Redirects and rewrites, in the order in which the app declares them (spec: Application configuration fields). */
import { FwError } from '#contract/error.ts'
import { FW_PREFIX } from '#contract/path.ts'
import type { FwRequest } from '#contract/request.ts'
import { canonicalPath, segmentsOf } from '../canonical-path.ts'
import type { ServerStage } from '../exchange.ts'
import { redirectReply } from '../reply.ts'
import { pageStage } from './page.ts'

/** Answered before any page is looked for. The query goes along, unless the target has one. */
export const redirectStage: ServerStage = (request, { app }) => {
  const found = app.redirects(request.segments)
  if (found === undefined) return undefined
  const { rule, target } = found
  return redirectReply(rule.status ?? 308, withQuery(target, request.query))
}

/** Answers with another page of the app under the address that was asked for. Middleware sees the page's own path too. */
export const rewriteStage: ServerStage = (request, exchange) => {
  const found = exchange.app.rewrites(request.segments)
  return found === undefined ? undefined : rewritten(request, exchange, found.target)
}

async function rewritten(...[request, exchange, target]: [...Parameters<ServerStage>, target: string]) {
  // One address per page, here too.
  if (request.path.length > 1 && request.path.endsWith('/'))
    return redirectReply(308, withQuery(request.path.slice(0, -1), request.query))
  const inner = new RewrittenRequest(request, target)
  const early = await exchange.app.options.middleware?.(exchange.web(inner))
  return early ?? pageStage(inner, exchange)
}

function withQuery(target: string, query: string): string {
  if (query === '' || target.includes('?')) return target
  const hash = target.indexOf('#')
  return hash === -1 ? `${target}?${query}` : `${target.slice(0, hash)}?${query}${target.slice(hash)}`
}

/** The same request for another path of this app. */
class RewrittenRequest implements FwRequest {
  readonly path: string
  readonly segments: readonly string[]
  readonly query: string
  readonly #outer: FwRequest
  #web: Request | undefined

  /** Throws `not_found` for what is no page's path: a capture never leads to the framework's endpoints. */
  constructor(outer: FwRequest, target: string) {
    const [path = '', query] = target.split('?', 2)
    this.path = canonicalPath(path)
    if (`${this.path}/`.startsWith(FW_PREFIX)) throw new FwError('not_found')
    this.segments = segmentsOf(this.path)
    this.query = query === undefined ? outer.query : query
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
      url.search = this.query
      this.#web = new Request(url, this.#outer.web)
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
