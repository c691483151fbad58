/** Which file of the app an import leads to. */
import { posix } from 'node:path'
import type { SourceFile } from 'ts-morph'
import type { CodemodApp } from '../codemod.ts'
import { resolveSpecifier } from '../moved-imports.ts'

/** The file that a local name comes from; undefined for packages and for names of the file itself. */
export function importedFile(app: CodemodApp, file: SourceFile, name: string): SourceFile | undefined {
  const declaration = file.getImportDeclarations().find((one) => {
    const named = one.getNamedImports().map((specifier) => specifier.getAliasNode()?.getText() ?? specifier.getName())
    return one.getDefaultImport()?.getText() === name || named.includes(name)
  })
  return declaration && fileAt(app, file, declaration.getModuleSpecifierValue())
}

/** The file of the app that a relative specifier names. */
export function fileAt(app: CodemodApp, file: SourceFile, specifier: string): SourceFile | undefined {
  if (!specifier.startsWith('.')) return undefined
  const paths = new Map(app.sources.map((one) => [one.getFilePath().slice(1), one]))
  const path = posix.join(posix.dirname(file.getFilePath().slice(1)), specifier)
  return paths.get(resolveSpecifier(path, (one) => paths.has(one)).path)
}
