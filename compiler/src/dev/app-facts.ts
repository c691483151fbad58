/** Locations of an error in the sources: its page's layouts, its island's file, its tool's definition. */
import { createRouteTable } from '@fw/runtime/contract'
import { BUILT_IN_MATCHERS, createMatcher, decodeSegments, type Matchers } from '@fw/runtime/tooling'
import type { AppModel, RouteModel } from '../model.ts'
import type { DevPlace } from '../overlay/dev-error.ts'

export interface DevAppModel {
  /** Returns the page that handles a path; its pattern if it is known already. */
  findPage(path: string | undefined, route: string | undefined): DevPage | undefined
  /** Returns the file of the component `<chunk>#<export>`, relative to the app's folder. */
  islandFile(component: string): string | undefined
  /** Returns the position of a tool's definition, or `undefined` before the type analysis has run. */
  toolPlace(tool: string): DevPlace | undefined
}

interface DevPage {
  readonly route: string
  /** Outermost first; relative to the app's folder, like `page`. */
  readonly layouts: readonly string[]
  readonly page: string
}

interface AppFactsOptions {
  /** Relative to the app's folder. */
  readonly routesDir: string
  readonly routes: () => readonly RouteModel[]
  /** Returns the model of the last analysis. */
  readonly analysed: () => AppModel | undefined
  /** URLs of islands by chunk, such as `/src/components/cart.tsx`. */
  readonly islandUrls: Readonly<Record<string, string>>
}

export function createAppFacts({ routesDir, routes, analysed, islandUrls }: AppFactsOptions): DevAppModel {
  const inRoutes = (file: string) => `${routesDir}/${file}`
  return {
    findPage(path, route) {
      const found = matchPage(routes(), path, route)
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

/** Returns the page of a path, or of a pattern if it is known; `undefined` if none matches. */
export function matchPage(files: readonly RouteModel[], path = '', route?: string): Page | undefined {
  try {
    const pages = createRouteTable(files).routes
    if (route !== undefined) return pages.find(({ pattern }) => pattern === route)
    const segments = decodeSegments(path)
    return segments && createMatcher(pages, createLenientMatchers(pages))(segments)?.item
  } catch {
    // Routes are malformed or collide: the page that reports this belongs to none of them.
    return undefined
  }
}

/** Accepts every value: the app's own matchers are modules of the app, and don't run for this. */
function createLenientMatchers(pages: readonly Page[]): Matchers {
  const names = pages.flatMap(({ segments }) => segments.flatMap((part) => ('matcher' in part && part.matcher) || []))
  return { ...Object.fromEntries(names.map((name) => [name, () => true])), ...BUILT_IN_MATCHERS }
}
