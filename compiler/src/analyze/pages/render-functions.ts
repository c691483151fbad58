/**
 * The functions of one module and the calls that each makes while it runs, read from the syntax, for the analysis of
 * renders. A function that is only passed on (an event handler, the body of an effect, the `run` of an intent) doesn't
 * run there.
 */
import type { ts } from '#program/typescript.ts'
import { listImportedNames } from '../apis/api-exports.ts'
import { findLocal } from '../modules/find-local.ts'
import { nameText, staticValue, unwrap } from '../modules/static-value.ts'
import { isType, readValueImports, type ValueImport } from '../modules/value-imports.ts'

type Ts = typeof ts

/** A call, or a component's element, in the body of a function. */
export interface RenderCall {
  /** A name of the module: declared at its top level, or imported. */
  readonly local: string
  /** For a namespace import: the called export. */
  readonly member?: string
  readonly isElement: boolean
  /** Offsets of the call or the element's tag. */
  readonly start: number
  readonly end: number
}

interface RenderFunction {
  readonly calls: readonly RenderCall[]
  /** Guard of an `api()`, if it is literal. */
  readonly guard?: unknown
}

export interface RenderModule {
  readonly text: string
  readonly imports: readonly ValueImport[]
  /** By name, `default` included. */
  readonly functions: ReadonlyMap<string, RenderFunction>
  /** Export name -> local name, if they differ, or an export of another module. */
  readonly exports: ReadonlyMap<string, { readonly name: string; readonly specifier?: string }>
  /** Specifiers of `export *`. */
  readonly stars: readonly string[]
}

/** Returns the functions of a module and the calls in them. */
export function readRenderModule(ts: Ts, file: ts.SourceFile): RenderModule {
  const functions = new Map<string, RenderFunction>()
  const exports = new Map<string, { readonly name: string; readonly specifier?: string }>()
  const stars: string[] = []
  const apiNames = listImportedNames(ts, file, 'api').direct
  const read = (name: string, value: ts.Node) => functions.set(name, readFunction(ts, value, apiNames))
  for (const statement of file.statements) {
    if (ts.isFunctionDeclaration(statement)) {
      read(statement.name?.text ?? 'default', statement)
      if (statement.name && hasDefault(ts, statement)) exports.set('default', { name: statement.name.text })
    } else if (ts.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations)
        if (ts.isIdentifier(name) && initializer !== undefined) read(name.text, initializer)
    } else if (ts.isExportAssignment(statement) && !statement.isExportEquals) {
      const value = unwrap(ts, statement.expression)
      if (ts.isIdentifier(value)) exports.set('default', { name: value.text })
      else read('default', value)
    } else if (ts.isExportDeclaration(statement) && !statement.isTypeOnly) {
      const from = statement.moduleSpecifier
      const specifier = from && ts.isStringLiteral(from) ? from.text : undefined
      if (statement.exportClause === undefined) stars.push(...(specifier === undefined ? [] : [specifier]))
      else if (ts.isNamedExports(statement.exportClause))
        for (const { name, propertyName } of statement.exportClause.elements)
          exports.set(name.text, { name: (propertyName ?? name).text, ...(specifier !== undefined && { specifier }) })
    }
  }
  return { text: file.text, imports: readValueImports(ts, file), functions, exports, stars }
}

function hasDefault(ts: Ts, statement: ts.FunctionDeclaration): boolean {
  return statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) === true
}

/** Returns the function that `value` is or wraps, as `cached(load)` and `api({ run })` do. */
function readFunction(ts: Ts, value: ts.Node, apiNames: ReadonlySet<string>): RenderFunction {
  const walk = createWalk(ts)
  const node = ts.isFunctionDeclaration(value) ? value : unwrap(ts, value as ts.Expression) // an initializer
  if (!ts.isCallExpression(node)) {
    walk.run(node)
    return { calls: walk.calls }
  }
  const [definition] = node.arguments
  if (ts.isIdentifier(node.expression) && apiNames.has(node.expression.text)) {
    const guard = memberValue(ts, definition, 'guard')
    const run = memberValue(ts, definition, 'run')
    if (run !== undefined) walk.run(run)
    return { calls: walk.calls, guard: guard && ts.isExpression(guard) ? staticValue(ts, guard)?.value : undefined }
  }
  if (!isClientOnly(ts, node.arguments[1])) for (const argument of node.arguments) walk.run(argument)
  return { calls: walk.calls }
}

/** `island(Chart, { ssr: false })`: the server doesn't render its content. */
function isClientOnly(ts: Ts, options: ts.Expression | undefined): boolean {
  const ssr = memberValue(ts, options, 'ssr')
  return ssr?.kind === ts.SyntaxKind.FalseKeyword
}

function memberValue(ts: Ts, object: ts.Expression | undefined, name: string): ts.Node | undefined {
  const literal = object && unwrap(ts, object)
  if (literal === undefined || !ts.isObjectLiteralExpression(literal)) return undefined
  const member = literal.properties.find((one) => one.name && nameText(ts, one.name) === name)
  if (member === undefined) return undefined
  if (ts.isPropertyAssignment(member)) return member.initializer
  return ts.isShorthandPropertyAssignment(member) ? member.name : member
}

/** Methods that call a function argument before their result is awaited. */
const METHODS: ReadonlySet<string> = new Set(
  'map flatMap filter forEach reduce reduceRight some every find findIndex findLast sort toSorted from then catch finally'.split(
    ' ',
  ),
)

/** Functions of Solid and of the framework that call a function argument while a component renders, also on the server. */
const AT_ONCE: ReadonlySet<string> = new Set(
  'batch children createComputed createMemo createRenderEffect createResource createRoot live untrack'.split(' '),
)

interface Walk {
  readonly calls: RenderCall[]
  /** Reads a function that runs: inline, or by name. */
  run(node: ts.Node): void
}

function createWalk(ts: Ts): Walk {
  const calls: RenderCall[] = []
  const followed = new Set<ts.Node>()
  const run = (given: ts.Node): void => {
    const node = ts.isExpression(given) ? unwrap(ts, given) : given
    if (ts.isIdentifier(node)) refer(node, node, false)
    else if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined && !followed.has(node)) {
      followed.add(node)
      walk(node.body as ts.Node) // a block or an expression
    }
  }
  const refer = (name: ts.Node, whole: ts.Node, isElement: boolean): void => {
    const isMember = ts.isPropertyAccessExpression(name)
    const root = isMember ? name.expression : name
    if (!ts.isIdentifier(root)) return
    const local = findLocal(ts, root)
    if (local !== undefined) {
      if (!isMember && local !== 'value') run(local)
      return
    }
    const member = isMember ? { member: name.name.text } : {}
    calls.push({ local: root.text, ...member, isElement, start: whole.getStart(), end: whole.end })
  }
  const visitCall = (node: ts.CallExpression): void => {
    const callee = unwrap(ts, node.expression)
    const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : ts.isIdentifier(callee) ? callee.text : ''
    if (ts.isCallExpression(callee)) callee.arguments.forEach(run)
    else if (ts.isIdentifier(callee) || ts.isPropertyAccessExpression(callee)) refer(callee, node, false)
    else run(callee)
    if ((ts.isPropertyAccessExpression(callee) ? METHODS : AT_ONCE).has(name)) node.arguments.forEach(run)
    walkChildren(node)
  }
  const visitElement = (node: ts.JsxOpeningLikeElement): void => {
    const isClientOnly = node.attributes.properties.some(
      (one) => ts.isJsxAttribute(one) && one.name.getText() === 'client:only',
    )
    if (!isClientOnly && !/^[a-z][^.]*$/.test(node.tagName.getText())) refer(node.tagName, node.tagName, true)
    walk(node.attributes)
  }
  const walk = (node: ts.Node): void => {
    if (isType(ts, node) || ts.isFunctionLike(node)) return
    if (ts.isCallExpression(node)) visitCall(node)
    else if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) visitElement(node)
    else if (ts.isNewExpression(node)) {
      if (ts.isIdentifier(node.expression) && node.expression.text === 'Promise') node.arguments?.forEach(run)
      walkChildren(node)
    } else {
      // `<For>{(row) => …}</For>` calls its child.
      if (ts.isJsxExpression(node) && node.expression && ts.isFunctionLike(node.expression) && isChild(ts, node))
        run(node.expression)
      walkChildren(node)
    }
  }
  const walkChildren = (node: ts.Node): void => ts.forEachChild(node, walk)
  return { calls, run }
}

function isChild(ts: Ts, node: ts.JsxExpression): boolean {
  return ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent)
}
