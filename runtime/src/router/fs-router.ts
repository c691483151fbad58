/** `createFsRouter(dir)`: the routes of a folder, read once. */
import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { RouteFile } from '#contract/asset.ts'
import type { Params } from '#contract/page.ts'
import { createRouteTable, type Route } from '#contract/route-table.ts'
import { decodeSegments } from './decode-path.ts'
import { createMatcher, type Matchers } from './match-route.ts'

/** The page that answers a path, with the parameters of that path, decoded. */
export interface RouteMatch {
  /** Relative to the folder; the key that `loadRoute` gets. */
  readonly filePath: string
  /** Bracket form. */
  readonly pattern: string
  readonly params: Params
}

/** The pages of a routes folder. `createFsRouter` makes one; its routes stand in the order in which they match. */
export interface FsRouter {
  readonly routes: readonly Route[]
  /** Undefined when nothing fits, and for a path that cannot be decoded. */
  match(pathname: string): RouteMatch | undefined
}

/** Reads the routes folder and compiles its patterns (spec: Route modules). A missing folder has no routes. */
export function createFsRouter(dir: string, options: { readonly matchers?: Matchers } = {}): FsRouter {
  const { routes } = createRouteTable(readRouteFiles(dir))
  const match = createMatcher(routes, options.matchers)
  return {
    routes,
    match(pathname) {
      const segments = decodeSegments(pathname)
      const found = segments && match(segments)
      return found && { filePath: found.item.filePath, pattern: found.item.pattern, params: found.params }
    },
  }
}

/** Every file below `dir`, relative to it. A missing folder has none. */
export function readRouteFiles(dir: string): readonly RouteFile[] {
  try {
    return readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => ({ filePath: relative(dir, join(entry.parentPath, entry.name)) }))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
