/** Reads and adds imports of a file. */
import { type ImportDeclaration, type ImportSpecifier, Node, type SourceFile, SyntaxKind } from 'ts-morph'
import type { SourceEdits, Span } from '../codemod.ts'
import { findFunctionAround } from './enclosing-function.ts'

/** Returns the local name of `name` from `module`, or `undefined` if it isn't imported. */
export function localName(file: SourceFile, module: string | RegExp, name: string): string | undefined {
  const found = importsFrom(file, module)
    .flatMap((declaration) => declaration.getNamedImports())
    .find((specifier) => specifier.getName() === name)
  return found?.getAliasNode()?.getText() ?? found?.getName()
}

export function importsFrom(file: SourceFile, module: string | RegExp): readonly ImportDeclaration[] {
  return file.getImportDeclarations().filter((declaration) => {
    const specifier = declaration.getModuleSpecifierValue()
    return typeof module === 'string' ? specifier === module : module.test(specifier)
  })
}

/** Returns the local name of the default export of `module`. */
export function defaultImport(file: SourceFile, module: string | RegExp): string | undefined {
  return importsFrom(file, module)
    .map((declaration) => declaration.getDefaultImport()?.getText())
    .find((name) => name !== undefined)
}

/** Name to import, and its name in the file. */
interface ChosenName {
  /** Name in the import, such as `api`, or `api as defineApi` if the file declares `api` itself. */
  readonly written: string
  readonly local: string
}

/** Chooses the name for `name` from `module` in the file. `other` is the name if the file has declared `name` itself. */
export function chooseName(file: SourceFile, module: string, name: string, other: string): ChosenName {
  const known = localName(file, module, name)
  if (known !== undefined) return { written: name, local: known }
  const isTaken = file
    .getDescendantsOfKind(SyntaxKind.Identifier)
    .some((one) => one.getText() === name && declaresInModule(one))
  return isTaken ? { written: `${name} as ${other}`, local: other } : { written: name, local: name }
}

/** Returns whether the identifier is the name of an import, or of a declaration outside functions. */
function declaresInModule(identifier: Node): boolean {
  const parent = identifier.getParent()
  if (Node.isImportClause(parent) || Node.isNamespaceImport(parent)) return true
  if (Node.isImportSpecifier(parent)) return (parent.getAliasNode() ?? parent.getNameNode()) === identifier
  const isDeclaration =
    Node.isVariableDeclaration(parent) ||
    Node.isBindingElement(parent) ||
    Node.isFunctionDeclaration(parent) ||
    Node.isClassDeclaration(parent) ||
    Node.isInterfaceDeclaration(parent) ||
    Node.isTypeAliasDeclaration(parent) ||
    Node.isEnumDeclaration(parent)
  return isDeclaration && parent.getNameNode() === identifier && findFunctionAround(parent) === undefined
}

/** Adds `written` (such as `api` or `type Call`) to the imports from `module`, unless it is imported already. */
export function addImport(file: SourceFile, edits: SourceEdits, module: string, written: string): void {
  addImports(file, edits, module, [written])
}

/** Adds several names, such as `api as defineApi`, in alphabetical order. */
export function addImports(file: SourceFile, edits: SourceEdits, module: string, written: readonly string[]): void {
  const stripTypeKeyword = (one: string) => one.replace(/^type /, '').replace(/ as .*$/, '')
  const fresh = written
    .filter((one) => localName(file, module, stripTypeKeyword(one)) === undefined)
    .sort((left, right) => stripTypeKeyword(left).localeCompare(stripTypeKeyword(right), 'en'))
  if (fresh.length === 0) return
  const known = importsFrom(file, module).find(
    (declaration) => !declaration.isTypeOnly() && declaration.getNamedImports().length > 0,
  )
  const last = known?.getNamedImports().at(-1)
  if (last !== undefined) edits.insert(last.getEnd(), `, ${fresh.join(', ')}`)
  else edits.insert(firstImport(file), `${importLine(module, fresh)}\n${hasImports(file) ? '' : '\n'}`)
}

/** Formats an import of these names, as a type import if all are types. */
export function importLine(module: string, names: readonly string[]): string {
  const areTypes = names.every((name) => name.startsWith('type '))
  const written = areTypes ? names.map((name) => name.replace(/^type /, '')) : names
  return `import ${areTypes ? 'type ' : ''}{ ${written.join(', ')} } from '${module}'`
}

function hasImports(file: SourceFile): boolean {
  return file.getImportDeclarations().length > 0
}

/** Returns the position of the first import, or else the first statement, below a comment at the top of the file. */
function firstImport(file: SourceFile): number {
  return (file.getImportDeclarations()[0] ?? file.getStatements()[0])?.getStart() ?? 0
}

/** Removes the whole line of an import. */
export function removeImport(edits: SourceEdits, declaration: ImportDeclaration): void {
  const text = declaration.getSourceFile().getFullText()
  const lineBreak = /^[ \t]*\r?\n/.exec(text.slice(declaration.getEnd()))?.[0].length ?? 0
  edits.replace({ start: declaration.getStart(), end: declaration.getEnd() + lineBreak }, '')
}

/** Returns the range of the specifier and its comma. */
export function specifierSpan(specifier: ImportSpecifier): { readonly start: number; readonly end: number } {
  const next = specifier.getNextSibling((node) => Node.isImportSpecifier(node))
  if (next !== undefined) return { start: specifier.getStart(), end: next.getStart() }
  const before = specifier.getPreviousSibling((node) => Node.isImportSpecifier(node))
  return { start: before?.getEnd() ?? specifier.getStart(), end: specifier.getEnd() }
}

/** Removes imported names that are used only in `gone` and don't occur in `written`, its replacement. */
export function dropNames(
  file: SourceFile,
  edits: SourceEdits,
  gone: readonly Span[],
  written: string,
  dropped: readonly ImportDeclaration[],
): void {
  for (const declaration of file.getImportDeclarations()) {
    if (dropped.includes(declaration)) continue
    const specifiers = declaration.getNamedImports()
    const dead = specifiers.filter((specifier) => {
      const name = specifier.getAliasNode()?.getText() ?? specifier.getName()
      const uses = file
        .getDescendantsOfKind(SyntaxKind.Identifier)
        .filter((one) => one.getText() === name && !declaration.containsRange(one.getPos(), one.getEnd()))
      const isGone = (one: Node) => gone.some(({ start, end }) => start <= one.getStart() && one.getEnd() <= end)
      return uses.length > 0 && uses.every(isGone) && !new RegExp(`\\b${name}\\b`).test(written)
    })
    if (dead.length === 0) continue
    if (dead.length === specifiers.length && declaration.getDefaultImport() === undefined)
      removeImport(edits, declaration)
    else rewriteNames(edits, specifiers, dead)
  }
}

/** Removes names from the import list. */
function rewriteNames(edits: SourceEdits, all: readonly ImportSpecifier[], dead: readonly ImportSpecifier[]): void {
  const remaining = all.filter((specifier) => !dead.includes(specifier)).map((specifier) => specifier.getText())
  const [first, last] = [all[0], all.at(-1)]
  if (first !== undefined && last !== undefined)
    edits.replace({ start: first.getStart(), end: last.getEnd() }, remaining.join(', '))
}
