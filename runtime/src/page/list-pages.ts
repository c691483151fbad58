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
): Pick<Pages, 'listPages' | 'patterns'> {
  const reported = new Set<string>()
  const fail: Fail = (what, pattern, error) => {
    const problem = `${what}: ${getMessage(error)}`
    const place = `route ${pattern}, ${problem}`
    if (!reported.has(place)) report(error, `route ${pattern}`)
    reported.add(place)
    return problem
  }
  return {
    listPages: () => runForAll(async () => (await Promise.all(entries.map((entry) => listRoute(entry, fail)))).flat()),
    patterns: () => runForAll(() => Promise.all(entries.map((entry) => describePattern(entry, fail)))),
  }
}

/** Reports the error of a route, and returns it as the `problem` of its page. */
type Fail = (what: string, pattern: string, error: unknown) => string

/** Returns the pattern with the title, if it doesn't depend on params. */
async function describePattern(entry: PageEntry, fail: Fail): Promise<RouteTitle> {
  const { pattern } = entry
  try {
    const { module } = await entry.load()
    const title = typeof module.meta === 'object' ? module.meta.title : undefined
    return { pattern, ...(title === undefined ? {} : { title }) }
  } catch (error) {
    fail('its module fails', pattern, error)
    return { pattern }
  }
}

/** Lists the pages of one route. A dynamic route without `staticParams` is listed as its pattern. */
async function listRoute(entry: PageEntry, fail: Fail): Promise<readonly KnownPage[]> {
  const { pattern, segments } = entry
  const isStatic = segments.every(({ kind }) => kind === 'static')
  const flags = entry.noDocument === undefined ? {} : { noDocument: entry.noDocument }
  const itself = { path: isStatic ? buildPath(segments, {}) : pattern, pattern, concrete: isStatic, ...flags }
  let module: RouteModule
  try {
    module = (await entry.load()).module
  } catch (error) {
    return [{ ...itself, problem: fail('its module fails', pattern, error) }]
  }
  if (isStatic) return describePage(itself, module, {}, fail)
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
  module: RouteModule,
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
