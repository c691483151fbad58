/** What `fw.config.ts` says without being run. Callers that may run it hand the result in instead. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { configProblems, type FwConfig } from '@fw/runtime/contract'
import type { ConfigFact } from '../diagnostic/facts.ts'
import { spanOf } from '../diagnostic/frame.ts'
import { ts } from '../program/typescript.ts'
import { constantOf, nameText, staticValue, unwrap } from './static-value.ts'

/** Fields on which analysis itself depends. */
const NEEDED = ['routesDir', 'serverDir', 'clientEntry', 'websocket']

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
  // As far as it stands in the source: what only running the file would tell counts as left out.
  const seen: Record<string, unknown> = {}
  const report = (problem: Pick<ConfigFact, 'field' | 'problem' | 'message'>, node: ts.Node) =>
    facts.push({ ...problem, span: spanOf(file, text, node.getStart(source), node.end) })
  if (literal === undefined) report({ field: 'default', problem: 'dynamic' }, exported.expression)
  for (const member of literal?.properties ?? []) {
    const name = member.name && nameText(ts, member.name)
    const node = ts.isPropertyAssignment(member) ? member.initializer : undefined
    const value = node && staticValue(ts, node)
    if (name !== undefined) seen[name] = value === undefined && isFunction(node ?? member) ? ANY_FUNCTION : value?.value
    if (name !== undefined && value !== undefined) entries.push([name, value.value])
    else if (name === undefined || NEEDED.includes(name))
      report({ field: name ?? 'default', problem: 'dynamic' }, member)
  }
  for (const { path, message } of configProblems(seen, file)) {
    const member = literal && memberAt(literal, path)
    report({ field: path, problem: 'invalid', message }, member ?? exported)
  }
  return { config: Object.fromEntries(entries.filter(([name]) => !isWrong(facts, name))) as FwConfig, facts }
}

const ANY_FUNCTION = () => undefined

function isFunction(node: ts.Node): boolean {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isMethodDeclaration(node)
}

/** Analysis goes on without a field that has the wrong kind. */
function isWrong(facts: readonly ConfigFact[], name: string): boolean {
  return facts.some(({ field, problem }) => problem === 'invalid' && field.split(/[.[]/)[0] === name)
}

/** The member of the literal that a path as `compiler.bindingMaps` names; the nearest one above where it is not written out. */
function memberAt(literal: ts.ObjectLiteralExpression, path: string): ts.Node | undefined {
  let found: ts.Node | undefined
  let inside: ts.Expression | undefined = literal
  for (const key of path.match(/[^.[\]"]+/g) ?? []) {
    const within: ts.Expression | undefined = inside && unwrap(ts, inside)
    if (within === undefined) break
    const next: ts.Node | undefined = ts.isArrayLiteralExpression(within)
      ? within.elements[Number(key)]
      : ts.isObjectLiteralExpression(within)
        ? within.properties.find(({ name }) => name !== undefined && nameText(ts, name) === key)
        : undefined
    if (next === undefined) break
    found = next
    inside = ts.isPropertyAssignment(next) ? next.initializer : ts.isExpression(next) ? next : undefined
  }
  return found
}

/** The object in `export default defineConfig({ … })`, also through a constant. */
function definitionOf(expression: ts.Expression): ts.ObjectLiteralExpression | undefined {
  const node = unwrap(ts, expression)
  if (ts.isObjectLiteralExpression(node)) return node
  if (ts.isCallExpression(node)) return node.arguments[0] && definitionOf(node.arguments[0])
  const constant = ts.isIdentifier(node) ? constantOf(ts, node) : undefined
  return constant && definitionOf(constant)
}
