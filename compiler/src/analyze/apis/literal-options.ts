/** Reads the facts from which a build decides whether a server may load an API module at its first call. */
import type { ts } from '#program/typescript.ts'
import { findAssigned, staticValue } from '../modules/static-value.ts'
import type { WrittenDefinition } from './api-definition.ts'

type Ts = typeof ts

/** Options that the module itself provides, because only a call needs them. */
const LOADED = new Set(['run', 'description', 'tags'])

/** Returns the options that a server needs before the first call; undefined if one of them is known only at run time. */
export function readLiteralOptions(
  ts: Ts,
  { members, problems }: WrittenDefinition,
): Readonly<Record<string, unknown>> | undefined {
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

/** Whether a file has only declarations and imports. */
export function isDeclarative(ts: Ts, file: ts.SourceFile): boolean {
  return file.statements.every(
    (statement) =>
      ts.isImportDeclaration(statement) ||
      ts.isVariableStatement(statement) ||
      ts.isFunctionDeclaration(statement) ||
      ts.isClassDeclaration(statement) ||
      ts.isEnumDeclaration(statement) ||
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement) ||
      (ts.isExportDeclaration(statement) && statement.isTypeOnly),
  )
}
