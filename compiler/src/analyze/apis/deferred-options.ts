/** Decides whether a server may load an API module at its first call, and reads the options that it needs before. */
import type { ApiModel } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import { findAssigned, staticValue } from '../modules/static-value.ts'
import type { WrittenDefinition } from './api-definition.ts'

type Ts = typeof ts
type Options = Readonly<Record<string, unknown>>

/** Options that the module itself provides. */
const LOADED = new Set(['run', 'description'])

/** Returns the options of each API by its export name; undefined if the module must load when the server starts. */
export function readDeferredOptions(
  ts: Ts,
  file: ts.SourceFile,
  apis: readonly { readonly model: ApiModel; readonly written: WrittenDefinition }[],
): Readonly<Record<string, Options>> | undefined {
  if (apis.length === 0 || !file.statements.every((statement) => isDeclaration(ts, statement))) return undefined
  const entries: [string, Options][] = []
  for (const { model, written } of apis) {
    const options = readOptions(ts, written)
    // A schema in the source is known only when the module runs.
    const isKnown = [model.input, model.output].every(({ source }) => source === 'type' || source === 'none')
    if (options === undefined || options.eager === true || !isKnown) return undefined
    entries.push([model.exportName, options])
  }
  // A loaded module has its exports in this order, and lists of tools keep it.
  return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)))
}

/** Other statements may register, connect or start something that the app expects to run at its start. */
function isDeclaration(ts: Ts, statement: ts.Statement): boolean {
  return (
    ts.isImportDeclaration(statement) ||
    ts.isVariableStatement(statement) ||
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isEnumDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    (ts.isExportDeclaration(statement) && statement.isTypeOnly)
  )
}

function readOptions(ts: Ts, { members, problems }: WrittenDefinition): Options | undefined {
  if (problems.length > 0) return undefined
  const entries: [string, unknown][] = []
  for (const [name, member] of members) {
    if (LOADED.has(name)) continue
    const assigned = findAssigned(ts, member)
    const known = assigned && staticValue(ts, assigned)
    if (known === undefined) return undefined
    if (known.value !== undefined) entries.push([name, known.value])
  }
  return Object.fromEntries(entries)
}
