/**
 * Converts a file that stays React: adds the extension and the pragma, and exports its components as islands for Solid
 * files.
 */
import { type FunctionDeclaration, Node, type SourceFile, type VariableDeclaration } from 'ts-morph'
import type { SourceEdits } from '#codemods/codemod.ts'
import { findFreeName, getStatementLines } from '#codemods/syntax/source-positions.ts'
import { rewriteImages, rewriteLinks } from './elements.ts'
import type { PlannedFile } from './plan.ts'
import { findDirective } from './react-files.ts'

const PRAGMA = '/** @jsxImportSource react */\n'

/** Converts the file. `drop` lists statements that move elsewhere. */
export function keepReact({ file, isIsland }: PlannedFile, edits: SourceEdits, drop: readonly Node[]): void {
  const directive = findDirective(file, 'use client')
  edits.insert(0, PRAGMA)
  if (directive !== undefined) {
    const span = getStatementLines(directive)
    const text = file.getFullText()
    const blank = /^\r?\n/.exec(text.slice(span.end))?.[0].length ?? 0
    edits.replace({ start: span.start, end: span.end + blank }, '')
  }
  rewriteLinks(file, edits)
  rewriteImages(file, edits, true)
  const tail: string[] = []
  for (const statement of file.getStatements()) {
    if (drop.includes(statement)) edits.replace(getStatementLines(statement), '')
    else if (!isIsland) continue
    else if (Node.isFunctionDeclaration(statement)) tail.push(...wrapIsland(file, edits, statement))
    else if (Node.isVariableStatement(statement) && statement.isExported()) {
      for (const declaration of statement.getDeclarations()) tail.push(...islandOfVariable(file, edits, declaration))
    } else if (Node.isExportAssignment(statement) && Node.isIdentifier(statement.getExpression())) {
      edits.replace(statement.getExpression(), `island(${statement.getExpression().getText()})`)
      tail.push('')
    }
  }
  if (tail.length === 0) return
  const first = file.getImportDeclarations()[0]
  edits.insert(
    first?.getStart() ?? file.getStatements()[0]?.getStart(true) ?? 0,
    `import { island } from '@fw/runtime/react'\n${first === undefined ? '\n' : ''}`,
  )
  const lines = tail.filter(Boolean)
  if (lines.length > 0) edits.insert(file.getEnd(), `\n${lines.join('\n')}\n`)
}

/** Renames `export function Stars` to `function StarsBody`, and exports its island as `Stars`. */
function wrapIsland(file: SourceFile, edits: SourceEdits, declaration: FunctionDeclaration): readonly string[] {
  const name = declaration.getName()
  if (!declaration.isExported() || (name !== undefined && !/^[A-Z]/.test(name))) return []
  const start = declaration.getStart()
  const keyword = declaration.isAsync() ? 'async' : 'function'
  const end = start + declaration.getText().indexOf(keyword)
  edits.replace({ start, end }, '')
  if (declaration.isDefaultExport()) {
    const own = name ?? findFreeName(file, 'View')
    if (name === undefined) edits.insert(end + 'function'.length, ` ${own}`)
    return [`export default island(${own})`]
  }
  const body = findFreeName(file, `${name}Body`)
  renameAll(edits, declaration, body)
  return [`export const ${name} = island(${body})`]
}

function islandOfVariable(file: SourceFile, edits: SourceEdits, declaration: VariableDeclaration): readonly string[] {
  const name = declaration.getName()
  const statement = declaration.getVariableStatementOrThrow()
  if (!/^[A-Z][a-z]/.test(name) || !Node.isArrowFunction(declaration.getInitializer())) return []
  if (statement.getDeclarations().length > 1) return []
  const body = findFreeName(file, `${name}Body`)
  edits.replace({ start: statement.getStart(), end: statement.getStart() + 'export '.length }, '')
  renameAll(edits, declaration, body)
  return [`export const ${name} = island(${body})`]
}

function renameAll(edits: SourceEdits, declaration: FunctionDeclaration | VariableDeclaration, to: string): void {
  const name = declaration.getNameNode()
  if (name === undefined) return
  const file = declaration.getSourceFile()
  edits.replace(name, to)
  if (!Node.isIdentifier(name)) return
  for (const use of name.findReferencesAsNodes())
    if (use !== name && use.getSourceFile() === file) edits.replace(use, to)
}
