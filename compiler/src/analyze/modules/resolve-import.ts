/**
 * Resolves imports to files of the project: one resolver for the check, the editor, the build and dev. Files in installed
 * packages aren't resolved; sources of packages in the app's workspace are.
 */
import { dirname } from 'node:path'
import { resolve, toSlashes } from '#slash-path.ts'
import { readPackageImport } from './package-imports.ts'
import type { ProjectFiles } from './project-files.ts'
import { isProjectFile, toProjectName, toProjectPath } from './workspace-files.ts'
import { findPackageSource } from './workspace-packages.ts'

/**
 * Returns the file that `specifier` refers to in `from`, both relative to the root; `undefined` for installed packages and
 * missing files.
 */
export type ResolveImport = (specifier: string, from: string) => string | undefined

const ENDINGS = ['', '.ts', '.tsx', '.js', '.jsx', '.mts', '.mjs', '/index.ts', '/index.tsx', '/index.js', '/index.jsx']

/** See `ResolveImport`. */
export function resolveImport(project: ProjectFiles, specifier: string, from: string): string | undefined {
  const { root } = project
  const local = (file: string | undefined) =>
    file !== undefined && isProjectFile(project, file) ? toProjectName(root, file) : undefined
  // A name of package.json#imports begins with `#`, which otherwise begins a fragment.
  const bare = specifier.slice(0, 1) + specifier.slice(1).replace(/[?#].*$/, '')
  if (/^\.{1,2}(?:\/|$)/.test(bare)) return local(findFile(project, resolve(root, dirname(from), bare)))
  if (bare.startsWith('/')) return local(findFile(project, `${root}${bare}`))
  const mapped = findMapped(project, bare)
  if (mapped !== undefined) return local(mapped)
  const importer = toProjectPath(root, from)
  if (!bare.startsWith('#')) return local(findFile(project, findPackageSource(project, bare, importer)))
  const target = readPackageImport(bare, importer, project)
  return target === 'package' ? undefined : local(findFile(project, target))
}

/**
 * Resolves an import with `paths` and `baseUrl` of tsconfig.json. Returns a file (absolute, maybe outside the project), or
 * `undefined` for other imports.
 */
export function findMapped(project: ProjectFiles, specifier: string): string | undefined {
  return project
    .sourcePaths()?.(specifier)
    .flatMap((path) => findFile(project, path) ?? [])[0]
}

/** Returns the script, or other file, at a path: as written, or with an extension. */
export function findFile({ kindOf }: ProjectFiles, path: string | undefined): string | undefined {
  if (path === undefined) return undefined
  const slashed = toSlashes(path)
  const stems = [slashed, slashed.replace(/\.js(x?)$/, '.ts$1'), slashed.replace(/\.mjs$/, '.mts')]
  return stems.flatMap((stem) => ENDINGS.map((ending) => stem + ending)).find((file) => kindOf(file) === 'file')
}
