/** The known pages of an app: all static ones, and dynamic ones that `staticParams` lists. */

import { asFwError, getMessage } from '#contract/http/thrown-error.ts'
import { asRedirect } from '#contract/page/navigation.ts'
import type { KnownPage, ListedMeta, Params, RouteModule, RouteTitle } from '#contract/page/page.ts'
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
): Pick<Pages, 'routes' | 'listPages' | 'checkPages' | 'patterns'> {
  const reported = new Set<string>()
  const fail: Fail = (what, pattern, error) => {
    const problem = `${what}: ${getMessage(error)}`
    const place = `route ${pattern}, ${problem}`
    if (!reported.has(place)) report(error, `route ${pattern}`)
    reported.add(place)
    return problem
  }
  const listAll = (read: ReadModule) =>
    runForAll(async () => (await awaitAll(entries.map((entry) => listRoute(entry, read, fail)))).flat())
  return {
    routes: entries,
    listPages: () => listAll(readListedModule),
    checkPages: () => listAll(loadModule),
    patterns: () => runForAll(() => awaitAll(entries.map((entry) => describePattern(entry, fail)))),
  }
}

/** Awaits the promises among the values. A list of thousands of values that are known creates no promises for them. */
async function awaitAll<Value>(values: readonly (Value | Promise<Value>)[]): Promise<readonly Value[]> {
  const results = [...values]
  const replace = async (index: number, value: Promise<Value>) => {
    results[index] = await value
  }
  const waiting: Promise<void>[] = []
  values.forEach((value, index) => {
    if (value instanceof Promise) waiting.push(replace(index, value))
  })
  if (waiting.length > 0) await Promise.all(waiting)
  return results as Value[] // every promise has been replaced
}

/** Reports the error of a route, and returns it as the `problem` of its page. */
type Fail = (what: string, pattern: string, error: unknown) => string

/** The exports of a page that lists need. */
type ListedModule = Pick<RouteModule, 'meta' | 'staticParams'>
type ReadModule = (entry: PageEntry) => { readonly meta: ListedMeta } | Promise<ListedModule>

const loadModule = async (entry: PageEntry): Promise<ListedModule> => (await entry.load()).module

/** Returns the metadata that the build has read, if a list needs nothing else, or loads the page. */
function readListedModule(entry: PageEntry): ReturnType<ReadModule> {
  const { meta, segments, noStaticParams } = entry
  const isRead = typeof meta === 'object' && (noStaticParams === true || isStatic(segments)) && !entry.hasFailed()
  return isRead ? { meta } : loadModule(entry)
}

const isStatic = (segments: readonly Segment[]): boolean => segments.every(({ kind }) => kind === 'static')

/** Returns the pattern with the title, if it doesn't depend on params. */
function describePattern(entry: PageEntry, fail: Fail): RouteTitle | Promise<RouteTitle> {
  const { pattern, meta } = entry
  return meta === undefined || entry.hasFailed() ? loadTitle(entry, fail) : toRouteTitle(pattern, meta)
}

function toRouteTitle(pattern: string, meta: PageEntry['meta'] | RouteModule['meta']): RouteTitle {
  const title = typeof meta === 'object' ? meta.title : undefined
  return { pattern, ...(title === undefined ? {} : { title }) }
}

async function loadTitle(entry: PageEntry, fail: Fail): Promise<RouteTitle> {
  const { pattern } = entry
  try {
    return toRouteTitle(pattern, (await loadModule(entry)).meta)
  } catch (error) {
    fail('its module fails', pattern, error)
    return { pattern }
  }
}

type Listed = KnownPage | readonly KnownPage[]

/** Lists the page or the pages of one route. A dynamic route without `staticParams` is listed as its pattern. */
function listRoute(entry: PageEntry, read: ReadModule, fail: Fail): Listed | Promise<Listed> {
  const { pattern, segments, noDocument } = entry
  const concrete = isStatic(segments)
  const address = { path: concrete ? buildPath(segments, {}) : pattern, pattern, concrete }
  const itself = noDocument === undefined ? address : { ...address, noDocument }
  const listed = read(entry)
  return listed instanceof Promise ? listModule(itself, segments, listed, fail) : withMeta(itself, listed.meta)
}

async function listModule(
  itself: KnownPage,
  segments: readonly Segment[],
  loading: Promise<ListedModule>,
  fail: Fail,
): Promise<readonly KnownPage[]> {
  const { concrete, path: _, ...route } = itself
  const { pattern } = route
  let module: ListedModule
  try {
    module = await loading
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
    describePage({ ...route, path: buildPath(segments, params), concrete: true }, module, params, fail),
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
    return [withMeta(page, await readMeta(module, params))]
  } catch (error) {
    if (asRedirect(error) !== undefined || asFwError(error)?.code === 'not_found') return []
    return [{ ...page, problem: fail('meta throws', page.pattern, error) }]
  }
}

function withMeta(page: KnownPage, { title, description, robots }: ListedMeta): KnownPage {
  const described: { -readonly [Key in keyof KnownPage]: KnownPage[Key] } = { ...page }
  if (title !== undefined) described.title = title
  if (description !== undefined) described.description = description
  if (robots !== undefined && isNoindex(robots)) described.noindex = true
  return described
}

function buildPath(segments: readonly Segment[], params: Params): string {
  let path = ''
  for (const segment of segments) {
    if (segment.kind === 'static') path += `/${encodeURIComponent(segment.value)}`
    else {
      const value = params[segment.name] ?? ''
      if (segment.kind === 'param') path += `/${encodeURIComponent(value)}`
      else if (value !== '') path += `/${value.split('/').map(encodeURIComponent).join('/')}`
    }
  }
  return path === '' ? '/' : path
}
