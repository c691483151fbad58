/** Lists the files of a folder. */
import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { isBelow, toSlashes } from '#slash-path.ts'

export type FilesBelow = (folder: string) => readonly string[]

/**
 * Creates a cached `filesBelow`, for one analysis of an app in which several parts list the same folders. Subfolders of
 * a listed folder cost nothing.
 */
export function listOnce(): FilesBelow {
  const known = new Map<string, readonly string[]>()
  const inside = (folder: string): readonly string[] | undefined => {
    const outer = [...known.keys()].find((one) => isBelow(one, folder))
    if (outer === undefined) return undefined
    const prefix = folder.slice(outer.length + 1)
    // A skipped folder, and all folders in it.
    if (`/${prefix}/`.includes('/node_modules/')) return undefined
    return known.get(outer)?.flatMap((file) => (isBelow(prefix, file) ? [file.slice(prefix.length + 1)] : []))
  }
  return (folder) => {
    const files = known.get(folder) ?? inside(folder) ?? filesBelow(folder)
    known.set(folder, files)
    return files
  }
}

/**
 * Lists the files in `folder` and below, relative to it, with `/`, sorted; empty if the folder doesn't exist. Skips
 * installed packages, and links to a folder that contains them. Reads each folder with one system call, not one for each
 * file.
 */
export function filesBelow(folder: string): readonly string[] {
  const found: string[] = []
  const visit = (path: string): void => {
    for (const entry of readEntries(`${folder}/${path}`)) {
      const name = path + entry.name
      if (!isFolder(entry, `${folder}/${name}`)) found.push(name)
      else if (entry.name !== 'node_modules' && !isLoop(entry, `${folder}/${name}`)) visit(`${name}/`)
    }
  }
  visit('')
  return found.sort()
}

function readEntries(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

function isFolder(entry: Dirent, path: string): boolean {
  if (!entry.isSymbolicLink()) return entry.isDirectory()
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

/** Returns whether an entry is a link to a folder that contains it. */
function isLoop(entry: Dirent, path: string): boolean {
  if (!entry.isSymbolicLink()) return false
  return `${toSlashes(realpathSync(dirname(path)))}/`.startsWith(`${toSlashes(realpathSync(path))}/`)
}

/** Returns a folder and all its parents, the nearest first. */
export function listFoldersAbove(folder: string): readonly string[] {
  const above = dirname(folder)
  return above === folder ? [folder] : [folder, ...listFoldersAbove(above)]
}
