/** Lists the scripts of an app: the files of its folders, and the files that its pages import from elsewhere in the project. */
import type { AppReader } from '../app-reader.ts'
import { filesBelow } from './folder-files.ts'
import type { ResolveImport } from './resolve-import.ts'
import { readOnce } from './tree-cache.ts'
import { readValueImports } from './value-imports.ts'

export interface SourceRoots {
  /** Folders whose scripts are all included, imported or not. Relative to the root. */
  readonly folders: readonly string[]
  /** Modules from which imports are followed: routes, layouts, the client entry. Relative to the root. */
  readonly modules: readonly string[]
  readonly resolveImport: ResolveImport
}

const SCRIPT = /\.[cm]?[jt]sx?$/

/** Returns paths relative to the root, sorted. */
export function findSourceFiles(reader: AppReader, roots: SourceRoots): readonly string[] {
  const { root, list = filesBelow } = reader
  const below = roots.folders.flatMap((folder) => list(`${root}/${folder}`).map((file) => `${folder}/${file}`))
  return [...new Set([...below, ...followImports(reader, roots)])].filter(isScript).sort()
}

/** Returns the modules and all files inside the project that they import at run time. */
export function followImports(
  reader: AppReader,
  { modules, resolveImport }: Pick<SourceRoots, 'modules' | 'resolveImport'>,
): ReadonlySet<string> {
  const found = new Set(modules)
  // A Set is iterated in insertion order, including files that are added meanwhile.
  for (const file of found) {
    if (!isScript(file)) continue
    for (const { specifier } of readOnce(reader, file, readValueImports) ?? []) {
      // With a query such as `?raw`, the import is the file's text or URL.
      const target = specifier.includes('?') ? undefined : resolveImport(specifier, file)
      if (target !== undefined) found.add(target)
    }
  }
  return found
}

/** Returns whether TypeScript can read a file, if its options allow it. */
export function isScriptPath(file: string): boolean {
  return SCRIPT.test(file)
}

export function isScript(file: string): boolean {
  return isScriptPath(file) && !/\.d\.[cm]?ts$/.test(file)
}
