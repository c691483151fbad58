/** The pages of an app, and what leads to them: languages, redirects, rewrites, caches and the files of its site. */
import type { CallHost } from '#api/host.ts'
import { importWithoutCaller, withoutCaller } from '#api/without-caller.ts'
import type { ApiTool, ManifestTool } from '#contract/api.ts'
import type { RedirectRule, RewriteRule } from '#contract/config/config.ts'
import type { DataStore } from '#contract/config/data.ts'
import type { Logger } from '#contract/config/log.ts'
import type { RouteTable } from '#contract/http/route-table.ts'
import { parsePattern } from '#contract/schema/pattern.ts'
import { createHttpRoutes, type HttpRoutes } from '#http-routes/http-routes.ts'
import { createPages } from '#page/create-pages.ts'
import type { Pages, RunForAll } from '#page/pages.ts'
import { compileRewrites, compileRules, type RuleFinder } from '#router/path-rules.ts'
import { getRouteLoader, readRouteTable } from '#router/route-files.ts'
import { createLocales, type Locales } from '../pages/locales.ts'
import { localizePages } from '../pages/localized-pages.ts'
import { type CachedPages, openCachedPages } from '../pages/open-cached-pages.ts'
import { createRedirectCheck, type IsRedirected } from '../pages/redirected-pages.ts'
import { createSiteFiles, type SiteFiles } from '../pages/site-files.ts'
import type { FwServerOptions } from './options.ts'

export interface AppPages extends Pages {
  /** Cached pages with a public policy. */
  readonly cached: CachedPages
  /** `robots.txt`, the sitemap and similar files. */
  readonly files: SiteFiles
  /** Languages of the app; absent if it has only one. */
  readonly locales: Locales | undefined
  readonly redirects: RuleFinder<RedirectRule>
  readonly isRedirected: IsRedirected
  readonly rewrites: RuleFinder<RewriteRule>
  /** The app's own endpoints, `*.http.ts`; absent if it has none. */
  readonly http: HttpRoutes | undefined
}

/** What the pages of an app need from its other parts. */
interface PageParts {
  readonly tools: readonly ApiTool[]
  /** Returns the tools that an anonymous caller sees. */
  readonly openTools: () => Promise<readonly ManifestTool[]>
  readonly store: DataStore
  /** Host of calls during rendering. */
  readonly host: CallHost
  readonly production: boolean
  readonly log: Logger
}

export function openAppPages(given: FwServerOptions, parts: PageParts): AppPages {
  const options = { ...given, routeTable: readRouteTable(given) }
  const { tools, openTools, store, host, production, log } = parts
  const locales = options.i18n && createLocales(options.i18n)
  const pages = openPages(options, { tools, host, production }, locales)
  const redirects = compileRules(options.redirects ?? [], options.matchers)
  const isRedirected = createRedirectCheck(options.redirects ?? [], redirects)
  return {
    ...pages,
    cached: openCachedPages(options, store, log),
    files: createSiteFiles(options, { pages, isRedirected, openTools, production, log, host }),
    locales,
    redirects,
    isRedirected,
    rewrites: compileRewrites(options.rewrites ?? [], options.matchers),
    http: openHttpRoutes(options, parts),
  }
}

function openHttpRoutes(
  options: FwServerOptions & { readonly routeTable: RouteTable },
  { host, production }: Pick<PageParts, 'host' | 'production'>,
): HttpRoutes | undefined {
  const { routeTable: table, routes = {}, matchers, keepRoutes = production } = options
  const inline = Object.keys(routes).map((pattern) => ({ pattern, segments: parsePattern(pattern) }))
  return createHttpRoutes({
    table,
    pages: [...table.routes, ...inline],
    matchers,
    loadRoute: createRouteLoader(options, host),
    keepRoutes,
  })
}

/** A module is evaluated once, during the request of whichever visitor comes first. */
function createRouteLoader(options: FwServerOptions, host: CallHost): NonNullable<FwServerOptions['loadRoute']> {
  const load = getRouteLoader(options)
  return (file) => importWithoutCaller(host, () => load(file))
}

function openPages(
  options: FwServerOptions,
  { tools, host, production }: Pick<PageParts, 'tools' | 'host' | 'production'>,
  locales: Locales | undefined,
): Pages {
  const { log } = host
  const { onPageError = logPageError(log), onPageWarning = (message: string) => log.warnOnce(message, {}, 'page') } =
    options
  const runForAll: RunForAll = (work) => withoutCaller(host, work)
  const own = {
    keepRoutes: production,
    agentLinks: tools.some(({ guard }) => guard !== 'forbidden'),
    ...options,
    loadRoute: createRouteLoader(options, host),
    onPageError,
    onPageWarning: (message: string) => runForAll(() => onPageWarning(message)),
  }
  const pages = createPages(own, runForAll)
  return locales === undefined ? pages : localizePages(pages, locales)
}

function logPageError(log: Logger): NonNullable<FwServerOptions['onPageError']> {
  return (err, place, requestId) => log.error(`An error in the ${place}`, { requestId, err })
}
