/** Renames an export of a module, and updates its imports and uses. */
import {
  type ExportSpecifier,
  type Identifier,
  type ImportDeclaration,
  type ImportSpecifier,
  Node,
  type SourceFile,
  SyntaxKind,
} from 'ts-morph'
import type { SourceEdits } from '../codemod.ts'
import { specifierSpan } from './imports.ts'

interface Rename {
  readonly module: string
  readonly from: string
  readonly to: string
}

/** Adds the edits of the rename in `file`. Does nothing if the file doesn't import the module. */
export function renameExport(file: SourceFile, edits: SourceEdits, rename: Rename): void {
  for (const declaration of file.getImportDeclarations()) {
    if (declaration.getModuleSpecifierValue() !== rename.module) continue
    for (const specifier of declaration.getNamedImports())
      if (specifier.getName() === rename.from) renameImport(file, edits, specifier, rename)
    renameMembers(edits, declaration, rename)
  }
  for (const declaration of file.getExportDeclarations()) {
    if (declaration.getModuleSpecifierValue() !== rename.module) continue
    for (const specifier of declaration.getNamedExports())
      if (specifier.getName() === rename.from) renameReexport(edits, specifier, rename)
  }
  for (const type of file.getDescendantsOfKind(SyntaxKind.ImportType)) {
    const qualifier = type.getQualifier()
    if (type.getArgument().getText().slice(1, -1) === rename.module && qualifier?.getText() === rename.from)
      edits.replace(qualifier, rename.to)
  }
}

/**
 * Renames an import such as `import { from }`. The local name changes too, unless the file already uses the new name.
 */
function renameImport(file: SourceFile, edits: SourceEdits, specifier: ImportSpecifier, rename: Rename): void {
  const name = specifier.getNameNode()
  if (specifier.getAliasNode() !== undefined || !Node.isIdentifier(name)) {
    edits.replace(name, rename.to)
    return
  }
  const twin = specifier
    .getImportDeclaration()
    .getNamedImports()
    .find((one) => one.getName() === rename.to && one.getAliasNode() === undefined)
  const taken = twin === undefined && declares(file, rename.to)
  if (twin !== undefined) edits.replace(specifierSpan(specifier), '')
  else edits.replace(name, taken ? `${rename.to} as ${rename.from}` : rename.to)
  if (taken) return
  for (const use of findUses(name)) renameUse(edits, use, rename)
}

function renameUse(edits: SourceEdits, use: Identifier, { from, to }: Rename): void {
  const parent = use.getParent()
  if (Node.isExportSpecifier(parent) && parent.getAliasNode() === undefined) edits.replace(use, `${to} as ${from}`)
  else if (Node.isShorthandPropertyAssignment(parent)) edits.replace(use, `${from}: ${to}`)
  else edits.replace(use, to)
}

/** Renames uses through a namespace: `all.from` of `import * as all`. */
function renameMembers(edits: SourceEdits, declaration: ImportDeclaration, { from, to }: Rename): void {
  const namespace = declaration.getNamespaceImport()
  if (namespace === undefined) return
  for (const use of findUses(namespace)) {
    const parent = use.getParent()
    if (Node.isPropertyAccessExpression(parent) && parent.getName() === from) edits.replace(parent.getNameNode(), to)
    if (Node.isQualifiedName(parent) && parent.getLeft() === use && parent.getRight().getText() === from)
      edits.replace(parent.getRight(), to)
  }
}

function renameReexport(edits: SourceEdits, specifier: ExportSpecifier, { from, to }: Rename): void {
  const aliased = specifier.getAliasNode() !== undefined
  edits.replace(specifier.getNameNode(), aliased ? to : `${to} as ${from}`)
}

/** Returns the uses of the name, without its import. */
function findUses(name: Identifier): readonly Identifier[] {
  return name
    .findReferencesAsNodes()
    .filter((node): node is Identifier => Node.isIdentifier(node) && node !== name)
    .filter((node) => node.getSourceFile() === name.getSourceFile() && !Node.isImportSpecifier(node.getParent()))
}

function declares(file: SourceFile, name: string): boolean {
  return file
    .getDescendantsOfKind(SyntaxKind.Identifier)
    .some((one) => one.getText() === name && one.getSymbol()?.getDeclarations().includes(one.getParentOrThrow()))
}
