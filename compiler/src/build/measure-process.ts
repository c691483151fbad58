/** The child process of `measurePages`. */
import type { JsonSchema, KnownPage } from '@fw/runtime/contract'
import type { Matchers } from '@fw/runtime/tooling'
import { importBuild } from './load-build.ts'
import { renderRoutes } from './report/linked-pages.ts'
import type { PageMeasure, PageMeasures } from './report/measure-pages.ts'
import { type CookieOptions, createCookieObserver } from './report/observe-cookies.ts'
import { type RouteOptions, readCachePolicies, readSessionCookie } from './report/read-policies.ts'

/** The part of the runtime's server that is used. */
interface MeasuredApp {
  readonly apiTools: readonly { readonly name: string; readonly input?: JsonSchema; readonly output?: JsonSchema }[]
  toolsReady(): Promise<void>
  fetchUnrequested(request: Request): Promise<Response>
  listPages(): Promise<readonly KnownPage[]>
}

/** Options of the built app that the measures read or replace. */
interface AppOptions extends CookieOptions, RouteOptions {
  readonly matchers?: Matchers
  readonly i18n?: { readonly locales: readonly string[] }
  readonly middleware?: unknown
}

const root = process.argv[2]
if (root === undefined) throw new Error('The measuring process needs the app root as its argument.')
process.send?.(await measure(root))

async function measure(appRoot: string): Promise<PageMeasures> {
  const { server } = await importBuild(appRoot)
  let options: AppOptions = {}
  let observer = createCookieObserver(options)
  const wiring = (given: AppOptions) => {
    options = given
    observer = createCookieObserver(given)
    // No visitor asks for these pages, so the middleware, which decides about visitors, doesn't run. An app with middleware sends
    // other headers.
    const middleware = given.middleware && (() => undefined)
    return { ...observer.options, data: 'memory', production: true, middleware }
  }
  // `createApp` returns the runtime's server, whose type the compiler may not import.
  const app = server.createApp(wiring) as MeasuredApp
  const render = async (path: string): Promise<PageMeasure> => {
    const { result, reads } = await observer.observe(new URL(path, 'http://127.0.0.1'), async (request) => {
      const response = await app.fetchUnrequested(request)
      return { response, html: await response.text() }
    })
    const { headers, status } = result.response
    const sets = headers.getSetCookie().map((cookie) => cookie.slice(0, cookie.indexOf('=')))
    const cached = ['cache-control', 'x-fw-cache', 'x-fw-cache-reason'].map((name) => headers.get(name) ?? undefined)
    const [cacheControl, cacheState, cacheReason] = cached
    return { path, status, html: result.html, cookies: { sets, ...reads }, cacheControl, cacheState, cacheReason }
  }
  const { routes = [] } = options.routeTable ?? {}
  const pages = await renderRoutes(await app.listPages(), render, {
    patterns: routes.filter(({ noDocument }) => noDocument !== true).map(({ pattern }) => pattern),
    matchers: options.matchers,
    locales: options.i18n?.locales,
  })
  await app.toolsReady()
  const tools = app.apiTools.map(({ name, input, output }) => [name, { input, output }] as const)
  return {
    pages,
    tools: Object.fromEntries(tools),
    policies: await readCachePolicies(options),
    session: readSessionCookie(options.session),
  }
}
