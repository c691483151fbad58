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

/**
 * Whether a file has only declarations and imports, and awaits nothing outside of its functions. A connection that is opened there may
 * fail once, and a runtime never evaluates a module again: at the start, the failure ends the process, which is then started again.
 */
export function isDeclarative(ts: Ts, file: ts.SourceFile): boolean {
  return file.statements.every((statement) => isDeclaration(ts, statement) && !awaits(ts, statement))
}

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

function awaits(ts: Ts, node: ts.Node): boolean {
  if (ts.isFunctionLike(node)) return false
  const isDisposed =
    ts.isVariableDeclarationList(node) && (node.flags & ts.NodeFlags.AwaitUsing) === ts.NodeFlags.AwaitUsing
  return isDisposed || ts.isAwaitExpression(node) || ts.forEachChild(node, (child) => awaits(ts, child)) === true
}
