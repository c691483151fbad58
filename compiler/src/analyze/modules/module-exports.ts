/** Reads a module's exports from its syntax, without types and without running it. */
import { createSpan } from '#diagnostic/code-frame.ts'
import type { SourceSpan } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import type { AppReader } from '../app-reader.ts'
import { getTree } from './tree-cache.ts'

/** An exported value of a module; `default` for a default export. */
export interface ExportedValue {
  readonly name: string
  readonly node: ts.Node
  /** Span of the name; for a default export, of the whole statement. */
  readonly span: SourceSpan
  /** The initializer, function or class, if it is in the module. */
  readonly value?: ts.Node
}

/** Returns whether a module, relative to the root, has a default export. */
export function hasDefaultExport(reader: AppReader, file: string): boolean {
  const { ts } = reader
  return (getTree(reader, file)?.statements ?? []).some((statement) => {
    if (ts.isExportAssignment(statement)) return !statement.isExportEquals
    if (ts.isExportDeclaration(statement)) {
      const clause = statement.exportClause
      if (statement.isTypeOnly || clause === undefined || !ts.isNamedExports(clause)) return false
      return clause.elements.some((element) => element.name.text === 'default' && !element.isTypeOnly)
    }
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : []
    return modifiers.some((modifier) => modifier.kind === ts.SyntaxKind.DefaultKeyword)
  })
}

/**
 * Returns the named and default exports of a module that are values. Types are erased, and `export *` is known only at
 * run time.
 */
export function listExportedValues(reader: AppReader, file: string): readonly ExportedValue[] {
  const { ts } = reader
  const source = getTree(reader, file)
  if (source === undefined) return []
  const { text } = source
  const fact = (name: string, node: ts.Node, value?: ts.Node): ExportedValue => ({
    name,
    node,
    span: createSpan(file, text, node.getStart(source), node.end),
    ...(value && { value }),
  })
  return source.statements.flatMap((statement): ExportedValue[] => {
    if (ts.isExportAssignment(statement)) return [fact('default', statement)]
    if (ts.isExportDeclaration(statement)) {
      const clause = statement.exportClause
      if (statement.isTypeOnly || clause === undefined) return []
      if (!ts.isNamedExports(clause)) return [fact(clause.name.text, clause.name)]
      return clause.elements.filter(({ isTypeOnly }) => !isTypeOnly).map(({ name }) => fact(name.text, name))
    }
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : []
    const has = (kind: ts.SyntaxKind) => modifiers.some((modifier) => modifier.kind === kind)
    if (!has(ts.SyntaxKind.ExportKeyword) || has(ts.SyntaxKind.DeclareKeyword)) return []
    if (has(ts.SyntaxKind.DefaultKeyword)) return [fact('default', statement)]
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
        listBoundNames(ts, name).map((id) => fact(id.text, id, id === name ? initializer : undefined)),
      )
    const isValue =
      ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement) || ts.isEnumDeclaration(statement)
    return isValue && statement.name !== undefined ? [fact(statement.name.text, statement.name, statement)] : []
  })
}

/** Returns `a` and `c` for `{ a, b: [c] }`. */
export function listBoundNames(ts: AppReader['ts'], name: ts.BindingName): ts.Identifier[] {
  if (ts.isIdentifier(name)) return [name]
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : listBoundNames(ts, element.name)))
}
