/** What a file imports, and one import more. */
import type { ImportDeclaration, SourceFile } from 'ts-morph'
import type { SourceEdits } from '../codemod.ts'

/** The name that `name` of `module` has in the file; undefined when it is not imported. */
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

/** The name that the default export of `module` has in the file. */
export function defaultImport(file: SourceFile, module: string | RegExp): string | undefined {
  return importsFrom(file, module)
    .map((declaration) => declaration.getDefaultImport()?.getText())
    .find((name) => name !== undefined)
}

/** Adds `written` (`api`, `type Call`) to what the file imports from `module`, unless it is there. */
export function addImport(file: SourceFile, edits: SourceEdits, module: string, written: string): void {
  addImports(file, edits, module, [written])
}

/** Adds several, in the order of their names. */
export function addImports(file: SourceFile, edits: SourceEdits, module: string, written: readonly string[]): void {
  const nameOf = (one: string) => one.replace(/^type /, '')
  const fresh = written
    .filter((one) => localName(file, module, nameOf(one)) === undefined)
    .sort((left, right) => nameOf(left).localeCompare(nameOf(right), 'en'))
  if (fresh.length === 0) return
  const known = importsFrom(file, module).find(
    (declaration) => !declaration.isTypeOnly() && declaration.getNamedImports().length > 0,
  )
  const last = known?.getNamedImports().at(-1)
  if (last !== undefined) edits.insert(last.getEnd(), `, ${fresh.join(', ')}`)
  else edits.insert(firstImport(file), `import { ${fresh.join(', ')} } from '${module}'\n`)
}

/** Where the first import stands, or else the first statement: below a comment that heads the file. */
function firstImport(file: SourceFile): number {
  return (file.getImportDeclarations()[0] ?? file.getStatements()[0])?.getStart() ?? 0
}

/** Removes the whole line of an import. */
export function removeImport(edits: SourceEdits, declaration: ImportDeclaration): void {
  const text = declaration.getSourceFile().getFullText()
  const lineBreak = /^[ \t]*\r?\n/.exec(text.slice(declaration.getEnd()))?.[0].length ?? 0
  edits.replace({ start: declaration.getStart(), end: declaration.getEnd() + lineBreak }, '')
}
