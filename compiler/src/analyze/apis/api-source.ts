/** Reads the definition of an api in its source. */
import type { ts } from '#program/typescript.ts'
import type { AppReader } from '../app-reader.ts'
import { listExportedValues } from '../modules/module-exports.ts'
import { nameText, unwrap } from '../modules/static-value.ts'

interface ApiSource {
  readonly node: ts.ObjectLiteralExpression
  /** Names of its members. */
  readonly members: readonly string[]
}

/** Returns the object of `api({ … })`; `undefined` if an export has another form, or members that aren't in the source. */
export function readApiSource(reader: AppReader, file: string, exportName: string): ApiSource | undefined {
  const { ts } = reader
  const { value } = listExportedValues(reader, file).find(({ name }) => name === exportName) ?? {}
  if (value === undefined || !ts.isExpression(value)) return undefined
  const call = unwrap(ts, value)
  const first = ts.isCallExpression(call) ? call.arguments[0] : undefined
  const node = first && unwrap(ts, first)
  if (node === undefined || !ts.isObjectLiteralExpression(node)) return undefined
  const members = node.properties.map(({ name }) => name && nameText(ts, name))
  return members.includes(undefined) ? undefined : { node, members: members.filter((name) => name !== undefined) }
}

/** Returns the identifiers in a node. */
export function listNames(tsModule: typeof ts, node: ts.Node): ReadonlySet<string> {
  const names = new Set<string>()
  const visit = (one: ts.Node): void => {
    if (tsModule.isIdentifier(one)) names.add(one.text)
    tsModule.forEachChild(one, visit)
  }
  visit(node)
  return names
}
