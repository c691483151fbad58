/** The files of a routes folder as pages with their layouts, and the files with a role of their own. */
import type { RouteFile } from '#contract/asset.ts'
import { parsePattern, patternOfFile, type Segment } from '#contract/pattern.ts'

/** A page of the file-system router. */
export interface Route {
  /** Relative to the routes folder; the key that `loadRoute` gets. */
  readonly filePath: string
  /** Bracket form, `/orders/[id]`. */
  readonly pattern: string
  readonly segments: readonly Segment[]
  /** Layout files that wrap it, outermost first. */
  readonly layouts: readonly string[]
}

export interface RouteTable {
  /** Pages in the order of their patterns. */
  readonly routes: readonly Route[]
  /** `_layout` at the root. */
  readonly rootLayout?: string
  /** `_404` at the root. */
  readonly notFound?: string
  /** `_500` at the root. */
  readonly error?: string
}

const PAGE = /\.[jt]sx?$/
const NOT_A_PAGE = /\.d\.ts$|\.(?:test|spec)\.[jt]sx?$/

/**
 * Reads the roles off the names. Files whose own name begins with `_` are no pages. Throws a `TypeError` for a malformed
 * pattern and for two files that answer the same paths.
 */
export function createRouteTable(files: readonly RouteFile[]): RouteTable {
  const paths = files
    .map((file) => file.filePath.replaceAll('\\', '/'))
    .filter((path) => PAGE.test(path) && !NOT_A_PAGE.test(path))
    .sort()
  const layouts = new Map(paths.filter((path) => stemOf(path) === '_layout').map((path) => [folderOf(path), path]))
  const role = (stem: string) => paths.find((path) => folderOf(path) === '' && stemOf(path) === stem)
  const routes = paths
    .filter((path) => !stemOf(path).startsWith('_'))
    .map((filePath) => {
      const pattern = patternOfFile(filePath)
      return { filePath, pattern, segments: parsePattern(pattern), layouts: layoutsOf(filePath, layouts) }
    })
    .sort((left, right) => (left.pattern < right.pattern ? -1 : left.pattern > right.pattern ? 1 : 0))
  const rootLayout = layouts.get('')
  const notFound = role('_404')
  const error = role('_500')
  return { routes, ...(rootLayout && { rootLayout }), ...(notFound && { notFound }), ...(error && { error }) }
}

function layoutsOf(filePath: string, layouts: ReadonlyMap<string, string>): readonly string[] {
  const parts = filePath.split('/')
  return parts.flatMap((_, depth) => layouts.get(parts.slice(0, depth).join('/')) ?? [])
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}

function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(PAGE, '')
}
