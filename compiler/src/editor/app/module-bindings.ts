/** The imported and exported bindings of a module and its top-level functions, in all syntactic forms. */
import { ANONYMOUS_DEFAULT } from '#jsx/component-units.ts'
import type { ImportedName } from '#jsx/reactive-names.ts'
import type { ts } from '#program/typescript.ts'

type Ts = typeof ts

export interface ModuleBindings {
  readonly imports: ReadonlyMap<string, ImportedName>
  readonly exported: readonly ExportedBinding[]
  /** Top-level functions by local name, exported or not. */
  readonly functions: ReadonlyMap<string, ts.Node>
  /** Top-level bindings with a plain call as their value: local name -> callee. */
  readonly calls: ReadonlyMap<string, string>
}

interface ExportedBinding {
  /** Local name; `ANONYMOUS_DEFAULT` for an anonymous default export. */
  readonly local: string
  readonly exportName: string
  /** The statement that declares it. */
  readonly statement: ts.Statement
}

/** Reads the bindings. Re-exports of other modules aren't included. */
export function readBindings(ts: Ts, source: ts.SourceFile): ModuleBindings {
  const functions = new Map<string, ts.Node>()
  const calls = new Map<string, string>()
  const statements = new Map<string, ts.Statement>()
  const exported = new Map<string, string>()

  const bindValue = (local: string, given: ts.Expression | undefined) => {
    const value = given && withoutTypes(ts, given)
    if (value === undefined) return
    if (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) functions.set(local, value)
    else if (ts.isCallExpression(value) && (value.flags & ts.NodeFlags.OptionalChain) === 0) {
      const callee = withoutParentheses(ts, value.expression)
      if (ts.isIdentifier(callee)) calls.set(local, callee.text)
    }
  }
  const declare = (statement: ts.Statement): readonly string[] => {
    if (ts.isFunctionDeclaration(statement)) {
      // Overloads and `declare function` have no body.
      if (statement.body === undefined) return []
      const local = statement.name?.text ?? ANONYMOUS_DEFAULT
      functions.set(local, statement)
      statements.set(local, statement)
      return [local]
    }
    if (!ts.isVariableStatement(statement)) return []
    return statement.declarationList.declarations.flatMap(({ name, initializer }) => {
      if (!ts.isIdentifier(name)) return []
      statements.set(name.text, statement)
      bindValue(name.text, initializer)
      return [name.text]
    })
  }
  const exportDefault = (statement: ts.ExportAssignment) => {
    const value = withoutParentheses(ts, statement.expression)
    if (ts.isIdentifier(value)) exported.set(value.text, 'default')
    else {
      bindValue(ANONYMOUS_DEFAULT, statement.expression)
      statements.set(ANONYMOUS_DEFAULT, statement)
      exported.set(ANONYMOUS_DEFAULT, 'default')
    }
  }
  const exportList = ({ isTypeOnly, moduleSpecifier, exportClause }: ts.ExportDeclaration) => {
    if (isTypeOnly || moduleSpecifier !== undefined || exportClause === undefined) return
    if (!ts.isNamedExports(exportClause)) return
    for (const { propertyName, name } of exportClause.elements) {
      const local = (propertyName ?? name).text
      if (!exported.has(local)) exported.set(local, name.text)
    }
  }

  for (const statement of source.statements) {
    if (ts.isExportAssignment(statement)) {
      if (!statement.isExportEquals) exportDefault(statement)
    } else if (ts.isExportDeclaration(statement)) exportList(statement)
    else {
      const names = declare(statement)
      const isDefault = hasModifier(ts, statement, ts.SyntaxKind.DefaultKeyword)
      if (!hasModifier(ts, statement, ts.SyntaxKind.ExportKeyword)) continue
      for (const name of names) exported.set(name, isDefault ? 'default' : name)
    }
  }
  const found = [...exported].flatMap(([local, exportName]) => {
    const statement = statements.get(local)
    return statement === undefined ? [] : [{ local, exportName, statement }]
  })
  return { imports: readImports(ts, source), exported: found, functions, calls }
}

function hasModifier(ts: Ts, statement: ts.Statement, kind: ts.SyntaxKind): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : []
  return modifiers.some((modifier) => modifier.kind === kind)
}

function readImports(ts: Ts, source: ts.SourceFile): ReadonlyMap<string, ImportedName> {
  const imports = new Map<string, ImportedName>()
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue
    const clause = statement.importClause
    if (clause === undefined || clause.isTypeOnly) continue
    const from = statement.moduleSpecifier.text
    const { name, namedBindings } = clause
    if (name !== undefined) imports.set(name.text, { from, name: name.text })
    if (namedBindings === undefined) continue
    if (ts.isNamespaceImport(namedBindings))
      imports.set(namedBindings.name.text, { from, name: namedBindings.name.text })
    else
      for (const element of namedBindings.elements)
        imports.set(element.name.text, { from, name: (element.propertyName ?? element.name).text })
  }
  return imports
}

/** `((props) => …) satisfies Component` is the function. */
function withoutTypes(ts: Ts, node: ts.Expression): ts.Expression {
  let current = node
  while (ts.isAsExpression(current) || ts.isSatisfiesExpression(current) || ts.isParenthesizedExpression(current))
    current = current.expression
  return current
}

/** Strips parentheses, which Babel's tree doesn't contain. */
export function withoutParentheses(ts: Ts, node: ts.Expression): ts.Expression {
  let current = node
  while (ts.isParenthesizedExpression(current)) current = current.expression
  return current
}
