/** What lies in a folder. */
import { type Dirent, readdirSync, statSync } from 'node:fs'

export type FilesBelow = (folder: string) => readonly string[]

/**
 * `filesBelow` that remembers: for one look at an app, in which several ask for the same folders. Those inside one that
 * was asked for before cost nothing.
 */
export function listOnce(): FilesBelow {
  const known = new Map<string, readonly string[]>()
  const inside = (folder: string): readonly string[] | undefined => {
    const outer = [...known.keys()].find((one) => folder.startsWith(`${one}/`))
    if (outer === undefined) return undefined
    const prefix = folder.slice(outer.length + 1)
    // A folder that was left out there, and all in it.
    if (`/${prefix}/`.includes('/node_modules/')) return undefined
    return known.get(outer)?.flatMap((file) => (file.startsWith(`${prefix}/`) ? [file.slice(prefix.length + 1)] : []))
  }
  return (folder) => {
    const files = known.get(folder) ?? inside(folder) ?? filesBelow(folder)
    known.set(folder, files)
    return files
  }
}

/**
 * The files in `folder` and below, relative to it, with `/`, sorted; none where there is no such folder. What is installed
 * is left out. Asks the system once for a folder, not once for a file.
 */
export function filesBelow(folder: string): readonly string[] {
  const found: string[] = []
  const visit = (path: string): void => {
    for (const entry of readEntries(`${folder}/${path}`)) {
      const name = path + entry.name
      if (!isFolder(entry, `${folder}/${name}`)) found.push(name)
      else if (entry.name !== 'node_modules') visit(`${name}/`)
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
