/** The endpoints of an app: finds them by path, and loads their modules. */
import type { HttpRoute, RouteTable } from '#contract/http/route-table.ts'
import type { Segment } from '#contract/schema/pattern.ts'
import type { Matchers } from '#router/match-route.ts'
import { createHttpRouteFinder, type FoundHttpRoute } from './find-http-route.ts'
import type { RunHandler } from './h3-handler.ts'
import { type HttpModule, readHttpModule } from './http-module.ts'

/** A loaded endpoint. */
export interface LoadedHttpRoute extends HttpModule {
  readonly run: RunHandler
}

export interface HttpRoutes {
  /** The endpoints by their patterns. */
  readonly routes: readonly HttpRoute[]
  find(segments: readonly string[]): FoundHttpRoute | undefined
  load(filePath: string): Promise<LoadedHttpRoute>
}

interface HttpRoutesOptions {
  readonly table: RouteTable
  /** Patterns of the app's pages. */
  readonly pages: readonly { readonly pattern: string; readonly segments: readonly Segment[] }[]
  readonly matchers: Matchers | undefined
  readonly loadRoute: (filePath: string) => Promise<object>
  /** Whether modules stay loaded after their first request. */
  readonly keepRoutes: boolean
}

/** Returns the endpoints; `undefined` for an app without endpoints. */
export function createHttpRoutes(options: HttpRoutesOptions): HttpRoutes | undefined {
  const { table, pages, matchers, loadRoute, keepRoutes } = options
  if (table.http === undefined) return undefined
  const loaded = new Map<string, Promise<LoadedHttpRoute>>()
  const load = async (filePath: string): Promise<LoadedHttpRoute> => {
    // h3 is loaded with the first endpoint.
    const [module, { createH3Handler }] = await Promise.all([loadRoute(filePath), import('./h3-handler.ts')])
    const read = readHttpModule(filePath, module as Readonly<Record<string, unknown>>)
    return { ...read, run: createH3Handler(read) }
  }
  return {
    routes: table.http,
    find: createHttpRouteFinder(table.http, pages, matchers),
    load(filePath) {
      const known = loaded.get(filePath)
      if (known !== undefined) return known
      const loading = load(filePath)
      if (!keepRoutes) return loading
      loaded.set(filePath, loading)
      // A load that failed is tried again.
      loading.catch(() => loaded.delete(filePath))
      return loading
    },
  }
}
