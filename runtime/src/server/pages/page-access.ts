/**
 * Whether a caller may see a page that another endpoint shows: the manifest, a resource of MCP, a turn of the agent.
 * The middleware runs with a GET of that page, so that it decides as for the page itself.
 */

import { replaceSignal } from '#api/bind-signal.ts'
import type { Origin } from '#contract/api.ts'
import { FwError } from '#contract/http/error.ts'
import { ORIGIN_HEADER } from '#contract/http/path.ts'
import { toSearch } from '#contract/http/query.ts'
import type { FwRequest } from '#contract/http/request.ts'
import type { PageTarget } from '#contract/page/page-target.ts'
import type { App } from '../app/app.ts'
import { readPageTarget, splitSegments } from '../http/canonical-path.ts'
import { type MiddlewareCaller, runMiddleware } from '../http/run-middleware.ts'

/** The exchange of the endpoint that shows the page. */
export interface PageAccessCaller extends MiddlewareCaller {
  readonly app: App
  readonly request: FwRequest
}

/**
 * Returns whether the caller may see the page. `origin` is the endpoint's, because some endpoints are only for agents,
 * regardless of the headers. Throws the error of the middleware.
 */
export async function canSeePage(caller: PageAccessCaller, path: string, origin: Origin): Promise<boolean> {
  if (caller.app.policy.middleware === undefined) return true
  const target = readTarget(path)
  if (target === undefined) return true
  for (const own of listPaths(caller.app, target.path)) {
    const inner = new PageRequest(caller.request, { ...target, path: own }, origin)
    const response = await runMiddleware(inner, caller)
    if (response === undefined) continue
    response.body?.cancel().catch(() => undefined)
    return false
  }
  return true
}

/** Returns the paths that a request of the page passes: as written, without its language, and the page's own. */
function listPaths({ pages }: App, canonical: string): ReadonlySet<string> {
  const bare = pages.locales?.read(canonical)?.path ?? canonical
  // Pages are matched by segments, so a trailing slash doesn't matter.
  const segments = splitSegments(bare)
  const page = pages.markdownSource(segments) ?? `/${segments.map(encodeURIComponent).join('/')}`
  return new Set([canonical, bare, page])
}

/** Returns undefined for an invalid target, which can't be a page's. */
function readTarget(path: string): PageTarget | undefined {
  try {
    return readPageTarget(path)
  } catch (error) {
    if (error instanceof FwError) return undefined
    throw error
  }
}

/** A GET of a page on behalf of the caller of another endpoint: with its headers, without its body. */
class PageRequest implements FwRequest {
  readonly method = 'GET'
  readonly path: string
  readonly segments: readonly string[]
  readonly query: string
  readonly target: string
  readonly host: string | undefined
  readonly address: string | undefined
  readonly protocol: FwRequest['protocol']
  readonly viaProxy: boolean
  readonly web: Request

  constructor(outer: FwRequest, { path, query }: PageTarget, origin: Origin) {
    const { web, host, address, protocol, viaProxy } = outer
    const url = new URL(web.url)
    url.pathname = path
    url.search = toSearch(query)
    this.path = path
    this.query = query
    this.segments = splitSegments(path)
    this.target = query === '' ? path : `${path}?${query}`
    this.host = host
    this.address = address
    this.protocol = protocol
    this.viaProxy = viaProxy
    // A list of pages makes a request for each page. As an option of `new Request`, the signal would get a listener for
    // each, and every further one takes longer.
    this.web = replaceSignal(new Request(url, { headers: getPageHeaders(outer, origin) }), () => web.signal)
  }

  get signal(): AbortSignal {
    return this.web.signal
  }

  header(name: string): string | undefined {
    return this.web.headers.get(name) ?? undefined
  }

  async text(): Promise<string> {
    return ''
  }
}

const pageHeaders = new WeakMap<FwRequest, Map<Origin, Headers>>()

/** Returns the headers of a GET of a page. Made once for all pages of a list, because a request may have many headers. */
function getPageHeaders(outer: FwRequest, origin: Origin): Headers {
  const known = pageHeaders.get(outer) ?? new Map<Origin, Headers>()
  pageHeaders.set(outer, known)
  const made = known.get(origin)
  if (made !== undefined) return made
  const headers = new Headers(outer.web.headers)
  for (const name of [...headers.keys()]) if (isOfBody(name)) headers.delete(name)
  headers.set('accept', 'text/html')
  if (origin === 'agent') headers.set(ORIGIN_HEADER, 'agent')
  known.set(origin, headers)
  return headers
}

function isOfBody(name: string): boolean {
  return name.startsWith('content-') || name === 'transfer-encoding' || name === 'expect'
}
