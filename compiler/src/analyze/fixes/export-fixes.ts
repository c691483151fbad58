/** Fixes that remove an illegal export. */
import type { Fix, TextEdit } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import { editAt, type FixContext } from './fix-context.ts'
import { findRemoval } from './removal.ts'

interface IllegalExport {
  readonly form: string
  readonly name: string
  /** The export's name, or the whole export. */
  readonly node: ts.Node
  readonly statement: ts.Statement
}

export function exportFixes(context: FixContext, found: IllegalExport): readonly Fix[] {
  const { form } = found
  switch (form) {
    // Never converted to an api: a server helper would become an endpoint.
    case 'function':
    case 'class':
    case 'value':
      return unexport(context, found)
    case 're-export':
      return removal(context, found)
    case 'default':
      return removeDefault(context, found)
    // An api with an illegal name doesn't build, so a new name would open it.
    default:
      return []
  }
}

function unexport(context: FixContext, found: IllegalExport): readonly Fix[] {
  const { ts: tsModule, file } = context
  const { statement, name } = found
  if (tsModule.isExportDeclaration(statement)) return removal(context, found)
  if (tsModule.isVariableStatement(statement) && statement.declarationList.declarations.length > 1) return []
  const { ExportKeyword, DefaultKeyword } = tsModule.SyntaxKind
  const keywords = (tsModule.canHaveModifiers(statement) ? (tsModule.getModifiers(statement) ?? []) : []).filter(
    ({ kind }) => kind === ExportKeyword || kind === DefaultKeyword,
  )
  const [first, last] = [keywords.at(0), keywords.at(-1)]
  if (first === undefined || last === undefined) return []
  const space = /^\s*/.exec(file.text.slice(last.end))?.[0].length ?? 0
  return [{ title: `Do not export "${name}"`, edits: [editAt(context, first.getStart(file), last.end + space, '')] }]
}

/** Removes one name from its list, or the whole statement with its last value. */
function removal(context: FixContext, { statement, node, name }: IllegalExport): readonly Fix[] {
  const { ts: tsModule, file } = context
  if (!tsModule.isExportDeclaration(statement)) return []
  const clause = statement.exportClause
  const inList = clause && tsModule.isNamedExports(clause) && clause.elements.length > 1 ? clause.elements : undefined
  const title = name === '*' ? 'Remove the re-export' : `Do not export "${name}"`
  if (inList !== undefined) {
    const { start, end } = findRemoval(file, inList, node)
    return [{ title, edits: [editAt(context, start, end, '')] }]
  }
  return [{ title, edits: [removeStatement(context, statement)] }]
}

function removeStatement(context: FixContext, statement: ts.Statement): TextEdit {
  const newline = /^[ \t]*\r?\n/.exec(context.file.text.slice(statement.end))?.[0].length ?? 0
  return editAt(context, statement.getStart(context.file), statement.end + newline, '')
}

/** Removes the export of a named value. An api doesn't get a name: it would become an endpoint. */
function removeDefault(context: FixContext, found: IllegalExport): readonly Fix[] {
  const { ts: tsModule } = context
  const { statement } = found
  if (tsModule.isFunctionDeclaration(statement) || tsModule.isClassDeclaration(statement)) {
    const { name } = statement
    return name === undefined ? [] : unexport(context, { ...found, name: name.text })
  }
  if (!tsModule.isExportAssignment(statement) || statement.isExportEquals) return []
  return tsModule.isIdentifier(statement.expression)
    ? [{ title: 'Remove the default export', edits: [removeStatement(context, statement)] }]
    : []
}
