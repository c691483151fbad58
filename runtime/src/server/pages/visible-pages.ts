/**
 * The pages that lists name to a caller: MCP resources, the routes of a manifest, the files for crawlers. A list never
 * contains a page that middleware refuses to its reader, because title and description belong to the content of the page, and
 * never a page that a redirect replaces.
 */
import type { Origin } from '#contract/api.ts'
import { getMessage } from '#contract/http/thrown-error.ts'
import type { KnownPage, RouteTitle } from '#contract/page/page.ts'
import type { App } from '../app/app.ts'
import { canSeePage, type PageAccessCaller } from './page-access.ts'

/** Middleware runs at the same time. */
const AT_ONCE = 16

/** Returns the known pages that the caller can read. */
export async function listVisiblePages(caller: PageAccessCaller, origin: Origin): Promise<readonly KnownPage[]> {
  const { isRedirected } = caller.app.pages
  const known = await listKnownPages(caller.app)
  return selectVisiblePages(
    caller,
    known.filter((page) => !isRedirected(page)),
    origin,
  )
}

/** Time for which all readers share the known pages, in production. */
const SHARED_MS = 10_000

interface SharedPages {
  readonly pages: Promise<readonly KnownPage[]>
  readonly until: number
}

const shared = new WeakMap<App, SharedPages>()

/**
 * Returns the known pages, which are the same for every reader. They aren't listed for each request, because that calls
 * `staticParams` of every route and `meta` of every page.
 */
function listKnownPages(app: App): Promise<readonly KnownPage[]> {
  const { pages, production } = app
  if (!production) return pages.listPages()
  const now = app.now()
  const known = shared.get(app)
  if (known !== undefined && now < known.until) return known.pages
  const listed = { pages: pages.listPages(), until: now + SHARED_MS }
  shared.set(app, listed)
  listed.pages.catch(() => shared.delete(app))
  return listed.pages
}

/** Returns the pages that the caller can read. A pattern has no path to check: it remains, without title and description. */
export async function selectVisiblePages(
  caller: PageAccessCaller,
  pages: readonly KnownPage[],
  origin: Origin,
): Promise<readonly KnownPage[]> {
  if (caller.app.policy.middleware === undefined) return pages
  return select(pages, async (page) => {
    if (page.concrete) return (await canListPage(caller, page.path, origin)) ? page : undefined
    const { title: _, description: __, ...pattern } = page
    return pattern
  })
}

/** Returns the routes of the app for a manifest, by the same rules. */
export async function listVisibleRoutes(caller: PageAccessCaller, origin: Origin): Promise<readonly RouteTitle[]> {
  const routes = await listRoutes(caller.app)
  if (caller.app.policy.middleware === undefined) return routes
  return select(routes, async (route) => {
    const { pattern } = route
    if (pattern.includes('[')) return { pattern }
    const path = pattern.split('/').map(encodeURIComponent).join('/')
    return (await canListPage(caller, path, origin)) ? route : undefined
  })
}

/** Returns the routes of the app, without middleware. */
export async function listRoutes({ pages }: App): Promise<readonly RouteTitle[]> {
  const routes = await pages.patterns()
  return routes.filter((route) => !pages.isRedirected(route))
}

/** Middleware that throws for a page hides that page, and the list remains. */
async function canListPage(caller: PageAccessCaller, path: string, origin: Origin): Promise<boolean> {
  try {
    return await canSeePage(caller, path, origin)
  } catch (error) {
    const { log } = caller.app
    log.warnOnce(`Lists of pages don't contain ${path}, because the middleware throws for it: ${getMessage(error)}`)
    return false
  }
}

/** Maps the items, a few at a time, and returns the results that are not undefined, in the order of the items. */
async function select<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Promise<Result | undefined>,
): Promise<readonly Result[]> {
  const results: (Result | undefined)[] = []
  for (let at = 0; at < items.length; at += AT_ONCE)
    results.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(map))))
  return results.filter((result) => result !== undefined)
}
