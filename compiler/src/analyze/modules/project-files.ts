/** The files that imports are resolved with: those of the disk, or those that an engine has read. */
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { toSlashes } from '#slash-path.ts'
import { readSourcePaths, type SourcePaths } from './source-paths.ts'
import { findWorkspace, type ProjectFolders } from './workspace-files.ts'

export type FileKind = 'file' | 'folder' | undefined

/** Access to the files of a project and of its packages. Paths are absolute, with `/`. */
export interface ProjectFiles extends ProjectFolders {
  kindOf(path: string): FileKind
  /** Returns `undefined` for a file that doesn't exist. */
  textOf(path: string): string | undefined
  /** Returns a path without links, or `undefined` if nothing is there. */
  realOf(path: string): string | undefined
  /** Returns the mapping of its tsconfig.json, or `undefined` if nothing is mapped. */
  sourcePaths(): SourcePaths | undefined
}

/** Creates the access to the disk. The tsconfig.json is read once, when it is needed. */
export function openProjectFiles(root: string): ProjectFiles {
  let paths: SourcePaths | undefined | 'unread' = 'unread'
  return {
    root,
    workspace: findWorkspace(root),
    kindOf: readKind,
    realOf: readReal,
    textOf: readTextFile,
    sourcePaths() {
      if (paths === 'unread') paths = readSourcePaths(root)
      return paths
    },
  }
}

/** Returns what is at a path on the disk. */
export function readKind(path: string): FileKind {
  const found = statSync(path, { throwIfNoEntry: false })
  return found === undefined ? undefined : found.isDirectory() ? 'folder' : 'file'
}

/** Returns a path of the disk without links. */
export function readReal(path: string): string | undefined {
  try {
    return toSlashes(realpathSync(path))
  } catch {
    return undefined
  }
}

/** Returns the text of a file on the disk, without a byte order mark: positions of TypeScript and of editors don't count it. */
export function readTextFile(path: string): string | undefined {
  return readKind(path) === 'file' ? readFileSync(path, 'utf8').replace(/^\uFEFF/, '') : undefined
}
