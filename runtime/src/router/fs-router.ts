/** `createFsRouter(dir)`: reads the routes of a folder once. */
import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createRouteTable, type Route } from '#contract/http/route-table.ts'
import type { RouteFile } from '#contract/page/asset.ts'
import type { Params } from '#contract/page/page.ts'
import { decodeSegments } from './decode-path.ts'
import { createMatcher, type Matchers } from './match-route.ts'

/** The page that matches a path, with the decoded parameters of the path. */
export interface RouteMatch {
  /** Path relative to the folder; the argument of `loadRoute`. */
  readonly filePath: string
  /** Pattern in bracket form. */
  readonly pattern: string
  readonly params: Params
}

/** The pages of a routes folder, created by `createFsRouter`. Its routes are sorted by pattern. */
export interface FsRouter {
  readonly routes: readonly Route[]
  /** Returns the match; undefined if no page matches, and for a path that can't be decoded. */
  match(pathname: string): RouteMatch | undefined
}

/** Reads the routes folder and compiles its patterns. A missing folder has no routes. */
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

/** Returns all files below `dir`, with paths relative to it. A missing folder has none. */
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
