/** Renders a built app without visitors: no session, and requests that are only a GET of a path. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { getMessage } from '@fw/runtime/contract'
import { needsServer, notKnown, SEARCH } from '../diagnostic/needs-server.ts'
import { withPolicy } from './content-policy.ts'
import type { PathRule } from './expand-path-rule.ts'
import { type CtxFor, NeedsServerError, staticCtxFor } from './static-ctx.ts'

/** The part of the runtime's server that is used; the compiler doesn't import its type. */
interface FwServer {
  fetchUnrequested(request: Request): Promise<Response>
  listPages(): Promise<readonly KnownPage[]>
  notFoundPage(ctx?: unknown, nonce?: string): Promise<string | undefined>
  markdownOf(html: string): Promise<string>
}

export interface KnownPage {
  readonly path: string
  readonly pattern: string
  readonly concrete: boolean
  /** The route's error, because of which its pages aren't known or can't be rendered. */
  readonly problem?: string
  /** In an international app: the URL without the language. If no page is there, it redirects to a language. */
  readonly barePath?: string
  /** The URL with the default language, if URLs don't contain it: it redirects to the page. */
  readonly prefixedPath?: string
}

/** The options of the app's server that are used here. */
interface AppOptions {
  readonly ctxFor?: CtxFor
  readonly middleware?: Middleware
  readonly siteUrl?: string
  readonly redirects?: readonly PathRule[]
  readonly rewrites?: readonly PathRule[]
  readonly csp?: boolean | { readonly static?: 'hash'; readonly header?: string | (() => string) }
}

type Middleware = (req: Request) => unknown

/** `createApp` of the server bundle. */
export type CreateApp = (wiring: (options: AppOptions) => object) => unknown

type RenderedPage =
  | { readonly kind: 'html'; readonly html: string; readonly warnings: readonly string[] }
  | { readonly kind: 'redirect'; readonly location: string; readonly warnings: readonly string[] }
  /** The middleware returned a `Response`: visitors without a session don't see this page. */
  | { readonly kind: 'refused'; readonly status: number; readonly warnings: readonly string[] }
  | {
      readonly kind: 'failed'
      readonly status: number
      /** Continues a sentence after the page's path. */
      readonly reason: string
      /** The thrown error, if there is one. */
      readonly error: unknown
      readonly warnings: readonly string[]
    }

export interface StaticApp {
  readonly siteUrl: string | undefined
  readonly redirects: readonly PathRule[]
  readonly rewrites: readonly PathRule[]
  listPages(): Promise<readonly KnownPage[]>
  render(path: string): Promise<RenderedPage>
  /** Renders `_404` as a document; `undefined` if the app has none. */
  notFound(): Promise<RenderedPage | undefined>
  /** Whether a content security policy is configured that a file can't include. */
  readonly ignoresCsp: boolean
  /** Converts a document of `render` to Markdown, as the server responds at the page's `.md` URL. */
  markdownOf(html: string): Promise<string>
  /**
   * Creates `/llms.txt` or a similar file, which contains only the pages in `listed`. Returns `undefined` if the app
   * has no such file. Rejects if it fails.
   */
  discovery(path: string, listed: ReadonlySet<string>): Promise<string | undefined>
}

/** Data that one render records beside its response. */
interface Trace {
  readonly needs: NeedsServerError[]
  readonly thrown: unknown[]
  readonly warnings: string[]
  ctx?: unknown
  /** The response of the middleware. */
  refusal?: unknown
}

/** Time limit of a page in milliseconds. */
const LIMIT_MS = 60_000

/** Creates the app's server without the parts that a static site lacks. */
export function openStaticApp(createApp: CreateApp): StaticApp {
  const traces = new AsyncLocalStorage<Trace>()
  let options: AppOptions = {}
  let ctxFor: CtxFor = () => ({})
  let listedPages: ReadonlySet<string> = new Set()
  // Marks the scripts of the app and the framework, as on a server. No content can contain it.
  const nonce = randomBytes(18).toString('hex')
  const server = createApp((given) => {
    options = given
    const own = staticCtxFor(given.ctxFor, (error) => traces.getStore()?.needs.push(error))
    ctxFor = async (req, facts) => {
      const ctx = await own(req, facts)
      const trace = traces.getStore()
      if (trace !== undefined) trace.ctx = ctx
      return ctx
    }
    const csp = getPolicy(given) === undefined ? undefined : { nonce: () => nonce }
    const isListed = (path: string) => listedPages.has(path)
    return { ctxFor, isListed, ...staticOptions(traces, given.middleware), csp }
  }) as FwServer // the result of the runtime's createFwServer
  const origin = options.siteUrl ?? 'http://localhost'
  const policy = getPolicy(options)
  const finishHtml = (html: string) => (policy === undefined ? html : withPolicy(html, nonce, policy))
  const fetchText = async (path: string) => {
    const response = await server.fetchUnrequested(new Request(new URL(path, origin)))
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
        return server.notFoundPage(ctx, policy === undefined ? undefined : nonce)
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
      if (response.status >= 500)
        throw new Error(`${path} responds with status ${response.status}; see the log above for the reason.`)
      return response.status === 200 && !isPage ? text : undefined
    },
  }
}

/** Returns server options that override the app's own, so that each render records its trace. */
function staticOptions(traces: AsyncLocalStorage<Trace>, middleware: Middleware | undefined) {
  return {
    ...NOT_STATIC,
    middleware:
      middleware &&
      (async (req: Request) => {
        const trace = traces.getStore()
        // The middleware decides about pages, not about the files for crawlers.
        if (trace === undefined) return undefined
        trace.refusal = await middleware(req)
        return trace.refusal
      }),
    searchOf: (query: string) => {
      // The search of a rewrite's target, which is the same for every visitor.
      if (query !== '') return new URLSearchParams(query)
      const need = new NeedsServerError(notKnown(SEARCH))
      traces.getStore()?.needs.push(need)
      throw need
    },
    onPageError: (error: unknown, place: string) => {
      const trace = traces.getStore()
      // The page is complete without the island, which the browser renders.
      if (place.startsWith('island ')) trace?.warnings.push(`The ${place} failed: ${getMessage(error)}`)
      else trace?.thrown.push(error)
    },
    onPageWarning: (message: string) => traces.getStore()?.warnings.push(message),
  }
}

/** Returns the app's own part of a policy with hashes, or `undefined` if it isn't configured. */
function getPolicy({ csp }: AppOptions): string | undefined {
  if (typeof csp !== 'object' || csp.static !== 'hash') return undefined
  return typeof csp.header === 'string' ? csp.header : ''
}

/** Server options that are disabled for a static site. */
const NOT_STATIC = {
  production: true,
  data: 'memory',
  // Pages must not be stored in a Redis that other servers use.
  cache: false,
  accessLog: false,
  session: undefined,
  websocket: undefined,
  agents: undefined,
  mcpAuth: undefined,
  signing: undefined,
  agentLinks: false,
  onAudit: undefined,
  onChange: undefined,
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
    return createFailure('is not found: the page called notFound(), or a matcher rejects a parameter.')
  if (status !== 200) return createFailure(`responds with status ${status}, but a static page always has status 200.`)
  const type = response.headers.get('content-type') ?? 'nothing'
  if (!type.startsWith('text/html'))
    return createFailure(`responds with ${type} instead of a page: serve such a file from public/.`)
  return { kind: 'html', html, warnings }
}

function createServerNeed(need: NeedsServerError, { warnings }: Trace): RenderedPage {
  return { kind: 'failed', status: 500, reason: needsServer(need.message), error: need, warnings }
}

function findDroppedHeaders(path: string, ctx: unknown): readonly string[] {
  const headers = (ctx as { headers?: unknown } | undefined)?.headers
  if (!(headers instanceof Headers)) return []
  const names = [...new Set(headers.keys())]
  return names.length === 0 ? [] : [`${path} sets ctx.headers (${names.join(', ')}), which static hosts do not send.`]
}

/** The host of the files decides about their caching. */
function findDroppedPolicy(path: string, { headers }: Response): readonly string[] {
  if (!headers.has('x-fw-cache')) return []
  if (headers.get('x-fw-cache-reason') !== 'private') return [NO_POLICY]
  return [`${path} has a private cache policy (scope: 'private'), but its file is public.`]
}

const NO_POLICY =
  'Cache policies are not part of a static site: the server of the files decides how long they are cached.'

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
