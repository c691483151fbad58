/** Lists the scripts of an app: the files of its folders, and the files that its pages import from elsewhere in the project. */
import type { AppReader } from './app-reader.ts'
import { filesBelow } from './folder-files.ts'
import { readOnce } from './parsed.ts'
import type { ResolveImport } from './resolve-import.ts'
import { type ImportReader, valueImportReader } from './value-imports.ts'

export interface SourceRoots {
  /** Folders whose scripts all count, imported or not. Relative to the root. */
  readonly folders: readonly string[]
  /** Modules from which imports are followed: routes, layouts, the client entry. Relative to the root. */
  readonly modules: readonly string[]
  readonly resolveImport: ResolveImport
}

const SCRIPT = /\.[cm]?[jt]sx?$/

/** Paths relative to the root, sorted. */
export function findSourceFiles(reader: AppReader, roots: SourceRoots): readonly string[] {
  const { root, list = filesBelow } = reader
  const below = roots.folders.flatMap((folder) => list(`${root}/${folder}`).map((file) => `${folder}/${file}`))
  return [...new Set([...below, ...followImports(reader, roots)])].filter(isScript).sort()
}

/** The modules and everything that they import at run time, inside the project. */
export function followImports(
  reader: AppReader,
  { modules, resolveImport }: Pick<SourceRoots, 'modules' | 'resolveImport'>,
): ReadonlySet<string> {
  const read: ImportReader = valueImportReader(reader.ts)
  const found = new Set(modules)
  // A Set is iterated in insertion order, files that are added meanwhile included.
  for (const file of found) {
    if (!isScript(file)) continue
    for (const { specifier } of readOnce(reader, file, read) ?? []) {
      // With a query, as `?raw`, it is the file's text or URL that is imported.
      const target = specifier.includes('?') ? undefined : resolveImport(specifier, file)
      if (target !== undefined) found.add(target)
    }
  }
  return found
}

export function isScript(file: string): boolean {
  return SCRIPT.test(file) && !/\.d\.[cm]?ts$/.test(file)
}
