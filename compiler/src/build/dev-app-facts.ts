/** What the sources say about the place of an error: layouts of its page, the file of its island, where its tool is. */
import { BUILT_IN_MATCHERS, createMatcher, createRouteTable, decodeSegments, type Matchers } from '@fw/runtime/contract'
import type { AppModel, RouteModel } from '../model.ts'
import type { DevPlace } from '../overlay/dev-error.ts'

export interface DevAppModel {
  /** Of the page that answers a path; its pattern where that is known already. */
  findPage(path: string | undefined, route: string | undefined): DevPage | undefined
  /** Relative to the app's folder, of the component `<chunk>#<export>`. */
  islandFile(component: string): string | undefined
  /** Where a tool is defined; undefined before the types were analysed. */
  toolPlace(tool: string): DevPlace | undefined
}

export interface DevPage {
  readonly route: string
  /** Outermost first, relative to the app's folder like `page`. */
  readonly layouts: readonly string[]
  readonly page: string
}

export interface AppFactsOptions {
  /** Relative to the app's folder. */
  readonly routesDir: string
  readonly routes: () => readonly RouteModel[]
  /** The model that the analysis has made last. */
  readonly analysed: () => AppModel | undefined
  /** Addresses of islands by chunk, as `/src/components/cart.tsx`. */
  readonly islandUrls: Readonly<Record<string, string>>
}

export function createAppFacts({ routesDir, routes, analysed, islandUrls }: AppFactsOptions): DevAppModel {
  const inRoutes = (file: string) => `${routesDir}/${file}`
  return {
    findPage(path, route) {
      const found = find(routes(), path, route)
      if (found === undefined) return undefined
      return { route: found.pattern, layouts: found.layouts.map(inRoutes), page: inRoutes(found.filePath) }
    },
    islandFile: (component) => islandUrls[component.slice(0, component.indexOf('#'))]?.replace(/^\/([^?]*).*$/, '$1'),
    toolPlace(tool) {
      const model = analysed()
      if (model === undefined) return undefined
      const tools = [
        ...model.modules.flatMap(({ apis }) => apis),
        ...model.components.flatMap(({ intents }) => intents),
        ...(model.stores ?? []).flatMap(({ actions }) => actions),
      ]
      const span = tools.find((known) => known.tool === tool)?.span
      return span && { file: span.file, line: span.line, column: span.column }
    },
  }
}

type Page = ReturnType<typeof createRouteTable>['routes'][number]

function find(files: readonly RouteModel[], path = '', route?: string): Page | undefined {
  try {
    const pages = createRouteTable(files).routes
    if (route !== undefined) return pages.find(({ pattern }) => pattern === route)
    const segments = decodeSegments(path)
    return segments && createMatcher(pages, lenient(pages))(segments)?.item
  } catch {
    // Routes that are malformed or collide: the page that says so belongs to none of them.
    return undefined
  }
}

/** The app's own matchers are modules of the app, and are not run for this. */
function lenient(pages: readonly Page[]): Matchers {
  const names = pages.flatMap(({ segments }) => segments.flatMap((part) => ('matcher' in part && part.matcher) || []))
  return { ...Object.fromEntries(names.map((name) => [name, () => true])), ...BUILT_IN_MATCHERS }
}
