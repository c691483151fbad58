/** Fixes that rename or remove a module's export: the framework reads exports by name. */

import { createSpan } from '#diagnostic/code-frame.ts'
import { replacement } from '#diagnostic/fix.ts'
import type { Fix, TextEdit } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import type { AppReader } from '../app-reader.ts'
import type { ExportedValue } from '../modules/module-exports.ts'
import { getTree } from '../modules/tree-cache.ts'

/** Returns no fix if the new name is taken, or if the old one has several meanings. */
export function renameExport(
  reader: AppReader,
  file: string,
  { name, node, span }: ExportedValue,
  to: string,
): { readonly fixes?: readonly Fix[] } {
  const { ts } = reader
  const tree = getTree(reader, file)
  if (tree === undefined || name === 'default') return {}
  const title = `Rename to "${to}"`
  // A name in an export list keeps its local name.
  if (ts.isExportSpecifier(node.parent)) {
    const isOwnName = node.parent.propertyName === undefined
    return { fixes: [replacement(title, span, isOwnName ? `${name} as ${to}` : to)] }
  }
  if (ts.isNamespaceExport(node.parent) || ts.isNamespaceExport(node)) return { fixes: [replacement(title, span, to)] }
  const found = findIdentifiers(ts, tree, [name, to])
  const isClear = found.every((one) => one.text === name && (one === node || !isDeclared(ts, one)))
  if (!isClear || found.length === 0) return {}
  const edits = found.map((one): TextEdit => {
    const text = ts.isShorthandPropertyAssignment(one.parent) ? `${name}: ${to}` : to
    return { span: createSpan(file, tree.text, one.getStart(tree), one.end), text }
  })
  return { fixes: [{ title, edits }] }
}

/**
 * Removes the statement of an export, with its comment. Returns no fix if the statement has other content, or if other
 * code needs it.
 */
export function removeExport(
  reader: AppReader,
  file: string,
  { name, node }: ExportedValue,
): { readonly fixes?: readonly Fix[] } {
  const { ts } = reader
  const tree = getTree(reader, file)
  const statement = tree?.statements.find((one) => one.pos <= node.pos && node.end <= one.end)
  if (tree === undefined || statement === undefined || findIdentifiers(ts, tree, [name]).length !== 1) return {}
  const isAlone = ts.isVariableStatement(statement)
    ? statement.declarationList.declarations.length === 1
    : ts.isFunctionDeclaration(statement)
  if (!isAlone) return {}
  const space = /^[ \t]*(?:\r?\n)*/.exec(tree.text.slice(statement.end))?.[0].length ?? 0
  const span = createSpan(file, tree.text, statement.getStart(tree, true), statement.end + space)
  return { fixes: [replacement(`Remove "${name}"`, span, '')] }
}

/** Finds identifiers with one of these names, except for member names. */
function findIdentifiers(tsModule: typeof ts, tree: ts.SourceFile, names: readonly string[]): readonly ts.Identifier[] {
  const found: ts.Identifier[] = []
  const visit = (node: ts.Node): void => {
    if (tsModule.isIdentifier(node) && names.includes(node.text) && !isMember(tsModule, node)) found.push(node)
    tsModule.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

/** Returns whether an identifier names a member of an object or a type, not a variable. */
export function isMember(tsModule: typeof ts, node: ts.Identifier): boolean {
  const { parent } = node
  if (tsModule.isPropertyAccessExpression(parent) || tsModule.isJsxAttribute(parent)) return parent.name === node
  if (tsModule.isQualifiedName(parent)) return parent.right === node
  const isMemberName =
    tsModule.isPropertyAssignment(parent) ||
    tsModule.isPropertySignature(parent) ||
    tsModule.isMethodSignature(parent) ||
    tsModule.isMethodDeclaration(parent) ||
    tsModule.isPropertyDeclaration(parent)
  return isMemberName && parent.name === node
}

function isDeclared(tsModule: typeof ts, node: ts.Identifier): boolean {
  const { parent } = node
  if (tsModule.isBindingElement(parent)) return parent.name === node || parent.propertyName === node
  if (tsModule.isExportSpecifier(parent)) return true
  return tsModule.isDeclarationStatement(parent) || tsModule.isVariableDeclaration(parent)
    ? parent.name === node
    : tsModule.isParameter(parent) ||
        tsModule.isImportSpecifier(parent) ||
        tsModule.isImportClause(parent) ||
        tsModule.isNamespaceImport(parent)
}
