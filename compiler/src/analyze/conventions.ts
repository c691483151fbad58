/** Whether the files with a fixed place and meaning (interface.md: Convention paths) export what is asked. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FwConfig } from '@fw/runtime/contract'
import type { ConventionFact, HookFact } from '../diagnostic/facts.ts'
import { spanOf } from '../diagnostic/frame.ts'
import type { ConventionFiles } from '../model.ts'
import { ts } from '../program/typescript.ts'
import { findConventionFiles } from './convention-files.ts'

/** Those whose default export the framework calls. */
const WITH_DEFAULT = ['ctx', 'session', 'middleware', 'websocket', 'feed'] as const

export interface AnalyzedConventions {
  readonly files: ConventionFiles
  readonly facts: readonly ConventionFact[]
  readonly hooks: readonly HookFact[]
  /** The names that `src/matchers.ts` exports; undefined when only running it would tell. */
  readonly matchers: readonly string[] | undefined
}

export function analyzeConventions(root: string, config: FwConfig): AnalyzedConventions {
  const files = findConventionFiles(root, config)
  const facts = WITH_DEFAULT.flatMap((kind): ConventionFact[] => {
    const file = files[kind]
    if (file === undefined) return []
    const hasDefault = hasDefaultExport(file, readFileSync(join(root, file), 'utf8'))
    return [{ file, kind, hasDefault, span: { file, start: 0, end: 0, line: 1, column: 1 } }]
  })
  const hooks =
    files.hooks === undefined ? [] : exportedValues(files.hooks, readFileSync(join(root, files.hooks), 'utf8'))
  return { files, facts, hooks, matchers: matcherNames(root, files.matchers) }
}

function matcherNames(root: string, file: string | undefined): readonly string[] | undefined {
  if (file === undefined) return []
  const text = readFileSync(join(root, file), 'utf8')
  // What `export *` brings is read at boot only.
  return /^\s*export\s*\*/m.test(text) ? undefined : exportedValues(file, text).map(({ name }) => name)
}

function hasDefaultExport(file: string, text: string): boolean {
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest).statements.some((statement) => {
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

/** Values that a module exports by name or by default. Types are erased, and `export *` is read at boot only. */
function exportedValues(file: string, text: string): HookFact[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const fact = (name: string, node: ts.Node): HookFact => ({
    name,
    span: spanOf(file, text, node.getStart(source), node.end),
  })
  return source.statements.flatMap((statement): HookFact[] => {
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
      return statement.declarationList.declarations.flatMap(({ name }) =>
        boundNames(name).map((id) => fact(id.text, id)),
      )
    const isValue =
      ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement) || ts.isEnumDeclaration(statement)
    return isValue && statement.name !== undefined ? [fact(statement.name.text, statement.name)] : []
  })
}

/** `{ a, b: [c] }` binds `a` and `c`. */
function boundNames(name: ts.BindingName): ts.Identifier[] {
  if (ts.isIdentifier(name)) return [name]
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : boundNames(element.name)))
}
