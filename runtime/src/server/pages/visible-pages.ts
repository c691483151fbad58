/**
 * The pages that lists name to a caller: MCP resources, the routes of a manifest, the files for crawlers. A list never
 * contains a page that middleware refuses to its reader, because title and description belong to the content of the page, and
 * never a page that a redirect replaces.
 */
import { setImmediate as endTurn } from 'node:timers/promises'
import type { Origin } from '#contract/api.ts'
import { getMessage } from '#contract/http/thrown-error.ts'
import type { KnownPage, RouteTitle } from '#contract/page/page.ts'
import type { PageCandidate, PageSelection } from '#mcp/host.ts'
import type { App } from '../app/app.ts'
import { canSeePage, type PageAccessCaller } from './page-access.ts'

/** Pages whose middleware runs at the same time. Other requests are handled before the next ones. */
const AT_ONCE = 16

/** Returns the known pages. The middleware runs for a page when a reply needs it. */
export async function openPageSelection(caller: PageAccessCaller, origin: Origin): Promise<PageSelection> {
  const known = await listKnownPages(caller.app)
  return new VisiblePages(caller, known, origin)
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
  if (!app.production) return listPublishedPages(app)
  const now = app.now()
  const known = shared.get(app)
  if (known !== undefined && now < known.until) return known.pages
  const listed = { pages: listPublishedPages(app), until: now + SHARED_MS }
  shared.set(app, listed)
  listed.pages.catch(() => shared.delete(app))
  return listed.pages
}

/** Lists the pages that no redirect replaces. */
async function listPublishedPages(app: App): Promise<readonly KnownPage[]> {
  const pages = (await app.pages.listPages()).filter((page) => !app.pages.isRedirected(page))
  return app.policy.middleware === undefined ? pages : pages.map(withoutPatternTitle)
}

/** Removes title and description of a pattern, because the middleware can't decide about it: it has no path to check. */
function withoutPatternTitle(page: KnownPage): KnownPage {
  if (page.concrete) return page
  const { title: _, description: __, ...pattern } = page
  return pattern
}

/** Returns the pages that the caller can read. A pattern remains, without title and description. */
export async function selectVisiblePages(
  caller: PageAccessCaller,
  pages: readonly KnownPage[],
  origin: Origin,
): Promise<readonly KnownPage[]> {
  if (caller.app.policy.middleware === undefined) return pages
  const known = pages.map(withoutPatternTitle)
  return collect(new VisiblePages(caller, known, origin).select(known, (page) => ({ page, result: page })))
}

/** Returns the routes of the app for a manifest, by the same rules. */
export async function listVisibleRoutes(caller: PageAccessCaller, origin: Origin): Promise<readonly RouteTitle[]> {
  const routes = await listRoutes(caller.app)
  if (caller.app.policy.middleware === undefined) return routes
  const candidates = routes.map((route) => {
    const { pattern } = route
    const concrete = !pattern.includes('[')
    const path = pattern.split('/').map(encodeURIComponent).join('/')
    return { page: { path, pattern, concrete }, result: concrete ? route : { pattern } }
  })
  return collect(new VisiblePages(caller, [], origin).select(candidates, (candidate) => candidate))
}

/** Returns the routes of the app, without middleware. */
export async function listRoutes({ pages }: App): Promise<readonly RouteTitle[]> {
  const routes = await pages.patterns()
  return routes.filter((route) => !pages.isRedirected(route))
}

class VisiblePages implements PageSelection {
  readonly known: readonly KnownPage[]
  readonly #caller: PageAccessCaller
  readonly #origin: Origin
  /** Checks of this request by path: several messages of a batch may list the same pages. */
  readonly #checks = new Map<string, Promise<boolean>>()

  constructor(caller: PageAccessCaller, known: readonly KnownPage[], origin: Origin) {
    this.#caller = caller
    this.known = known
    this.#origin = origin
  }

  async *select<Item, Result>(
    items: Iterable<Item>,
    toCandidate: (item: Item) => PageCandidate<Result> | undefined,
  ): AsyncGenerator<Result, void> {
    for (const group of splitGroups(items)) {
      const candidates = group.map(toCandidate)
      const visible = await Promise.all(candidates.map((candidate) => this.#isVisible(candidate?.page)))
      for (const [index, candidate] of candidates.entries())
        if (candidate !== undefined && visible[index] === true) yield candidate.result
      // A short request can list thousands of pages, and middleware may return at once.
      await endTurn()
    }
  }

  /** Without a page there is nothing to check, nor for a pattern. */
  #isVisible(page: PageCandidate<unknown>['page']): boolean | Promise<boolean> {
    if (page === undefined || !page.concrete || this.#caller.app.policy.middleware === undefined) return true
    const { path } = page
    const known = this.#checks.get(path)
    if (known !== undefined) return known
    const check = canListPage(this.#caller, path, this.#origin)
    this.#checks.set(path, check)
    return check
  }
}

/** Splits items into groups of `AT_ONCE`. An item is read when its group is. */
function* splitGroups<Item>(items: Iterable<Item>): Generator<readonly Item[], void> {
  let group: Item[] = []
  for (const item of items) {
    group.push(item)
    if (group.length < AT_ONCE) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const collected: Item[] = []
  for await (const item of items) collected.push(item)
  return collected
}

/** Middleware that throws for a page hides that page, and the list remains. */
async function canListPage(caller: PageAccessCaller, path: string, origin: Origin): Promise<boolean> {
  try {
    return await canSeePage(caller, path, origin)
  } catch (error) {
    const { log } = caller.app
    const message = `Lists of pages don't contain ${path}, because the middleware throws for it: ${getMessage(error)}`
    log.warnOnce(message, {}, 'page list')
    return false
  }
}
