/** Converts the files of the routes folder to the model's routes. */

import { getMessage, parsePattern, patternOfFile, roleOfRouteFile } from '@fw/runtime/contract'
import type { HttpRouteModel, RouteModel, SourceSpan } from '#model.ts'
import { type FilesBelow, filesBelow } from '../modules/folder-files.ts'

export interface RouteFact {
  /** Relative to the app root. */
  readonly file: string
  readonly pattern: string
  /** Set for an endpoint. */
  readonly isHttp?: true
  /** Why `parsePattern` rejects it. */
  readonly problem?: string
  readonly span: SourceSpan
}

/** A `_404` or `_500` in a subfolder of the routes folder, where it is ignored. */
export interface MisplacedErrorPageFact {
  readonly file: string
  readonly name: string
  readonly top: string
  readonly span: SourceSpan
}

export interface AnalyzedRoutes {
  readonly routes: readonly RouteModel[]
  readonly facts: readonly RouteFact[]
  /** The app's own endpoints, `*.http.ts`. */
  readonly http: readonly HttpRouteModel[]
  readonly httpFacts: readonly RouteFact[]
  readonly misplaced: readonly MisplacedErrorPageFact[]
}

/** Analyzes the routes. `routesDir` is relative to `root`; a missing folder has no routes. */
export function analyzeRoutes(root: string, routesDir: string, list: FilesBelow = filesBelow): AnalyzedRoutes {
  const all = list(`${root}/${routesDir}`)
  const files = all.filter((file) => !['http', undefined].includes(roleOfRouteFile(file)))
  const layouts = files.filter((file) => roleOfRouteFile(file) === 'layout')
  const routes = files.map((file) => toRoute(file, layouts))
  const facts = routes
    .filter((route) => route.pattern !== undefined)
    .map((route) => toFact(`${routesDir}/${route.filePath}`, route.pattern ?? ''))
  const http = all
    .filter((file) => roleOfRouteFile(file) === 'http')
    .map((filePath) => ({ filePath, pattern: patternOfFile(filePath) }))
  const httpFacts = http.map(({ filePath, pattern }) => ({
    ...toFact(`${routesDir}/${filePath}`, pattern),
    isHttp: true as const,
  }))
  return { routes, facts, http, httpFacts, misplaced: all.flatMap((file) => findMisplacedErrorPage(routesDir, file)) }
}

function toRoute(filePath: string, layouts: readonly string[]): RouteModel {
  const role = roleOfRouteFile(filePath)
  const kind = role === undefined || role === 'http' ? 'page' : role
  // An error page renders without layouts: its layout may have thrown.
  if (kind === 'layout' || kind === 'error') return { filePath, kind, layouts: [] }
  const around = layouts
    .filter((layout) => filePath.startsWith(getFolder(layout)))
    .sort((a, b) => getFolder(a).length - getFolder(b).length)
  return { filePath, kind, ...(kind === 'page' && { pattern: patternOfFile(filePath) }), layouts: around }
}

function findMisplacedErrorPage(routesDir: string, filePath: string): MisplacedErrorPageFact[] {
  const found = /^(.+)\/((_404|_500)\.[jt]sx?)$/.exec(filePath)
  const [, folder = '', base = '', name = ''] = found ?? []
  // A folder whose name begins with "_" has no routes.
  if (found === null || folder.split('/').some((part) => part.startsWith('_'))) return []
  const file = `${routesDir}/${filePath}`
  const span = { file, start: 0, end: 0, line: 1, column: 1 }
  return [{ file, name, top: `${routesDir}/${base}`, span }]
}

function toFact(file: string, pattern: string): RouteFact {
  const span = { file, start: 0, end: 0, line: 1, column: 1 }
  try {
    parsePattern(pattern)
    return { file, pattern, span }
  } catch (error) {
    return { file, pattern, span, problem: getMessage(error) }
  }
}

/** Returns `orders/` for `orders/_layout.tsx`; empty, and so a prefix of every file, for a file at the top. */
function getFolder(file: string): string {
  return file.slice(0, file.lastIndexOf('/') + 1)
}
