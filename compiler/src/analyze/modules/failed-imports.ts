/**
 * Finds imports that fail in files that an app loads: `fw check` reports them as the build and dev do when they load
 * the files.
 */

import { dirname } from 'node:path'
import { isRecord } from '@fw/runtime/contract'
import { defineInput, defineQuery } from '#engine/query.ts'
import { join, resolve } from '#slash-path.ts'
import { type AppReader, READER } from '../app-reader.ts'
import type { FailedImportFact } from './import-hints.ts'
import { createFailedEntry, createFailedImport, getPackageName } from './import-hints.ts'
import { readPackageImport } from './package-imports.ts'
import type { ProjectFiles } from './project-files.ts'
import { getProjectFiles, getResolver } from './project-queries.ts'
import { findFile, findMapped } from './resolve-import.ts'
import { isServerBuiltin } from './server-only.ts'
import { matchPattern, readPatterns } from './source-paths.ts'
import { readOnce } from './tree-cache.ts'
import { readValueImports } from './value-imports.ts'
import { toProjectPath } from './workspace-files.ts'

/** Result of resolving an import; `entry`: the package exists but doesn't export the requested entry. */
type Lead = 'somewhere' | 'nowhere' | 'entry'

/** Whether plugins of an app's own Vite build, or Yarn's, may resolve further imports. */
export const FOREIGN_RESOLVERS = defineInput<boolean>('foreign resolvers')

/** The imports of a file, relative to the root, that fail. */
const FAILED_IMPORTS = defineQuery<readonly (readonly [specifier: string, lead: Lead])[]>(
  'failed imports',
  (read, file) => {
    const resolveImport = getResolver(read)
    const imports = readOnce(read(READER), file, readValueImports) ?? []
    return imports.flatMap(({ specifier }): [string, Lead][] => {
      if (resolveImport(specifier, file) !== undefined) return []
      const lead = followSpecifier(getProjectFiles(read), read(FOREIGN_RESOLVERS), specifier, file)
      return lead === 'somewhere' ? [] : [[specifier, lead]]
    })
  },
)

/** Returns the imports of these modules that fail, in the order of the modules. */
export function findFailedImports({ root, read }: AppReader, modules: readonly string[]): readonly FailedImportFact[] {
  return modules.flatMap((file) =>
    read(FAILED_IMPORTS, file).map(([specifier, lead]) =>
      lead === 'entry' ? createFailedEntry(root, file, specifier) : createFailedImport(root, file, specifier),
    ),
  )
}

/** Finds what an import refers to that names no file of the project. */
function followSpecifier(project: ProjectFiles, isForeign: boolean, specifier: string, file: string): Lead {
  const { root } = project
  const bare = specifier.slice(0, 1) + specifier.slice(1).replace(/[?#].*$/, '')
  const has = (path: string): Lead => (exists(project, path) ? 'somewhere' : 'nowhere')
  if (/^\.{1,2}(?:\/|$)/.test(bare)) return has(resolve(root, dirname(file), bare))
  if (isForeign || isServerBuiltin(bare) || /^(?:[a-z][a-z\d+.-]*:|\0)/i.test(bare)) return 'somewhere'
  if (bare.startsWith('/')) return has(`${root}${bare}`) === 'somewhere' ? 'somewhere' : has(`${root}/public${bare}`)
  if (findMapped(project, bare) !== undefined) return 'somewhere'
  if (bare.startsWith('#'))
    return readPackageImport(bare, toProjectPath(root, file), project) === 'package' ? 'somewhere' : 'nowhere'
  return leadOfPackage(project, file, bare)
}

function exists(project: ProjectFiles, path: string): boolean {
  return project.kindOf(path) !== undefined || findFile(project, path) !== undefined
}

function leadOfPackage(project: ProjectFiles, file: string, specifier: string): Lead {
  const { root } = project
  const name = getPackageName(specifier)
  if (name === undefined) return 'nowhere'
  const folder = findPackage(project, name, dirname(toProjectPath(root, file)))
  if (folder === undefined) return readManifest(project, root).name === name ? 'somewhere' : 'nowhere'
  const { exports } = readManifest(project, folder)
  const entry = `.${specifier.slice(name.length)}`
  if (exports !== undefined && exports !== null) return offers(exports, entry) ? 'somewhere' : 'entry'
  return entry === '.' || exists(project, join(folder, entry)) ? 'somewhere' : 'entry'
}

/** Returns whether `exports` of a package.json has an entry, under any conditions. */
function offers(exports: unknown, entry: string): boolean {
  if (!isRecord(exports) || !Object.keys(exports).some((key) => key.startsWith('.'))) return entry === '.'
  const found = readPatterns<unknown>(exports).find(
    (one) =>
      matchPattern(entry, one) !== undefined ||
      (one.suffix === undefined && one.prefix.endsWith('/') && entry.startsWith(one.prefix)),
  )
  return found !== undefined && found.value !== null
}

/** Returns the folder of an installed package (absolute), as Node finds it from a folder. */
export function findPackage(project: ProjectFiles, name: string, from: string): string | undefined {
  const folder = join(from, 'node_modules', name)
  if (project.kindOf(join(folder, 'package.json')) === 'file') return folder
  return dirname(from) === from ? undefined : findPackage(project, name, dirname(from))
}

function readManifest(
  { textOf }: ProjectFiles,
  folder: string,
): { readonly name?: unknown; readonly exports?: unknown } {
  try {
    return Object(JSON.parse(textOf(join(folder, 'package.json')) ?? ''))
  } catch {
    // The entries of a package without a valid manifest are unknown.
    return {}
  }
}
