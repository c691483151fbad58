/** Finds pages that stay current while they are open: `export const live = true`, or `<Live>` in a module that they load. */
import type { RouteModel } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import { type AnalyzedApp, oncePerApp } from '../analyzed-app.ts'
import type { AppReader } from '../app-reader.ts'
import { type ExportedValue, listExportedValues } from '../modules/module-exports.ts'
import { isScript } from '../modules/source-files.ts'
import { staticValue } from '../modules/static-value.ts'
import { readOnce } from '../modules/tree-cache.ts'
import { readValueImports } from '../modules/value-imports.ts'
import { readMountingCode } from './mounting-code.ts'

type Ts = typeof ts

/** A page that stays current. */
export interface LivePage {
  readonly route: RouteModel
  readonly live: 'page' | 'regions'
  /** The export `live`; absent for a page with regions only. */
  readonly exported?: ExportedValue
  /** The modules that it loads, with its own and those of its layouts. */
  readonly modules: ReadonlySet<string>
}

/** Returns the live pages. Empty in an editor, which reads one file. */
export const listLivePages = oncePerApp((app): readonly LivePage[] => {
  const { outline, reader, openFile } = app
  if (openFile !== undefined) return []
  const { routesDir, routes } = outline
  return routes.routes.flatMap((route): LivePage[] => {
    if (route.kind !== 'page') return []
    const file = `${routesDir}/${route.filePath}`
    const modules = listLoaded(app, [...route.layouts.map((name) => `${routesDir}/${name}`), file])
    const exported = findLiveExport(reader, file)
    if (exported !== undefined) return [{ route, live: 'page', exported, modules }]
    return [...modules].some((name) => usesRegions(reader, name)) ? [{ route, live: 'regions', modules }] : []
  })
})

/** Returns the export `live` of a page, unless it is `false`. */
function findLiveExport(reader: AppReader, file: string): ExportedValue | undefined {
  if (!/\blive\b/.test(reader.textOf(file) ?? '')) return undefined
  const exported = listExportedValues(reader, file).find(({ name }) => name === 'live')
  const { value } = exported ?? {}
  const isOff = value !== undefined && staticValue(reader.ts, value as ts.Expression)?.value === false
  return isOff ? undefined : exported
}

const loadedBy = new WeakMap<AnalyzedApp, Map<string, readonly string[]>>()

/** Returns the project's modules that these load, and they themselves. */
function listLoaded(app: AnalyzedApp, files: readonly string[]): ReadonlySet<string> {
  const known = loadedBy.get(app) ?? new Map<string, readonly string[]>()
  loadedBy.set(app, known)
  const found = new Set(files)
  // Sets are iterated in insertion order, including files that are added meanwhile.
  for (const file of found) {
    const targets = known.get(file) ?? listTargets(app, file)
    known.set(file, targets)
    for (const target of targets) found.add(target)
  }
  return found
}

function listTargets({ reader, resolveImport }: AnalyzedApp, file: string): readonly string[] {
  const { specifiers = [] } = readOnce(reader, file, readMountingCode) ?? {}
  return specifiers.flatMap((specifier) => {
    const target = specifier.includes('?') ? undefined : resolveImport(specifier, file)
    return target !== undefined && isScript(target) ? [target] : []
  })
}

function usesRegions(reader: AppReader, file: string): boolean {
  return /\bLive\b/.test(reader.textOf(file) ?? '') && readOnce(reader, file, importsLive) === true
}

function importsLive(tsModule: Ts, file: ts.SourceFile): boolean {
  const imports = readValueImports(tsModule, file).filter(({ specifier }) => specifier === '@fw/runtime')
  return imports.some(
    ({ names }) => names.size === 0 || [...names.values()].some((name) => name === 'Live' || name === '*'),
  )
}
