/** What `fw.config.ts` says without being run. Callers that may run it hand the result in instead. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FwConfig } from '@fw/runtime/contract'
import type { ConfigFact } from '../diagnostic/facts.ts'
import { spanOf } from '../diagnostic/frame.ts'
import { ts } from '../program/typescript.ts'
import { constantOf, nameText, staticValue, unwrap } from './static-value.ts'

/** Fields on which analysis itself depends. */
const NEEDED = ['routesDir', 'serverDir', 'clientEntry']

export interface AnalyzedConfig {
  /** The fields whose value stands in the source. */
  readonly config: FwConfig
  readonly facts: readonly ConfigFact[]
}

export function readStaticConfig(root: string, file: string): AnalyzedConfig {
  const text = readFileSync(join(root, file), 'utf8')
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const exported = source.statements.find((node) => ts.isExportAssignment(node) && !node.isExportEquals)
  if (exported === undefined || !ts.isExportAssignment(exported))
    return { config: {}, facts: [{ field: 'default', problem: 'no-default', span: spanOf(file, text, 0, 0) }] }
  const literal = definitionOf(exported.expression)
  const facts: ConfigFact[] = []
  const entries: [string, unknown][] = []
  const dynamic = (field: string, node: ts.Node) =>
    facts.push({ field, problem: 'dynamic', span: spanOf(file, text, node.getStart(source), node.end) })
  if (literal === undefined) dynamic('default', exported.expression)
  for (const member of literal?.properties ?? []) {
    const name = member.name && nameText(ts, member.name)
    const node = ts.isPropertyAssignment(member) ? member.initializer : undefined
    const value = node && staticValue(ts, node)
    if (name !== undefined && value !== undefined) entries.push([name, value.value])
    else if (name === undefined || NEEDED.includes(name)) dynamic(name ?? 'default', member)
  }
  // The app's own type check holds the fields against `FwConfig`; here they are only read.
  return { config: Object.fromEntries(entries) as FwConfig, facts }
}

/** The object in `export default defineConfig({ … })`, also through a constant. */
function definitionOf(expression: ts.Expression): ts.ObjectLiteralExpression | undefined {
  const node = unwrap(ts, expression)
  if (ts.isObjectLiteralExpression(node)) return node
  if (ts.isCallExpression(node)) return node.arguments[0] && definitionOf(node.arguments[0])
  const constant = ts.isIdentifier(node) ? constantOf(ts, node) : undefined
  return constant && definitionOf(constant)
}
