/**
 * Reads the exports of a page that lists of pages need, as far as they are literal in its source: a server then lists the
 * page without loading it.
 */
import type { ListedMeta } from '@fw/runtime/contract'
import type { RouteModel } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import type { AppReader } from '../app-reader.ts'
import { type ExportedValue, listExportedValues } from '../modules/module-exports.ts'
import { findAssigned, nameText, staticValue, unwrap } from '../modules/static-value.ts'
import { getTree } from '../modules/tree-cache.ts'

type Ts = typeof ts
type ListedExports = Pick<RouteModel, 'meta' | 'noStaticParams'>

/** Returns the exports of the route's page; empty for other files. */
export function readListedExports(reader: AppReader, routesDir: string, route: RouteModel): ListedExports {
  const file = `${routesDir}/${route.filePath}`
  const source = route.kind === 'page' ? getTree(reader, file) : undefined
  // `export *` could export any of them.
  if (source === undefined || source.statements.some((statement) => isStarExport(reader.ts, statement))) return {}
  const values = listExportedValues(reader, file)
  const meta = readMeta(reader.ts, source, values)
  const hasParams = route.pattern?.includes('[') === true
  const noStaticParams = hasParams && !values.some(({ name }) => name === 'staticParams')
  return { ...(meta !== undefined && { meta }), ...(noStaticParams && { noStaticParams }) }
}

function isStarExport(ts: Ts, statement: ts.Statement): boolean {
  return ts.isExportDeclaration(statement) && !statement.isTypeOnly && statement.exportClause === undefined
}

function readMeta(
  ts: Ts,
  source: ts.SourceFile,
  values: readonly ExportedValue[],
): ListedMeta | 'function' | undefined {
  const exported = values.find(({ name }) => name === 'meta')
  if (exported === undefined) return {}
  const { node, value } = exported
  if (value === undefined) return undefined
  // A function is never listed as a value, whatever it returns.
  const isConstant = ts.isVariableDeclaration(node.parent) && isConst(ts, node.parent)
  if (ts.isFunctionDeclaration(value)) return isReadOnly(ts, source, node) ? 'function' : undefined
  if (!isConstant || !ts.isExpression(value)) return undefined
  const literal = unwrap(ts, value)
  if (ts.isArrowFunction(literal) || ts.isFunctionExpression(literal)) return 'function'
  return ts.isObjectLiteralExpression(literal) && isReadOnly(ts, source, node) ? readLiteral(ts, literal) : undefined
}

function isConst(ts: Ts, { parent }: ts.VariableDeclaration): boolean {
  return ts.isVariableDeclarationList(parent) && (parent.flags & ts.NodeFlags.BlockScoped) === ts.NodeFlags.Const
}

/** Returns the fields for lists; `undefined` if one of them is known only at run time. */
function readLiteral(ts: Ts, literal: ts.ObjectLiteralExpression): ListedMeta | undefined {
  const found: { title?: string; description?: string; robots?: ListedMeta['robots'] } = {}
  for (const member of literal.properties) {
    const name = member.name && nameText(ts, member.name)
    // A spread, a computed name or a prototype could set any field.
    if (name === undefined || name === '__proto__') return undefined
    if (name !== 'title' && name !== 'description' && name !== 'robots') continue
    const given = findAssigned(ts, member)
    const read = given && staticValue(ts, given)
    if (given === undefined || read === undefined) return undefined
    const { value } = read
    if (value === undefined) delete found[name]
    else if (typeof value === 'string') found[name] = value
    else if (name === 'robots' && ts.isObjectLiteralExpression(unwrap(ts, given)) && isDirectives(value))
      found.robots = value
    else return undefined
  }
  return found
}

/** Whether the value is an object of booleans, numbers and strings. */
function isDirectives(value: unknown): value is Exclude<NonNullable<ListedMeta['robots']>, string> {
  return Object.entries(value as object).every(
    ([name, directive]) =>
      name !== '__proto__' && ['boolean', 'number', 'string', 'undefined'].includes(typeof directive),
  )
}

/** Whether the module only reads `meta`, so that its title is the one of the literal. */
function isReadOnly(ts: Ts, source: ts.SourceFile, declared: ts.Node): boolean {
  const visit = (node: ts.Node): boolean =>
    (ts.isIdentifier(node) && node.text === 'meta' && node !== declared && mayChange(ts, node)) ||
    ts.forEachChild(node, (child) => visit(child) || undefined) === true
  return !visit(source)
}

function mayChange(ts: Ts, name: ts.Identifier): boolean {
  const { parent } = name
  // Names of other things: `import.meta`, `page.meta`, `{ meta: 1 }`, `<meta>`, a type.
  if (ts.isMetaProperty(parent) || ts.isJsxAttribute(parent) || ts.isTypeQueryNode(parent)) return false
  if (ts.isJsxOpeningLikeElement(parent) || ts.isJsxClosingElement(parent)) return false
  if (ts.isPropertyAssignment(parent) && parent.name === name) return false
  if (!ts.isPropertyAccessExpression(parent)) return true
  return parent.expression === name && !isStringRead(ts, parent)
}

/** Whether `meta.title` is where only its value is used. */
function isStringRead(ts: Ts, access: ts.PropertyAccessExpression): boolean {
  const { parent } = access
  if (access.name.text !== 'title' && access.name.text !== 'description') return false
  if (ts.isJsxExpression(parent) || ts.isTemplateSpan(parent)) return true
  if (ts.isCallExpression(parent)) return parent.expression !== access
  return ts.isVariableDeclaration(parent) && parent.initializer === access
}
