/** Checks the exports of endpoint modules, `*.http.ts`. */
import { nearestName } from '@fw/runtime/contract'
import { HTTP_METHODS, HTTP_OPTIONS } from '@fw/runtime/tooling'
import { createSpan } from '#diagnostic/code-frame.ts'
import type { SourceSpan } from '#model.ts'
import type { AnalyzedApp } from '../analyzed-app.ts'
import { type ExportedValue, listExportedValues } from '../modules/module-exports.ts'
import { getTree } from '../modules/tree-cache.ts'

/** A mistake in the exports of an endpoint. */
export interface HttpExportFact {
  readonly problem: 'no-handler' | 'misspelled' | 'two-kinds' | 'page-export'
  readonly file: string
  /** Name of the export; for `no-handler` empty. */
  readonly name: string
  readonly span: SourceSpan
  /** For `misspelled`: the intended export. */
  readonly nearest?: string
}

const METHODS: readonly string[] = HTTP_METHODS
const KNOWN: readonly string[] = [...HTTP_METHODS, ...HTTP_OPTIONS]
/** Exports that only pages have. */
const OF_PAGES: readonly string[] = ['meta', 'staticParams', 'cache', 'live']
/** Names of functions for one method in other frameworks. */
const FOREIGN: Readonly<Record<string, string>> = { del: 'DELETE', ALL: 'default' }

export function findHttpExportProblems({ reader, outline, openFile }: AnalyzedApp): readonly HttpExportFact[] {
  const { routesDir, routes } = outline
  return routes.http
    .map(({ filePath }) => `${routesDir}/${filePath}`)
    .filter((file) => openFile === undefined || file === openFile)
    .flatMap((file): HttpExportFact[] => {
      const values = listExportedValues(reader, file)
      const misspelled = values.flatMap((value) => {
        const nearest = findMeant(value, values)
        if (nearest === undefined) return []
        // No fix: with the other name, callers reach the function.
        return [{ problem: 'misspelled' as const, file, name: value.name, span: value.span, nearest }]
      })
      const ofPages = values
        .filter(({ name }) => OF_PAGES.includes(name))
        .map(({ name, span }) => ({ problem: 'page-export' as const, file, name, span }))
      return [
        ...misspelled,
        ...ofPages,
        ...findHandlerProblems(file, values, misspelled.length > 0, hasStars(reader, file)),
      ]
    })
}

function findHandlerProblems(
  file: string,
  values: readonly ExportedValue[],
  isMisspelled: boolean,
  isOpen: boolean,
): HttpExportFact[] {
  const own = values.find(({ name }) => name === 'default')
  const method = values.find(({ name }) => METHODS.includes(name))
  if (own !== undefined && method !== undefined)
    return [{ problem: 'two-kinds', file, name: method.name, span: method.span }]
  if (own !== undefined || method !== undefined || isMisspelled || isOpen) return []
  return [{ problem: 'no-handler', file, name: '', span: createSpan(file, '', 0, 0) }]
}

/** Whether the module has `export *`, whose names are known only at run time. */
function hasStars(reader: AnalyzedApp['reader'], file: string): boolean {
  const { ts } = reader
  return (getTree(reader, file)?.statements ?? []).some(
    (statement) => ts.isExportDeclaration(statement) && statement.exportClause === undefined && !statement.isTypeOnly,
  )
}

/** A module may have any exports. A name counts as misspelled only if it is the name of a handler in another case. */
function findMeant({ name }: ExportedValue, values: readonly ExportedValue[]): string | undefined {
  if (KNOWN.includes(name) || name === 'default') return undefined
  const meant = Object.hasOwn(FOREIGN, name) ? FOREIGN[name] : nearestName(name, KNOWN)
  if (meant === undefined || values.some((other) => other.name === meant)) return undefined
  return Object.hasOwn(FOREIGN, name) || meant.toLowerCase() === name.toLowerCase() ? meant : undefined
}
