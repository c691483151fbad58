/** Finds pages that stay current while they are open: `export const live = true`, or `<Live>` in a module that they load. */
import { createSpan } from '#diagnostic/code-frame.ts'
import type { RouteModel, SourceSpan } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import { type AnalyzedApp, oncePerApp } from '../analyzed-app.ts'
import type { AppReader } from '../app-reader.ts'
import { type ExportedValue, listExportedValues } from '../modules/module-exports.ts'
import { isScript } from '../modules/source-files.ts'
import { staticValue } from '../modules/static-value.ts'
import { readOnce } from '../modules/tree-cache.ts'
import { readValueImports } from '../modules/value-imports.ts'
import { listOpenRoutes } from '../shared-facts.ts'
import { readMountingCode } from './mounting-code.ts'

type Ts = typeof ts

/** A page that stays current. */
interface LivePage {
  readonly route: RouteModel
  /** Its file, relative to the root. */
  readonly file: string
  readonly live: 'page' | 'regions'
  /** Span of the export `live`, or of the import of `Live`. */
  readonly span: SourceSpan
  /** The modules that it loads, with its own and those of its layouts. */
  readonly modules: ReadonlySet<string>
}

/** Returns the live pages; in an editor the open one. */
export const listLivePages = oncePerApp((app): readonly LivePage[] =>
  listOpenRoutes(app).flatMap((route) => readLivePage(app, route) ?? []),
)

/** Returns the live pages, also in an editor. */
export const listAllLivePages = oncePerApp((app): readonly LivePage[] =>
  app.outline.routes.routes.flatMap((route) => readLivePage(app, route) ?? []),
)

function readLivePage(app: AnalyzedApp, route: RouteModel): LivePage | undefined {
  if (route.kind !== 'page') return undefined
  const { routesDir } = app.outline
  const file = `${routesDir}/${route.filePath}`
  const list = () => listLoaded(app, [...route.layouts.map((name) => `${routesDir}/${name}`), file])
  const exported = findLiveExport(app.reader, file)
  if (exported !== undefined) return { route, file, live: 'page', span: exported.span, modules: list() }
  if (!mayHaveRegions(app)) return undefined
  const modules = list()
  for (const module of modules) {
    const span = findRegionImport(app.reader, module)
    if (span !== undefined) return { route, file, live: 'regions', span, modules }
  }
  return undefined
}

/** Whether a file of the app names `Live`: other apps needn't follow the imports of their pages. */
const mayHaveRegions = oncePerApp(({ reader, files }) =>
  files().some((file) => /\bLive\b/.test(reader.textOf(file) ?? '')),
)

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
export function listLoaded(app: AnalyzedApp, files: readonly string[]): ReadonlySet<string> {
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

/** Returns the span of the first import of `Live`. */
function findRegionImport(reader: AppReader, file: string): SourceSpan | undefined {
  const span = /\bLive\b/.test(reader.textOf(file) ?? '') ? readOnce(reader, file, readRegionImport) : undefined
  return span && { ...span, file }
}

function readRegionImport(tsModule: Ts, file: ts.SourceFile): Omit<SourceSpan, 'file'> | undefined {
  const isLive = (name: string) => name === 'Live' || name === '*'
  const found = readValueImports(tsModule, file).find(
    ({ specifier, names }) => specifier === '@fw/runtime' && (names.size === 0 || [...names.values()].some(isLive)),
  )
  return found && createSpan('', file.text, found.from, found.end)
}
