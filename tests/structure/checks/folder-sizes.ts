/** Limits the files in a folder: an engineer can't find a file among 90. */
import { posix } from 'node:path'
import { PACKAGES } from '../layers.ts'
import { isScript, type SourceFile, type Violation } from '../source-tree.ts'

/** Returns the number of scripts directly in each folder of the packages and the tests. */
export function countFolderFiles(files: readonly SourceFile[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { path } of files) {
    const counted = path.startsWith('tests/') || PACKAGES.some(({ source }) => path.startsWith(`${source}/`))
    if (!counted || !isScript(path)) continue
    const folder = posix.dirname(path)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return counts
}

export function checkFolderSizes(files: readonly SourceFile[], most: number): readonly Violation[] {
  return [...countFolderFiles(files)].flatMap(([folder, count]) =>
    count <= most ? [] : [{ file: folder, message: `${count} files; a folder has at most ${most}` }],
  )
}
