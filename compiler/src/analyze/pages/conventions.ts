/** Checks that the convention files have the required exports. */

import { type FwConfig, HOOK_NAMES, nearestName } from '@fw/runtime/contract'
import type { ConventionFiles, Fix, SourceSpan } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import type { AppReader } from '../app-reader.ts'
import { defaultExportFix } from '../fixes/default-export-fix.ts'
import { renameExport } from '../fixes/rename-export.ts'
import { type ExportedValue, hasDefaultExport, listExportedValues } from '../modules/module-exports.ts'
import { unwrap } from '../modules/static-value.ts'
import type { ScheduleFact } from '../schedules.ts'
import { findSchedules } from '../schedules.ts'
import { findConventionFiles, WITH_DEFAULT } from './convention-files.ts'
import type { MisplacedConventionFact } from './misplaced-conventions.ts'
import { findMisplacedConventions } from './misplaced-conventions.ts'

/** A convention file, and whether it has the required exports. */
export interface ConventionFact {
  readonly file: string
  readonly kind: string
  readonly hasDefault: boolean
  readonly span: SourceSpan
  readonly fixes?: readonly Fix[]
}

/** A value that `src/hooks.ts` exports; `default` for a default export. */
export interface HookFact {
  readonly name: string
  readonly span: SourceSpan
  /** Fixes that turn it into a hook. */
  readonly fixes?: readonly Fix[]
}

export interface AnalyzedConventions {
  readonly files: ConventionFiles
  readonly facts: readonly ConventionFact[]
  readonly misplaced: readonly MisplacedConventionFact[]
  readonly hooks: readonly HookFact[]
  readonly schedules: readonly ScheduleFact[]
  /** Names that `src/matchers.ts` exports; undefined if they are known only at run time. */
  readonly matchers: readonly string[] | undefined
}

/** Analyzes the convention files. `routesDir` is relative to the root. */
export function analyzeConventions(reader: AppReader, config: FwConfig, routesDir: string): AnalyzedConventions {
  const files = findConventionFiles(reader.root, config)
  const facts = WITH_DEFAULT.flatMap((kind): ConventionFact[] => {
    const file = files[kind]
    if (file === undefined) return []
    const hasDefault = hasDefaultExport(reader, file)
    const fixes = hasDefault ? {} : defaultExportFix(reader, file, candidatesFor(reader, kind, file))
    return [{ file, kind, hasDefault, span: createFileSpan(file), ...fixes }]
  })
  const { root, textOf, list } = reader
  const misplaced = findMisplacedConventions({ root, routesDir, config, textOf, list })
  const hooks = files.hooks === undefined ? [] : readHooks(reader, files.hooks)
  const schedules = files.schedules === undefined ? [] : findSchedules(reader, files.schedules)
  return {
    files,
    facts,
    misplaced: misplaced.map((found) => ({ ...found, span: createFileSpan(found.file) })),
    hooks,
    schedules,
    matchers: matcherNames(reader, files.matchers),
  }
}

function createFileSpan(file: string): SourceSpan {
  return { file, start: 0, end: 0, line: 1, column: 1 }
}

function matcherNames(reader: AppReader, file: string | undefined): readonly string[] | undefined {
  if (file === undefined) return []
  // Exports of `export *` are known only at run time.
  const isOpen = /^\s*export\s*\*/m.test(reader.textOf(file) ?? '')
  return isOpen ? undefined : listExportedValues(reader, file).map(({ name }) => name)
}

/** Hooks that decide the caller's identity and permissions to approve: no fix changes a function into one of these. */
const DECIDING: readonly string[] = ['subjectOf', 'canSettle', 'verifyBearer']

function readHooks(reader: AppReader, file: string): readonly HookFact[] {
  const values = listExportedValues(reader, file)
  const taken = new Set(values.map(({ name }) => name))
  return values.map((value): HookFact => {
    const { name, span } = value
    const nearest = (HOOK_NAMES as readonly string[]).includes(name) ? undefined : nearestName(name, HOOK_NAMES)
    const isFree = nearest !== undefined && !taken.has(nearest) && !DECIDING.includes(nearest)
    const fixes = !isFree ? {} : renameExport(reader, file, value, nearest)
    return { name, span, ...fixes }
  })
}

/** Conventions whose default export is an endpoint of its own, which no fix opens. */
const ENDPOINTS: readonly string[] = ['websocket', 'feed', 'agent', 'mcp']

/**
 * Returns exports with the name and kind of the convention. Other exports may be helpers: as the default of
 * `src/ctx.ts`, a system context would become every caller's context.
 */
function candidatesFor(reader: AppReader, kind: (typeof WITH_DEFAULT)[number], file: string): readonly ExportedValue[] {
  if (ENDPOINTS.includes(kind)) return []
  return listExportedValues(reader, file).filter(
    ({ name, value }) => name.toLowerCase() === kind && value !== undefined && fits(reader, kind, value),
  )
}

function fits({ ts }: AppReader, kind: (typeof WITH_DEFAULT)[number], given: ts.Node): boolean {
  const value = ts.isExpression(given) ? unwrap(ts, given) : given
  const isFunction = ts.isFunctionDeclaration(value) || ts.isArrowFunction(value) || ts.isFunctionExpression(value)
  if (kind === 'ctx' || kind === 'middleware') return isFunction
  return ts.isCallExpression(value) || (kind !== 'session' && ts.isObjectLiteralExpression(value))
}
