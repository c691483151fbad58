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

/** Adds `written` (`api`, `type Call`) to what the file imports from `module`, unless it is there. */
export function addImport(file: SourceFile, edits: SourceEdits, module: string, written: string): void {
  const name = written.replace(/^type /, '')
  if (localName(file, module, name) !== undefined) return
  const known = importsFrom(file, module).find(
    (declaration) => !declaration.isTypeOnly() && declaration.getNamedImports().length > 0,
  )
  const last = known?.getNamedImports().at(-1)
  if (last !== undefined) edits.insert(last.getEnd(), `, ${written}`)
  else edits.insert(file.getImportDeclarations()[0]?.getStart() ?? 0, `import { ${written} } from '${module}'\n`)
}

/** Removes the whole line of an import. */
export function removeImport(edits: SourceEdits, declaration: ImportDeclaration): void {
  const text = declaration.getSourceFile().getFullText()
  const lineBreak = /^[ \t]*\r?\n/.exec(text.slice(declaration.getEnd()))?.[0].length ?? 0
  edits.replace({ start: declaration.getStart(), end: declaration.getEnd() + lineBreak }, '')
}
