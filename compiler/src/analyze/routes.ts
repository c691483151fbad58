/** The files of the routes folder as the model's routes. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parsePattern, patternOfFile } from '@fw/runtime/contract'
import type { RouteFact } from '../diagnostic/facts.ts'
import type { RouteModel } from '../model.ts'

const ROUTE_FILE = /\.[jt]sx?$/

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
    .filter((file) => ROUTE_FILE.test(file) && !file.endsWith('.d.ts'))
    .sort()
  const layouts = files.filter((file) => baseOf(file) === '_layout')
  const routes = files.map((file) => toRoute(file, layouts))
  const facts = routes
    .filter((route) => route.pattern !== undefined)
    .map((route) => toFact(`${routesDir}/${route.filePath}`, route.pattern ?? ''))
  return { routes, facts }
}

function toRoute(filePath: string, layouts: readonly string[]): RouteModel {
  const base = baseOf(filePath)
  if (base === '_layout') return { filePath, kind: 'layout', layouts: [] }
  // An error page stands alone: its layout may be what threw.
  if (base === '_500') return { filePath, kind: 'error', layouts: [] }
  const around = layouts
    .filter((layout) => filePath.startsWith(folderOf(layout)))
    .sort((a, b) => folderOf(a).length - folderOf(b).length)
  if (base === '_404') return { filePath, kind: 'not-found', layouts: around }
  return { filePath, kind: 'page', pattern: patternOfFile(filePath), layouts: around }
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

function baseOf(file: string): string {
  return (file.split('/').at(-1) ?? '').replace(ROUTE_FILE, '')
}

/** `orders/` of `orders/_layout.tsx`; empty, and so a prefix of every file, for one at the top. */
function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/') + 1)
}
