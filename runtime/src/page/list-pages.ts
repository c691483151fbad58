/** The known pages of an app: all static ones, and dynamic ones that `staticParams` lists. */

import { asFwError, getMessage } from '#contract/http/thrown-error.ts'
import { asRedirect } from '#contract/page/navigation.ts'
import type { KnownPage, Params, RouteModule, RouteTitle } from '#contract/page/page.ts'
import type { Segment } from '#contract/schema/pattern.ts'
import { isNoindex } from '../head/robots-content.ts'
import { type PageEntry, readMeta } from './page-source.ts'
import type { Pages, RunForAll } from './pages.ts'

type Report = (error: unknown, place: string) => void

/** Lists the pages of `entries`. A failing route is reported once and doesn't affect the others. */
export function createPageLists(
  entries: readonly PageEntry[],
  report: Report,
  runForAll: RunForAll,
): Pick<Pages, 'listPages' | 'checkPages' | 'patterns'> {
  const reported = new Set<string>()
  const fail: Fail = (what, pattern, error) => {
    const problem = `${what}: ${getMessage(error)}`
    const place = `route ${pattern}, ${problem}`
    if (!reported.has(place)) report(error, `route ${pattern}`)
    reported.add(place)
    return problem
  }
  const listAll = (read: ReadModule) =>
    runForAll(async () => (await Promise.all(entries.map((entry) => listRoute(entry, read, fail)))).flat())
  return {
    listPages: () => listAll(readListedModule),
    checkPages: () => listAll(loadModule),
    patterns: () => runForAll(() => Promise.all(entries.map((entry) => describePattern(entry, fail)))),
  }
}

/** Reports the error of a route, and returns it as the `problem` of its page. */
type Fail = (what: string, pattern: string, error: unknown) => string

/** The exports of a page that lists need. */
type ListedModule = Pick<RouteModule, 'meta' | 'staticParams'>
type ReadModule = (entry: PageEntry) => ListedModule | Promise<ListedModule>

const loadModule: ReadModule = async (entry) => (await entry.load()).module

/** Returns the exports that the build has read, or loads the page. */
function readListedModule(entry: PageEntry): ListedModule | Promise<ListedModule> {
  const { meta, segments, noStaticParams } = entry
  const isRead = typeof meta === 'object' && (noStaticParams === true || isStatic(segments)) && !entry.hasFailed()
  return isRead ? { meta } : loadModule(entry)
}

const isStatic = (segments: readonly Segment[]): boolean => segments.every(({ kind }) => kind === 'static')

/** Returns the pattern with the title, if it doesn't depend on params. */
async function describePattern(entry: PageEntry, fail: Fail): Promise<RouteTitle> {
  const { pattern } = entry
  try {
    const isRead = entry.meta !== undefined && !entry.hasFailed()
    const { meta } = isRead ? entry : await loadModule(entry)
    const title = typeof meta === 'object' ? meta.title : undefined
    return { pattern, ...(title === undefined ? {} : { title }) }
  } catch (error) {
    fail('its module fails', pattern, error)
    return { pattern }
  }
}

/** Lists the pages of one route. A dynamic route without `staticParams` is listed as its pattern. */
async function listRoute(entry: PageEntry, read: ReadModule, fail: Fail): Promise<readonly KnownPage[]> {
  const { pattern, segments } = entry
  const concrete = isStatic(segments)
  const flags = entry.noDocument === undefined ? {} : { noDocument: entry.noDocument }
  const itself = { path: concrete ? buildPath(segments, {}) : pattern, pattern, concrete, ...flags }
  let module: ListedModule
  try {
    module = await read(entry)
  } catch (error) {
    return [{ ...itself, problem: fail('its module fails', pattern, error) }]
  }
  if (concrete) return describePage(itself, module, {}, fail)
  // A function can't describe the page without params.
  if (module.staticParams === undefined)
    return typeof module.meta === 'object' ? describePage(itself, module, {}, fail) : [itself]
  let all: readonly Params[]
  try {
    all = typeof module.staticParams === 'function' ? await module.staticParams() : module.staticParams
  } catch (error) {
    return [{ ...itself, problem: fail('staticParams throws', pattern, error) }]
  }
  const pages = all.map((params) =>
    describePage({ ...flags, path: buildPath(segments, params), pattern, concrete: true }, module, params, fail),
  )
  return (await Promise.all(pages)).flat()
}

/**
 * Returns the page with its metadata; an empty list if `meta` redirects or throws `not_found`, because then no page
 * exists at this path.
 */
async function describePage(
  page: KnownPage,
  module: ListedModule,
  params: Params,
  fail: Fail,
): Promise<readonly KnownPage[]> {
  try {
    const { title, description, robots } = await readMeta(module, params)
    return [
      {
        ...page,
        ...(title === undefined ? {} : { title }),
        ...(description === undefined ? {} : { description }),
        ...(isNoindex(robots) ? { noindex: true as const } : {}),
      },
    ]
  } catch (error) {
    if (asRedirect(error) !== undefined || asFwError(error)?.code === 'not_found') return []
    return [{ ...page, problem: fail('meta throws', page.pattern, error) }]
  }
}

function buildPath(segments: readonly Segment[], params: Params): string {
  const parts = segments.flatMap((segment) => {
    if (segment.kind === 'static') return [encodeURIComponent(segment.value)]
    const value = params[segment.name] ?? ''
    if (segment.kind === 'param') return [encodeURIComponent(value)]
    return value === '' ? [] : value.split('/').map(encodeURIComponent)
  })
  return `/${parts.join('/')}`
}
