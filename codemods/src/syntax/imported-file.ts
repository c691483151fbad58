/** Resolves imports to files of the app. */
import { posix } from 'node:path'
import type { SourceFile } from 'ts-morph'
import type { CodemodApp } from '../codemod.ts'
import { resolveSpecifier } from '../moved-imports.ts'

/** Returns the file that exports a local name. `undefined` for packages and local declarations. */
export function findImportedFile(app: CodemodApp, file: SourceFile, name: string): SourceFile | undefined {
  const declaration = file.getImportDeclarations().find((one) => {
    const named = one.getNamedImports().map((specifier) => specifier.getAliasNode()?.getText() ?? specifier.getName())
    return one.getDefaultImport()?.getText() === name || named.includes(name)
  })
  return declaration && findFileAt(app, file, declaration.getModuleSpecifierValue())
}

/** Files by path, which don't change during a codemod. */
const PATHS = new WeakMap<CodemodApp, ReadonlyMap<string, SourceFile>>()

/** Returns the file of the app that a relative specifier refers to. */
export function findFileAt(app: CodemodApp, file: SourceFile, specifier: string): SourceFile | undefined {
  if (!specifier.startsWith('.')) return undefined
  const paths = PATHS.get(app) ?? new Map(app.sources.map((one) => [one.getFilePath().slice(1), one]))
  PATHS.set(app, paths)
  const path = posix.join(posix.dirname(file.getFilePath().slice(1)), specifier)
  return paths.get(resolveSpecifier(path, (one) => paths.has(one)).path)
}
