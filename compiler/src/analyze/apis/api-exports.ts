/** The exports of an api module, statement by statement, and which of them are `api(…)` calls. */
import type { Fix, SourceSpan } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import { exportFixes } from '../fixes/export-fixes.ts'
import { unwrap } from '../modules/static-value.ts'

/** Form of an api module's export. Only `api` is allowed; types are erased and ignored. */
type ExportForm = 'api' | 'default' | 'function' | 'class' | 're-export' | 'value' | 'type' | 'assignment'

export interface ExportFact {
  readonly form: ExportForm
  /** `default` for default exports, `*` for `export *`. */
  readonly name: string
  readonly span: SourceSpan
  /** For `value`: the expression in place of `api(…)`. */
  readonly written?: string
  /** Fixes that make the export legal. */
  readonly fixes?: readonly Fix[]
}

type Ts = typeof ts

/** One `export const x = api(…)`. */
export interface ApiExport {
  readonly name: string
  readonly call: ts.CallExpression
  readonly declaration: ts.VariableDeclaration
  /** The statement with the doc comment. */
  readonly statement: ts.VariableStatement
}

export interface ModuleExports {
  readonly facts: readonly ExportFact[]
  readonly apis: readonly ApiExport[]
}

interface FoundExport {
  readonly form: ExportForm
  readonly name: string
  readonly node: ts.Node
  readonly written?: string
  readonly api?: Omit<ApiExport, 'statement'>
}

/** Reads the exports of a module. `checker` is used only to distinguish types from values in `export { X }`. */
export function readExports(
  ts: Ts,
  checker: ts.TypeChecker,
  file: ts.SourceFile,
  spanOf: (node: ts.Node) => SourceSpan,
): ModuleExports {
  const isApi = createApiCallTest(ts, file)
  const facts: ExportFact[] = []
  const apis: ApiExport[] = []
  for (const statement of file.statements)
    for (const { form, name, node, written, api } of listExports(ts, checker, statement, isApi)) {
      const span = spanOf(node)
      const fixes = exportFixes({ ts, file, path: span.file }, { form, name, node, statement })
      facts.push({ form, name, span, ...(written && { written }), ...(fixes.length > 0 && { fixes }) })
      if (api !== undefined && ts.isVariableStatement(statement)) apis.push({ ...api, statement })
    }
  return { facts, apis }
}

/** Returns the local names of `member` of `@fw/runtime` in this file: by named import, or through a namespace. */
export function listImportedNames(
  ts: Ts,
  file: ts.SourceFile,
  member: string,
): { readonly direct: ReadonlySet<string>; readonly spaces: ReadonlySet<string> } {
  const direct = new Set<string>()
  const namespaces = new Set<string>()
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue
    if (statement.moduleSpecifier.text !== '@fw/runtime') continue
    const bindings = statement.importClause?.namedBindings
    if (bindings === undefined) continue
    if (ts.isNamespaceImport(bindings)) namespaces.add(bindings.name.text)
    else
      for (const element of bindings.elements)
        if ((element.propertyName ?? element.name).text === member) direct.add(element.name.text)
  }
  return { direct, spaces: namespaces }
}

type IsApi = (node: ts.Expression) => ts.CallExpression | undefined

function createApiCallTest(ts: Ts, file: ts.SourceFile): IsApi {
  const { direct, spaces } = listImportedNames(ts, file, 'api')
  return (node) => {
    const call = unwrap(ts, node)
    if (!ts.isCallExpression(call)) return undefined
    const callee = unwrap(ts, call.expression)
    if (ts.isIdentifier(callee)) return direct.has(callee.text) ? call : undefined
    const member = ts.isPropertyAccessExpression(callee) && callee.name.text === 'api' ? callee.expression : undefined
    return member && ts.isIdentifier(member) && spaces.has(member.text) ? call : undefined
  }
}

function listExports(ts: Ts, checker: ts.TypeChecker, statement: ts.Statement, isApi: IsApi): FoundExport[] {
  if (ts.isExportAssignment(statement))
    return [{ form: statement.isExportEquals ? 'assignment' : 'default', name: 'default', node: statement }]
  if (ts.isExportDeclaration(statement)) return listExportClause(ts, checker, statement)
  if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) return []
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : []
  const has = (kind: ts.SyntaxKind) => modifiers.some((modifier) => modifier.kind === kind)
  if (!has(ts.SyntaxKind.ExportKeyword) || has(ts.SyntaxKind.DeclareKeyword)) return []
  if (has(ts.SyntaxKind.DefaultKeyword))
    return [{ form: 'default', name: 'default', node: findNameNode(ts, statement) }]
  if (ts.isVariableStatement(statement)) return listVariables(ts, statement, isApi)
  if (ts.isFunctionDeclaration(statement)) return [{ form: 'function', ...toNamedExport(statement) }]
  if (ts.isClassDeclaration(statement)) return [{ form: 'class', ...toNamedExport(statement) }]
  if (ts.isEnumDeclaration(statement)) return [{ form: 'value', ...toNamedExport(statement), written: 'an enum' }]
  return [{ form: 'value', name: 'this', node: findNameNode(ts, statement), written: 'a declaration of another kind' }]
}

function toNamedExport(
  node: ts.FunctionDeclaration | ts.ClassDeclaration | ts.EnumDeclaration,
): Pick<FoundExport, 'name' | 'node'> {
  return { name: node.name?.text ?? 'default', node: node.name ?? node }
}

/**
 * Returns the node to mark in a diagnostic: the name of the declaration if it has one, because its body may be long.
 */
function findNameNode(ts: Ts, statement: ts.Statement): ts.Node {
  const declared = ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement) ? statement.name : undefined
  return declared ?? statement
}

function listVariables(ts: Ts, statement: ts.VariableStatement, isApi: IsApi): FoundExport[] {
  const constant = (statement.declarationList.flags & ts.NodeFlags.Const) !== 0
  return statement.declarationList.declarations.map((declaration): FoundExport => {
    const { name, initializer } = declaration
    if (!ts.isIdentifier(name)) return { form: 'value', name: name.getText(), node: name, written: 'a destructuring' }
    const call = initializer && isApi(initializer)
    const base = { name: name.text, node: name }
    if (call === undefined) return { ...base, form: 'value', written: describeInitializer(ts, initializer) }
    if (!constant) return { ...base, form: 'value', written: 'a variable that may change' }
    return { ...base, form: 'api', api: { name: name.text, call, declaration } }
  })
}

function describeInitializer(ts: Ts, initializer: ts.Expression | undefined): string {
  const value = initializer && unwrap(ts, initializer)
  if (value === undefined) return 'a variable without a value'
  if (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) return 'a function'
  if (ts.isClassExpression(value)) return 'a class'
  if (ts.isCallExpression(value)) return `the result of ${value.expression.getText()}(…)`
  return 'a value'
}

function listExportClause(ts: Ts, checker: ts.TypeChecker, statement: ts.ExportDeclaration): FoundExport[] {
  if (statement.isTypeOnly) return []
  const clause = statement.exportClause
  const elsewhere = statement.moduleSpecifier !== undefined
  if (clause === undefined || !ts.isNamedExports(clause)) return [{ form: 're-export', name: '*', node: statement }]
  const values = clause.elements.filter((element) => !element.isTypeOnly && !isTypeName(ts, checker, element))
  return values.map((element): FoundExport => {
    const name = element.name.text
    if (elsewhere || isImported(ts, element)) return { form: 're-export', name, node: element }
    if (name === 'default') return { form: 'default', name, node: element }
    return { form: 'value', name, node: element, written: 'a name in an export list' }
  })
}

function isTypeName(ts: Ts, checker: ts.TypeChecker, element: ts.ExportSpecifier): boolean {
  const symbol = checker.getExportSpecifierLocalTargetSymbol(element)
  const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  if (target === undefined || checker.isUnknownSymbol(target)) return false
  return (target.flags & ts.SymbolFlags.Value) === 0 && (target.flags & ts.SymbolFlags.Type) !== 0
}

function isImported(ts: Ts, element: ts.ExportSpecifier): boolean {
  const local = (element.propertyName ?? element.name).text
  return element.getSourceFile().statements.some((statement) => {
    if (!ts.isImportDeclaration(statement)) return false
    const clause = statement.importClause
    if (clause?.name?.text === local) return true
    const bindings = clause?.namedBindings
    if (bindings === undefined) return false
    if (ts.isNamespaceImport(bindings)) return bindings.name.text === local
    return bindings.elements.some((imported) => imported.name.text === local)
  })
}
