/** A built app that renders without visitors: no session, no request but a bare GET of a path. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { needsServer, notKnown, SEARCH } from '../diagnostic/needs-server.ts'
import { withPolicy } from './content-policy.ts'
import type { PathRule } from './rule-paths.ts'
import { type CtxFor, NeedsServerError, staticCtxFor } from './static-ctx.ts'

/** What the runtime's server has for us; the compiler does not import its type. */
interface FwServer {
  fetchInProcess(request: Request): Promise<Response>
  listPages(): Promise<readonly KnownPage[]>
  notFoundPage(ctx?: unknown): Promise<string | undefined>
  markdownOf(html: string): Promise<string>
}

export interface KnownPage {
  readonly path: string
  readonly pattern: string
  readonly concrete: boolean
  /** What the route throws, so that its pages aren't known or can't be rendered. */
  readonly problem?: string
  /** In an international app: the address without the language, which leads to a language. */
  readonly barePath?: string
}

/** The options of the app's server that matter here. */
interface AppOptions {
  readonly ctxFor?: CtxFor
  readonly middleware?: Middleware
  readonly siteUrl?: string
  readonly redirects?: readonly PathRule[]
  readonly rewrites?: readonly PathRule[]
  readonly csp?: boolean | { readonly static?: 'hash'; readonly header?: string | (() => string) }
}

type Middleware = (req: Request) => unknown

/** Of the server bundle. */
export type CreateApp = (wiring: (options: AppOptions) => object) => unknown

export type RenderedPage =
  | { readonly kind: 'html'; readonly html: string; readonly warnings: readonly string[] }
  | { readonly kind: 'redirect'; readonly location: string; readonly warnings: readonly string[] }
  /** The middleware returned a `Response`: visitors without a session don't see this page. */
  | { readonly kind: 'refused'; readonly status: number; readonly warnings: readonly string[] }
  | {
      readonly kind: 'failed'
      readonly status: number
      /** Goes on after the page's path. */
      readonly reason: string
      /** What was thrown, where anything was. */
      readonly error: unknown
      readonly warnings: readonly string[]
    }

export interface StaticApp {
  readonly siteUrl: string | undefined
  readonly redirects: readonly PathRule[]
  readonly rewrites: readonly PathRule[]
  listPages(): Promise<readonly KnownPage[]>
  render(path: string): Promise<RenderedPage>
  /** `_404` as a document; undefined where the app has none. */
  notFound(): Promise<RenderedPage | undefined>
  /** Whether a content security policy is asked for that no file can carry. */
  readonly ignoresCsp: boolean
  /** A document of `render` as Markdown, as the server answers it at the page's `.md` address. */
  markdownOf(html: string): Promise<string>
  /**
   * Creates `/llms.txt` or a similar file, in which only the pages of `listed` appear. Undefined if the app has no such
   * file. Rejects if it fails.
   */
  discovery(path: string, listed: ReadonlySet<string>): Promise<string | undefined>
}

/** What one render says beside its answer. */
interface Trace {
  readonly needs: NeedsServerError[]
  readonly thrown: unknown[]
  readonly warnings: string[]
  ctx?: unknown
  /** What the middleware returned. */
  refusal?: unknown
}

/** How long a page may take. */
const LIMIT_MS = 60_000

/** Makes the app's server without what a static site has not. */
export function openStaticApp(createApp: CreateApp): StaticApp {
  const traces = new AsyncLocalStorage<Trace>()
  let options: AppOptions = {}
  let ctxFor: CtxFor = () => ({})
  let listedPages: ReadonlySet<string> = new Set()
  const server = createApp((given) => {
    options = given
    const own = staticCtxFor(given.ctxFor, (error) => traces.getStore()?.needs.push(error))
    ctxFor = async (req, facts) => {
      const ctx = await own(req, facts)
      const trace = traces.getStore()
      if (trace !== undefined) trace.ctx = ctx
      return ctx
    }
    return { ctxFor, isListed: (path: string) => listedPages.has(path), ...staticOptions(traces, given.middleware) }
  }) as FwServer // what our runtime's createFwServer returns
  const origin = options.siteUrl ?? 'http://localhost'
  const policy = getPolicy(options)
  const finishHtml = (html: string) => (policy === undefined ? html : withPolicy(html, policy))
  const fetchText = async (path: string) => {
    const response = await server.fetchInProcess(new Request(new URL(path, origin)))
    return { response, text: await response.text() }
  }
  const traceWork = <T>(work: () => Promise<T>): Promise<{ trace: Trace; value: T }> => {
    const trace: Trace = { needs: [], thrown: [], warnings: [] }
    return traces.run(trace, async () => ({ trace, value: await within(LIMIT_MS, work()) }))
  }

  return {
    siteUrl: options.siteUrl,
    redirects: options.redirects ?? [],
    rewrites: options.rewrites ?? [],
    listPages: () => server.listPages(),
    async render(path) {
      try {
        const { trace, value } = await traceWork(() => fetchText(path))
        const page = createPage(path, value.response, value.text, trace)
        return page.kind === 'html' ? { ...page, html: finishHtml(page.html) } : page
      } catch (error) {
        return { kind: 'failed', status: 500, reason: `failed: ${getMessage(error)}`, error, warnings: [] }
      }
    },
    async notFound() {
      const work = async () => {
        const ctx = await ctxFor(new Request(new URL('/404.html', origin)), { session: undefined, agent: null })
        return server.notFoundPage(ctx)
      }
      try {
        const { trace, value } = await traceWork(work)
        const need = trace.needs[0]
        if (need !== undefined) return createServerNeed(need, trace)
        return value === undefined ? undefined : { kind: 'html', html: finishHtml(value), warnings: trace.warnings }
      } catch (error) {
        return { kind: 'failed', status: 500, reason: `throws: ${getMessage(error)}`, error, warnings: [] }
      }
    },
    ignoresCsp: policy === undefined && Boolean(options.csp),
    markdownOf: server.markdownOf,
    async discovery(path, listed) {
      listedPages = listed
      const { response, text } = await fetchText(path)
      const isPage = response.headers.get('content-type')?.startsWith('text/html')
      if (response.status >= 500) throw new Error(`${path} answers ${response.status}; the log above says why.`)
      return response.status === 200 && !isPage ? text : undefined
    },
  }
}

/** What the server is told instead of the app's own options, so that each render leaves its trace. */
function staticOptions(traces: AsyncLocalStorage<Trace>, middleware: Middleware | undefined) {
  return {
    ...NOT_STATIC,
    middleware:
      middleware &&
      (async (req: Request) => {
        const trace = traces.getStore()
        // It decides about pages, and not about the files for crawlers.
        if (trace === undefined) return undefined
        trace.refusal = await middleware(req)
        return trace.refusal
      }),
    searchOf: (query: string) => {
      // That of a rewrite's target, which every visitor gets.
      if (query !== '') return new URLSearchParams(query)
      const need = new NeedsServerError(notKnown(SEARCH))
      traces.getStore()?.needs.push(need)
      throw need
    },
    onPageError: (error: unknown, place: string) => {
      const trace = traces.getStore()
      // The page stands without the island, which the browser renders.
      if (place.startsWith('island ')) trace?.warnings.push(`The ${place} failed: ${getMessage(error)}`)
      else trace?.thrown.push(error)
    },
    onPageWarning: (message: string) => traces.getStore()?.warnings.push(message),
  }
}

/** The app's own part of a policy with hashes; undefined where it asks for none. */
function getPolicy({ csp }: AppOptions): string | undefined {
  if (typeof csp !== 'object' || csp.static !== 'hash') return undefined
  return typeof csp.header === 'string' ? csp.header : ''
}

/** Server options that a static site does without. */
const NOT_STATIC = {
  production: true,
  data: 'memory',
  // Nor a Redis that other servers keep pages in.
  cache: false,
  accessLog: false,
  csp: undefined,
  session: undefined,
  websocket: undefined,
  agents: undefined,
  mcpAuth: undefined,
  signing: undefined,
  agentLinks: false,
  onAudit: undefined,
}

function createPage(path: string, response: Response, html: string, trace: Trace): RenderedPage {
  const { status } = response
  const warnings = [...trace.warnings, ...findDroppedHeaders(path, trace.ctx), ...findDroppedPolicy(path, response)]
  const need = trace.needs[0]
  if (need !== undefined) return createServerNeed(need, { ...trace, warnings })
  if (trace.refusal instanceof Response) return { kind: 'refused', status, warnings }
  const error = trace.thrown[0]
  const createFailure = (reason: string): RenderedPage => ({ kind: 'failed', status, reason, error, warnings })
  const location = response.headers.get('location')
  if (status >= 300 && status < 400 && location !== null) return { kind: 'redirect', location, warnings }
  if (error !== undefined) return createFailure(`throws: ${getMessage(error)}`)
  if (status === 404)
    return createFailure('is not found: the page called notFound(), or a matcher refuses a parameter.')
  if (status !== 200) return createFailure(`answers ${status}, and a static page can only answer 200.`)
  const type = response.headers.get('content-type') ?? 'nothing'
  if (!type.startsWith('text/html'))
    return createFailure(`answers ${type} instead of a page: serve such a file from public/.`)
  return { kind: 'html', html, warnings }
}

function createServerNeed(need: NeedsServerError, { warnings }: Trace): RenderedPage {
  return { kind: 'failed', status: 500, reason: needsServer(need.message), error: need, warnings }
}

function findDroppedHeaders(path: string, ctx: unknown): readonly string[] {
  const headers = (ctx as { headers?: unknown } | undefined)?.headers
  if (!(headers instanceof Headers)) return []
  const names = [...new Set(headers.keys())]
  return names.length === 0 ? [] : [`${path} sets ctx.headers (${names.join(', ')}), which no host of files sends.`]
}

/** What keeps files, and for how long, is the matter of their host. */
function findDroppedPolicy(path: string, { headers }: Response): readonly string[] {
  if (!headers.has('x-fw-cache')) return []
  if (headers.get('x-fw-cache-reason') !== 'private') return [NO_POLICY]
  return [`${path} has a policy for one person (scope: 'private'), and its file is everybody's.`]
}

const NO_POLICY = 'Cache policies are not part of a static site: what serves the files says how long they are kept.'

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It took longer than ${ms / 1000} seconds.`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

function getMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
