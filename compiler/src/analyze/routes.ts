/** The files of the routes folder as the model's routes. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parsePattern, patternOfFile, roleOfRouteFile } from '@fw/runtime/contract'
import type { RouteFact } from '../diagnostic/facts.ts'
import type { RouteModel } from '../model.ts'

export interface AnalyzedRoutes {
  readonly routes: readonly RouteModel[]
  readonly facts: readonly RouteFact[]
}

/** `routesDir` relative to `root`; no such folder is no routes. */
export function analyzeRoutes(root: string, routesDir: string): AnalyzedRoutes {
  const folder = join(root, routesDir)
  if (!existsSync(folder)) return { routes: [], facts: [] }
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => roleOfRouteFile(file) !== undefined)
    .sort()
  const layouts = files.filter((file) => roleOfRouteFile(file) === 'layout')
  const routes = files.map((file) => toRoute(file, layouts))
  const facts = routes
    .filter((route) => route.pattern !== undefined)
    .map((route) => toFact(`${routesDir}/${route.filePath}`, route.pattern ?? ''))
  return { routes, facts }
}

function toRoute(filePath: string, layouts: readonly string[]): RouteModel {
  const kind = roleOfRouteFile(filePath) ?? 'page'
  // An error page stands alone: its layout may be what threw.
  if (kind === 'layout' || kind === 'error') return { filePath, kind, layouts: [] }
  const around = layouts
    .filter((layout) => filePath.startsWith(folderOf(layout)))
    .sort((a, b) => folderOf(a).length - folderOf(b).length)
  return { filePath, kind, ...(kind === 'page' && { pattern: patternOfFile(filePath) }), layouts: around }
}

function toFact(file: string, pattern: string): RouteFact {
  const span = { file, start: 0, end: 0, line: 1, column: 1 }
  try {
    parsePattern(pattern)
    return { file, pattern, span }
  } catch (error) {
    return { file, pattern, span, problem: error instanceof Error ? error.message : String(error) }
  }
}

/** `orders/` of `orders/_layout.tsx`; empty, and so a prefix of every file, for one at the top. */
function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/') + 1)
}
