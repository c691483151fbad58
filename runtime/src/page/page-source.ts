/** The source of pages: files of the routes folder and inline routes, behind one matcher. */
import type { RouteTable } from '#contract/http/route-table.ts'
import type { ListedMeta, PageMeta, Params, RouteModule } from '#contract/page/page.ts'
import { parsePattern } from '#contract/schema/pattern.ts'
import { Html } from '#solid/render/html.ts'
import { createMatcher, type Match } from '../router/match-route.ts'
import { getRouteLoader, readRouteTable } from '../router/route-files.ts'
import type { PageOptions, PageRoute } from './pages.ts'
import type { Layer } from './render-tree.ts'

/** A page that can be loaded. */
export interface PageEntry extends PageRoute {
  /** The page never returns a document. */
  readonly noDocument?: true | undefined
  /** The page part of its manifest is empty. */
  readonly emptyManifest?: true | undefined
  /** The metadata for lists of pages, as the build has read it; `function` if it depends on the params. */
  readonly meta?: ListedMeta | 'function' | undefined
  /** The page stays current while it is open, or its `<Live>` regions do. */
  readonly live?: 'page' | 'regions' | undefined
  /** The page has no `staticParams`. */
  readonly noStaticParams?: true | undefined
  /** Whether the last attempt to load the page failed. */
  hasFailed(): boolean
  load(): LoadedPage | Promise<LoadedPage>
}

export interface LoadedPage {
  /** File or pattern, for messages. */
  readonly name: string
  /** Layouts outermost first, then the page. */
  readonly layers: readonly Layer[]
  readonly module: RouteModule
}

export interface PageSource {
  readonly entries: readonly PageEntry[]
  match(segments: readonly string[]): Match<PageEntry> | undefined
  /** Whether a page without parameters is at this path. */
  hasStatic(path: string): boolean
  /** Whether the app has neither a page nor `_404`. */
  readonly isEmpty: boolean
  /** Whether the app has `_404`. */
  readonly hasNotFound: boolean
  /** Loads `_404` in the root layout; `undefined` if the app has none. */
  loadNotFound(): Promise<LoadedPage | undefined>
  /** Loads `_500` alone; `undefined` if the app has none. */
  loadError(): Promise<LoadedPage | undefined>
}

/**
 * Reads the route table and the inline routes.
 *
 * @throws TypeError for patterns that are malformed or collide.
 */
export function createPageSource(options: PageOptions): PageSource {
  const table = readRouteTable(options)
  const { load, hasFailed } = createLoader(options)
  const entries = [...fileEntries(table, load, hasFailed), ...inlineEntries(options.routes ?? {})]
  const { notFound, error, rootLayout } = table
  const statics = new Set(entries.map(({ pattern }) => pattern).filter((pattern) => !pattern.includes('[')))
  return {
    entries,
    match: createMatcher(entries, options.matchers),
    hasStatic: (path) => statics.has(path),
    isEmpty: entries.length === 0 && notFound === undefined,
    hasNotFound: notFound !== undefined,
    loadNotFound: async () => (notFound === undefined ? undefined : load(notFound, rootLayout ? [rootLayout] : [])),
    loadError: async () => (error === undefined ? undefined : load(error, [])),
  }
}

/** Returns the metadata of a page for these params; empty without `meta`. Never throws synchronously. */
export function readMeta({ meta }: Pick<RouteModule, 'meta'>, params: Params): PageMeta | Promise<PageMeta> {
  return typeof meta === 'function' ? callMeta(meta, params) : (meta ?? NO_META)
}

const NO_META: PageMeta = Object.freeze({})

async function callMeta(meta: MetaFunction, params: Params): Promise<PageMeta> {
  return meta({ params })
}

type MetaFunction = Extract<RouteModule['meta'], (...args: never) => unknown>

type Load = (filePath: string, layouts: readonly string[]) => LoadedPage | Promise<LoadedPage>

type LoadAnew = (...args: Parameters<Load>) => Promise<LoadedPage>

interface Loader {
  readonly load: Load
  readonly hasFailed: (filePath: string) => boolean
}

function createLoader(options: PageOptions): Loader {
  const failed = new Set<string>()
  const loadRoute = getRouteLoader(options)
  const loadLayers = async (filePath: string, layouts: readonly string[]): Promise<LoadedPage> => {
    const modules = await Promise.all([...layouts, filePath].map(loadRoute))
    const layers = modules.map((module, index) => {
      if (typeof module.default === 'function') return module.default
      throw new TypeError(`The route file "${[...layouts, filePath][index]}" has no default export that is a function.`)
    })
    const module = modules.at(-1)
    if (module === undefined) throw new TypeError(`The route file "${filePath}" could not be loaded.`)
    return { name: filePath, layers, module }
  }
  const load: LoadAnew = async (filePath, layouts) => {
    try {
      const page = await loadLayers(filePath, layouts)
      failed.delete(filePath)
      return page
    } catch (error) {
      failed.add(filePath)
      throw error
    }
  }
  return { load: options.keepRoutes ? cacheLoads(load) : load, hasFailed: (filePath) => failed.has(filePath) }
}

/**
 * Loads each file once, because an `import()` for every request costs more than rendering many a page. A failed load
 * is retried.
 */
function cacheLoads(loadPage: LoadAnew): Load {
  const cache = new Map<string, LoadedPage | Promise<LoadedPage>>()
  return (filePath, layouts) => {
    const known = cache.get(filePath)
    if (known !== undefined) return known
    const loading = loadPage(filePath, layouts)
    cache.set(filePath, loading)
    loading.then(
      (loaded) => cache.set(filePath, loaded),
      () => cache.delete(filePath),
    )
    return loading
  }
}

function fileEntries(table: RouteTable, load: Load, hasFailed: Loader['hasFailed']): readonly PageEntry[] {
  return table.routes.map(({ layouts, ...route }) => ({
    ...route,
    hasFailed: () => hasFailed(route.filePath),
    load: () => load(route.filePath, layouts),
  }))
}

function inlineEntries(routes: NonNullable<PageOptions['routes']>): readonly PageEntry[] {
  return Object.entries(routes).map(([pattern, render]) => {
    // A string of an inline route is HTML, and so is `{ t }`, which is JSX of Solid's own
    // build.
    const asHtml = (value: unknown) => {
      const html = isSolidNode(value) ? value.t : value
      return typeof html === 'string' ? new Html(html) : html
    }
    const layer: Layer = (props) => {
      const value: unknown = render(props)
      return value instanceof Promise ? value.then(asHtml) : asHtml(value)
    }
    const loaded = { name: pattern, layers: [layer], module: { default: layer } }
    return { pattern, segments: parsePattern(pattern), hasFailed: () => false, load: () => loaded }
  })
}

function isSolidNode(value: unknown): value is { t: unknown } {
  return typeof value === 'object' && value !== null && 't' in value && Object.keys(value).length === 1
}
