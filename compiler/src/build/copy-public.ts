/** Copies the files in `public/` that a server would send to the client output, and no file outside of the folder. */
import type { Dirent } from 'node:fs'
import { copyFile, mkdir, readdir, realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isPublicPath, isServedFile } from '@fw/runtime/contract'
import { isBelow, join, relative, toSlashes } from '#slash-path.ts'

/**
 * Copies the folder, if it exists. Returns the skipped paths: dotfiles, files below `_fw/`, broken links, and links that
 * point outside or to a file that isn't served.
 */
export async function copyPublic(folder: string, output: string): Promise<readonly string[]> {
  await mkdir(output, { recursive: true })
  const real = await realpath(folder).catch(() => undefined)
  if (real === undefined) return []
  const root = toSlashes(real)
  const skipped: string[] = []
  await copyBelow({ root, output, skipped }, [], [root])
  return skipped.sort()
}

interface Copying {
  /** Real path of `public/`. */
  readonly root: string
  readonly output: string
  readonly skipped: string[]
}

/** `folders`: the real paths of the folder and its parents, so that circular links end. */
async function copyBelow(copying: Copying, above: readonly string[], folders: readonly string[]): Promise<void> {
  const { root, output, skipped } = copying
  for (const entry of await readdir(folders.at(-1) ?? root, { withFileTypes: true })) {
    const parts = [...above, entry.name]
    const file = isPublicPath(parts) ? await findSource(entry, copying, folders) : undefined
    const isFolder = file !== undefined && (await stat(file)).isDirectory()
    if (file === undefined || (isFolder && folders.includes(file))) skipped.push(parts.join('/'))
    else if (isFolder) await copyBelow(copying, parts, [...folders, file])
    else {
      const target = join(output, ...parts)
      await mkdir(dirname(target), { recursive: true })
      await copyFile(file, target)
    }
  }
}

/**
 * Returns the real path of an entry; `undefined` for broken links, for links that point outside of the folder or to a
 * file that isn't served, and for sockets and pipes.
 */
async function findSource(entry: Dirent, { root }: Copying, folders: readonly string[]): Promise<string | undefined> {
  const path = join(folders.at(-1) ?? root, entry.name)
  if (entry.isFile() || entry.isDirectory()) return path
  if (!entry.isSymbolicLink()) return undefined
  const target = toSlashes(await realpath(path).catch(() => ''))
  if (target !== root && !isBelow(root, target)) return undefined
  const found = await stat(target)
  const parts = relative(root, target).split('/')
  // A link must not publish such a file under another name.
  const isPublished = found.isFile() ? isServedFile(parts) : found.isDirectory() && isPublicPath(parts)
  return isPublished ? target : undefined
}
