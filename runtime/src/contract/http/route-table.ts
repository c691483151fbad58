/**
 * The files of a routes folder as pages with their layouts, and the files with special roles. Plain data: the build creates
 * it, or a server without a build at its start.
 */
import type { RouteFile } from '../page/asset.ts'
import type { ListedMeta } from '../page/page.ts'
import { parsePattern, patternOfFile, type RouteRole, roleOfRouteFile, type Segment } from '../schema/pattern.ts'

/** A page of the file-system router. */
export interface Route {
  /** Path relative to the routes folder; the argument of `loadRoute`. */
  readonly filePath: string
  /** Pattern in bracket form, such as `/orders/[id]`. */
  readonly pattern: string
  readonly segments: readonly Segment[]
  /** Layout files around the page, outermost first. */
  readonly layouts: readonly string[]
  /** The build has determined that the page always returns a `Response`, redirects or isn't found. */
  readonly noDocument?: true
  /** The build has determined that the page mounts no island and uses no store, and neither do its layouts. */
  readonly emptyManifest?: true
  /** The metadata for lists of pages that the build has read in the source; `function` if it depends on the params. */
  readonly meta?: ListedMeta | 'function'
  /** The build has determined that the page stays current while it is open, or its `<Live>` regions do. */
  readonly live?: 'page' | 'regions'
  /** The build has determined that the page exports no `staticParams`. */
  readonly noStaticParams?: true
}

/** An endpoint of the app: a module `*.http.ts` of the routes folder. */
export interface HttpRoute {
  /** Path relative to the routes folder; the argument of `loadRoute`. */
  readonly filePath: string
  /** Pattern in bracket form, such as `/webhooks/[provider]`. */
  readonly pattern: string
  readonly segments: readonly Segment[]
}

export interface RouteTable {
  /** Pages, sorted by pattern. */
  readonly routes: readonly Route[]
  /** Endpoints, sorted by pattern; absent without endpoints. */
  readonly http?: readonly HttpRoute[]
  /** `_layout` at the root. */
  readonly rootLayout?: string
  /** `_404` at the root. */
  readonly notFound?: string
  /** `_500` at the root. */
  readonly error?: string
}

/** Creates the table from file names. Throws a `TypeError` for a malformed pattern. */
export function createRouteTable(files: readonly RouteFile[]): RouteTable {
  const known = files
    .map((file) => file.filePath.replaceAll('\\', '/'))
    .sort()
    .map((filePath) => ({ filePath, role: roleOfRouteFile(filePath) }))
  const of = (wanted: RouteRole) => known.filter(({ role }) => role === wanted).map(({ filePath }) => filePath)
  const layouts = new Map(of('layout').map((filePath) => [getFolder(filePath), filePath]))
  const routes = toRoutes(of('page')).map((route) => ({ ...route, layouts: findLayouts(route.filePath, layouts) }))
  const http = toRoutes(of('http'))
  const rootLayout = layouts.get('')
  const [notFound] = of('not-found')
  const [error] = of('error')
  return {
    routes,
    ...(http.length > 0 && { http }),
    ...(rootLayout && { rootLayout }),
    ...(notFound && { notFound }),
    ...(error && { error }),
  }
}

/** Sorted by pattern. */
function toRoutes(filePaths: readonly string[]): readonly HttpRoute[] {
  return filePaths
    .map((filePath) => {
      const pattern = patternOfFile(filePath)
      return { filePath, pattern, segments: parsePattern(pattern) }
    })
    .sort((left, right) => (left.pattern < right.pattern ? -1 : left.pattern > right.pattern ? 1 : 0))
}

function findLayouts(filePath: string, layouts: ReadonlyMap<string, string>): readonly string[] {
  const parts = filePath.split('/')
  return parts.flatMap((_, depth) => layouts.get(parts.slice(0, depth).join('/')) ?? [])
}

function getFolder(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}
