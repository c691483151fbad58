/** Whether the files with a fixed place and meaning (interface.md: Convention paths) export what is asked. */
import type { FwConfig } from '@fw/runtime/contract'
import type { ConventionFact, HookFact } from '../diagnostic/facts.ts'
import { spanOf } from '../diagnostic/frame.ts'
import type { ConventionFiles } from '../model.ts'
import type { ts } from '../program/typescript.ts'
import type { AppReader } from './app-reader.ts'
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

export function analyzeConventions(reader: AppReader, config: FwConfig): AnalyzedConventions {
  const files = findConventionFiles(reader.root, config)
  const facts = WITH_DEFAULT.flatMap((kind): ConventionFact[] => {
    const file = files[kind]
    if (file === undefined) return []
    const hasDefault = hasDefaultExport(reader, file)
    return [{ file, kind, hasDefault, span: { file, start: 0, end: 0, line: 1, column: 1 } }]
  })
  const hooks = files.hooks === undefined ? [] : exportedValues(reader, files.hooks)
  return { files, facts, hooks, matchers: matcherNames(reader, files.matchers) }
}

function matcherNames(reader: AppReader, file: string | undefined): readonly string[] | undefined {
  if (file === undefined) return []
  // What `export *` brings is read at boot only.
  const isOpen = /^\s*export\s*\*/m.test(reader.textOf(file) ?? '')
  return isOpen ? undefined : exportedValues(reader, file).map(({ name }) => name)
}

function hasDefaultExport({ ts, textOf, parse }: AppReader, file: string): boolean {
  return parse(file, textOf(file) ?? '').statements.some((statement) => {
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
function exportedValues({ ts, textOf, parse }: AppReader, file: string): HookFact[] {
  const text = textOf(file) ?? ''
  const source = parse(file, text)
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
        boundNames(ts, name).map((id) => fact(id.text, id)),
      )
    const isValue =
      ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement) || ts.isEnumDeclaration(statement)
    return isValue && statement.name !== undefined ? [fact(statement.name.text, statement.name)] : []
  })
}

/** `{ a, b: [c] }` binds `a` and `c`. */
function boundNames(ts: AppReader['ts'], name: ts.BindingName): ts.Identifier[] {
  if (ts.isIdentifier(name)) return [name]
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : boundNames(ts, element.name)))
}
