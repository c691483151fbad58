/** Resolves imports to files of the app. */
import { posix } from 'node:path'
import type { SourceFile } from 'ts-morph'
import type { CodemodApp } from '../codemod.ts'
import { resolveBase, resolveSpecifier } from '../moved-imports.ts'
import { readJson } from './json-edit.ts'

/** Returns the file that exports a local name. `undefined` for packages and local declarations. */
export function findImportedFile(app: CodemodApp, file: SourceFile, name: string): SourceFile | undefined {
  const declaration = file.getImportDeclarations().find((one) => {
    const named = one.getNamedImports().map((specifier) => specifier.getAliasNode()?.getText() ?? specifier.getName())
    return one.getDefaultImport()?.getText() === name || named.includes(name)
  })
  return declaration && findFileAt(app, file, declaration.getModuleSpecifierValue())
}

interface Paths {
  readonly files: ReadonlyMap<string, SourceFile>
  readonly aliases: ReturnType<typeof readAliases>
}

/** Files and aliases, which don't change while a codemod resolves imports. */
const PATHS = new WeakMap<CodemodApp, Paths>()

/** Returns the file of the app that a specifier refers to: a relative one, or an alias of the tsconfig. */
export function findFileAt(app: CodemodApp, file: SourceFile, specifier: string): SourceFile | undefined {
  const known = PATHS.get(app)
  const { files, aliases } = known ?? {
    files: new Map(app.sources.map((one) => [one.getFilePath().slice(1), one])),
    aliases: readAliases(app),
  }
  if (known === undefined) PATHS.set(app, { files, aliases })
  const path = resolveBase(file.getFilePath().slice(1), specifier, aliases)
  return path === undefined ? undefined : files.get(resolveSpecifier(path, (one) => files.has(one)).path)
}

/** Reads `@/*` of `paths` as `['@/', 'src/']`. */
export function readAliases(app: Pick<CodemodApp, 'read'>): readonly (readonly [string, string])[] {
  const text = app.read('tsconfig.json') ?? app.read('jsconfig.json') ?? '{}'
  const { compilerOptions } = readJson(text) as {
    compilerOptions?: { baseUrl?: string; paths?: Readonly<Record<string, readonly string[]>> }
  }
  const { baseUrl = '.', paths } = compilerOptions ?? {}
  return Object.entries(paths ?? {}).flatMap(([from, targets]) => {
    const to = Array.isArray(targets) ? String(targets[0]) : ''
    return from.endsWith('/*') && to.endsWith('*')
      ? [[from.slice(0, -1), posix.join(baseUrl, to.slice(0, -1))] as const]
      : []
  })
}
