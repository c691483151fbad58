/** Where pages come from: files of the routes folder and inline routes, behind one matcher. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RouteFile } from '#contract/asset.ts'
import type { PageMeta, Params, RouteModule } from '#contract/page.ts'
import { parsePattern, type Segment } from '#contract/pattern.ts'
import { createRouteTable, type RouteTable } from '#contract/route-table.ts'
import { Html } from '#solid/html.ts'
import { readRouteFiles } from '../router/fs-router.ts'
import { createMatcher, type Match } from '../router/match-route.ts'
import type { PageOptions } from './pages.ts'
import type { Layer } from './render-tree.ts'

/** A page that can be loaded. */
export interface PageEntry {
  /** Bracket form. */
  readonly pattern: string
  /** Below the routes folder; absent for an inline route. */
  readonly filePath?: string
  readonly segments: readonly Segment[]
  /** Its page never shows a document. */
  readonly noDocument?: true | undefined
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
  /** Whether a page without parameters answers this path. */
  hasStatic(path: string): boolean
  /** `_404` in the root layout; undefined when the app has none. */
  loadNotFound(): Promise<LoadedPage | undefined>
  /** `_500` alone; undefined when the app has none. */
  loadError(): Promise<LoadedPage | undefined>
}

/** Reads the route table and the inline routes. Throws a `TypeError` for patterns that are malformed or collide. */
export function createPageSource(options: PageOptions): PageSource {
  const table = options.routeTable ?? createRouteTable(listRouteFiles(options))
  const load = createLoader(options)
  const entries = [...fileEntries(table, load), ...inlineEntries(options.routes ?? {})]
  const { notFound, error, rootLayout } = table
  const statics = new Set(entries.map(({ pattern }) => pattern).filter((pattern) => !pattern.includes('[')))
  return {
    entries,
    match: createMatcher(entries, options.matchers),
    hasStatic: (path) => statics.has(path),
    loadNotFound: async () => (notFound === undefined ? undefined : load(notFound, rootLayout ? [rootLayout] : [])),
    loadError: async () => (error === undefined ? undefined : load(error, [])),
  }
}

function listRouteFiles({ routeFiles, routesDir }: PageOptions): readonly RouteFile[] {
  return routeFiles ?? (routesDir === undefined ? [] : readRouteFiles(routesDir))
}

/** What a page says about itself for these params; empty without `meta`. Never throws at once. */
export function readMeta({ meta }: RouteModule, params: Params): PageMeta | Promise<PageMeta> {
  return typeof meta === 'function' ? callMeta(meta, params) : (meta ?? NO_META)
}

const NO_META: PageMeta = Object.freeze({})

async function callMeta(meta: MetaFunction, params: Params): Promise<PageMeta> {
  return meta({ params })
}

type MetaFunction = Extract<RouteModule['meta'], (...args: never) => unknown>

type Load = (filePath: string, layouts: readonly string[]) => LoadedPage | Promise<LoadedPage>

function createLoader(options: PageOptions): Load {
  const loadRoute = options.loadRoute ?? importBelow(options.routesDir)
  const load = async (filePath: string, layouts: readonly string[]): Promise<LoadedPage> => {
    const modules = await Promise.all([...layouts, filePath].map(loadRoute))
    const layers = modules.map((module, index) => {
      if (typeof module.default === 'function') return module.default
      throw new TypeError(`The route file "${[...layouts, filePath][index]}" has no default export that is a function.`)
    })
    const module = modules.at(-1)
    if (module === undefined) throw new TypeError(`The route file "${filePath}" could not be loaded.`)
    return { name: filePath, layers, module }
  }
  return options.keepRoutes ? keepLoaded(load) : load
}

/** Each file is loaded once: an `import()` for every request costs more than many a page. What failed is tried again. */
function keepLoaded(load: (...args: Parameters<Load>) => Promise<LoadedPage>): Load {
  const kept = new Map<string, LoadedPage | Promise<LoadedPage>>()
  return (filePath, layouts) => {
    const known = kept.get(filePath)
    if (known !== undefined) return known
    const loading = load(filePath, layouts)
    kept.set(filePath, loading)
    loading.then(
      (loaded) => kept.set(filePath, loaded),
      () => kept.delete(filePath),
    )
    return loading
  }
}

function importBelow(routesDir: string | undefined): (filePath: string) => Promise<RouteModule> {
  return (filePath) =>
    import(/* @vite-ignore: known at run time */ pathToFileURL(join(routesDir ?? '.', filePath)).href)
}

function fileEntries(table: RouteTable, load: Load): readonly PageEntry[] {
  return table.routes.map(({ pattern, segments, filePath, layouts, noDocument }) => ({
    pattern,
    filePath,
    segments,
    noDocument,
    load: () => load(filePath, layouts),
  }))
}

function inlineEntries(routes: NonNullable<PageOptions['routes']>): readonly PageEntry[] {
  return Object.entries(routes).map(([pattern, render]) => {
    // A string of an inline route is HTML (decisions: Further shapes), and so is `{ t }`: JSX that Solid's own build made.
    const asHtml = (value: unknown) => {
      const html = isSolidNode(value) ? value.t : value
      return typeof html === 'string' ? new Html(html) : html
    }
    const layer: Layer = (props) => {
      const value: unknown = render(props)
      return value instanceof Promise ? value.then(asHtml) : asHtml(value)
    }
    const loaded = { name: pattern, layers: [layer], module: { default: layer } }
    return { pattern, segments: parsePattern(pattern), load: () => loaded }
  })
}

function isSolidNode(value: unknown): value is { t: unknown } {
  return typeof value === 'object' && value !== null && 't' in value && Object.keys(value).length === 1
}
