/**
 * Finds pages that never render a document: each of their paths returns a `Response`, or ends in `notFound()` or
 * `redirect()`. Reads only the syntax, so that lists of pages can skip them without rendering.
 */
import type { RouteModel } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import type { AppReader } from '../app-reader.ts'
import { unwrap } from '../modules/static-value.ts'
import { getTree } from '../modules/tree-cache.ts'

type Ts = typeof ts

/** Returns the route with `noDocument`, if its page never renders a document. */
export function readPageResponse(reader: AppReader, routesDir: string, route: RouteModel): RouteModel {
  const source = route.kind === 'page' ? getTree(reader, `${routesDir}/${route.filePath}`) : undefined
  const page = source && findDefaultFunction(reader.ts, source)
  if (source === undefined || page === undefined) return route
  const names = readNames(reader.ts, source)
  return names !== undefined && alwaysLeaves(reader.ts, page, names) ? { ...route, noDocument: true } : route
}

type PageFunction = ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction

function findDefaultFunction(ts: Ts, source: ts.SourceFile): PageFunction | undefined {
  for (const statement of source.statements) {
    if (ts.isExportAssignment(statement) && !statement.isExportEquals)
      return toFunction(ts, statement.expression, source)
    const isDefault = ts.canHaveModifiers(statement) && hasDefault(ts, statement)
    if (isDefault && ts.isFunctionDeclaration(statement)) return statement
  }
  return undefined
}

function hasDefault(ts: Ts, statement: ts.HasModifiers): boolean {
  return ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) === true
}

/** Resolves a function, or the name of a function in this module. */
function toFunction(ts: Ts, expression: ts.Expression, source: ts.SourceFile): PageFunction | undefined {
  const value = unwrap(ts, expression)
  if (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) return value
  if (!ts.isIdentifier(value)) return undefined
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name?.text === value.text) return statement
    if (!ts.isVariableStatement(statement)) continue
    for (const { name, initializer } of statement.declarationList.declarations)
      if (
        ts.isIdentifier(name) &&
        name.text === value.text &&
        initializer !== undefined &&
        !ts.isIdentifier(initializer)
      )
        return toFunction(ts, initializer, source)
  }
  return undefined
}

/**
 * Returns a module's local names of `notFound` and `redirect`, or `undefined` if the module declares its own
 * `Response`.
 */
function readNames(ts: Ts, source: ts.SourceFile): ReadonlySet<string> | undefined {
  const names = new Set<string>()
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue
    const bindings = statement.importClause?.namedBindings
    if (bindings === undefined || !ts.isNamedImports(bindings)) continue
    for (const { name, propertyName = name } of bindings.elements) {
      if (name.text === 'Response') return undefined
      const isOurs = statement.moduleSpecifier.text === '@fw/runtime'
      if (isOurs && ['notFound', 'redirect'].includes(propertyName.text)) names.add(name.text)
    }
  }
  return names
}

/** Returns whether no path of the function returns a value for a document or reaches its end. */
function alwaysLeaves(ts: Ts, page: PageFunction, names: ReadonlySet<string>): boolean {
  const { body } = page
  if (body === undefined) return false
  if (!ts.isBlock(body)) return leaves(ts, body, names)
  const last = body.statements.at(-1)
  return (
    last !== undefined && endsPage(ts, last, names) && findReturns(ts, body).every((one) => endsPage(ts, one, names))
  )
}

function endsPage(ts: Ts, statement: ts.Statement, names: ReadonlySet<string>): boolean {
  const isEnd = ts.isReturnStatement(statement) || ts.isThrowStatement(statement) || ts.isExpressionStatement(statement)
  return isEnd && statement.expression !== undefined && leaves(ts, statement.expression, names)
}

/** Returns the `return`s of a function, without those of nested functions. */
function findReturns(ts: Ts, node: ts.Node): readonly ts.ReturnStatement[] {
  const found: ts.ReturnStatement[] = []
  const visit = (child: ts.Node): void => {
    if (ts.isReturnStatement(child)) found.push(child)
    if (!ts.isFunctionLike(child)) ts.forEachChild(child, visit)
  }
  ts.forEachChild(node, visit)
  return found
}

/** Returns whether the value is a `Response`, or a call that throws. */
function leaves(ts: Ts, given: ts.Expression, names: ReadonlySet<string>): boolean {
  const value = unwrap(ts, given)
  if (ts.isAwaitExpression(value)) return leaves(ts, value.expression, names)
  if (ts.isConditionalExpression(value)) return leaves(ts, value.whenTrue, names) && leaves(ts, value.whenFalse, names)
  if (ts.isNewExpression(value)) return isResponse(ts, value.expression)
  if (!ts.isCallExpression(value)) return false
  const called = value.expression
  if (ts.isPropertyAccessExpression(called)) return isResponse(ts, called.expression)
  return ts.isIdentifier(called) && names.has(called.text)
}

function isResponse(ts: Ts, value: ts.Expression): boolean {
  return ts.isIdentifier(value) && value.text === 'Response'
}
