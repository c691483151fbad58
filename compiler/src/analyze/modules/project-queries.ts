/** Files of a project as an engine reads them, and what imports refer to: valid until one of these files changes. */
import { dirname } from 'node:path'
import { type Provider, provideInput } from '#engine/engine.ts'
import { defineInput, defineQuery, type Read } from '#engine/query.ts'
import { isBelow } from '#slash-path.ts'
import { READER, TEXT } from '../app-reader.ts'
import { type FileKind, type ProjectFiles, readKind, readReal, readTextFile } from './project-files.ts'
import { type ResolveImport, resolveImport } from './resolve-import.ts'
import { readSourcePaths, type SourcePaths } from './source-paths.ts'
import { findWorkspace } from './workspace-files.ts'

/** What is at an absolute path. */
export const KIND = defineInput<FileKind>('kind')

/** Text of a file outside of the app, at an absolute path. */
export const OUTSIDE_TEXT = defineInput<string | undefined>('outside text')

/** The path without links of an absolute path. */
export const REAL_PATH = defineInput<string | undefined>('real path')

/** The folder of the app's workspace. */
const WORKSPACE = defineInput<string | undefined>('workspace')

/** The mapping of the app's tsconfig.json. */
export const SOURCE_PATHS = defineInput<SourcePaths | undefined>('source paths', Object.is)

/**
 * Returns the providers that read the disk.
 *
 * @param onLookup Is called with each path that is looked up.
 */
export function provideProject(root: string, onLookup: (path: string) => void): readonly Provider[] {
  return [
    provideInput(KIND, (path) => {
      onLookup(path)
      return readKind(path)
    }),
    provideInput(OUTSIDE_TEXT, readTextFile),
    provideInput(REAL_PATH, readReal),
    provideInput(WORKSPACE, () => findWorkspace(root)),
    provideInput(SOURCE_PATHS, () => readSourcePaths(root)),
  ]
}

/** Returns the files of the app's project. */
export function getProjectFiles(read: Read): ProjectFiles {
  const { root } = read(READER)
  return {
    root,
    workspace: read(WORKSPACE),
    kindOf: (path) => read(KIND, path),
    realOf: (path) => read(REAL_PATH, path),
    textOf: (path) => (isBelow(root, path) ? read(TEXT, path.slice(root.length + 1)) : read(OUTSIDE_TEXT, path)),
    sourcePaths: () => read(SOURCE_PATHS),
  }
}

/** The file that an import refers to. Imports of one folder lead to the same file. */
const RESOLVED = defineQuery<string | undefined>('resolved import', (read, key) => {
  const [folder = '', specifier = ''] = key.split('\n')
  return resolveImport(getProjectFiles(read), specifier, `${folder}/importer`)
})

/** Returns the resolver of an app. */
export function getResolver(read: Read): ResolveImport {
  return (specifier, from) => read(RESOLVED, `${dirname(from)}\n${specifier}`)
}
