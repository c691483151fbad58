/**
 * Decides which files dev may send to a browser. Real paths decide, so that links and encoded or indirect paths can't
 * bypass the check.
 */
import { realpathSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { isPublicPath } from '@fw/runtime/contract'
import { serverOnlyReason } from '../analyze/modules/server-only.ts'
import type { AppPaths } from '../build/app-paths.ts'

/** Returns whether a URL path, as it was sent, names a file in `public/` that a build copies. */
export function isPublicFile({ root }: Pick<AppPaths, 'root'>, path: string): boolean {
  const parts = decodeParts(path)
  if (parts === undefined || !isPublicPath(parts)) return false
  const folder = readRealPath(join(root, 'public'))
  const file = folder && readRealPath(join(folder, ...parts))
  if (file === undefined || folder === undefined || !isBelow(file, folder)) return false
  // A link to a dotfile isn't public either.
  return isPublicPath(relative(folder, file).split(sep)) && statSync(file).isFile()
}

/** Decodes each segment once. Returns `undefined` if a segment is empty, or contains a slash. */
function decodeParts(path: string): readonly string[] | undefined {
  try {
    const parts = path.slice(1).split('/').map(decodeURIComponent)
    return parts.some((part) => part === '' || /[\\/\0]/.test(part)) ? undefined : parts
  } catch {
    return undefined
  }
}

interface ReadableOptions {
  readonly paths: AppPaths
  /** Folders with code: of the app, its workspace, linked packages. */
  readonly folders: readonly string[]
}

/** Returns whether a browser may read a file that its code imports. `id`: an absolute path with its query. */
export function isReadable(id: string, { paths, folders }: ReadableOptions): boolean {
  const [path = id, query] = id.split('?', 2)
  const file = readRealPath(path)
  if (file === undefined || !folders.some((folder) => isBelow(file, readRealPath(folder) ?? folder))) return false
  const root = realpathSync(paths.root)
  if (!isBelow(file, root)) return true
  const local = relative(root, file).replaceAll(sep, '/')
  const isOwn = /^\.fw\/fonts\//.test(local) || !/^dist\/|(?:^|\/)\./.test(local)
  return (
    isOwn && serverOnlyReason(paths, `${paths.root}/${local}${query === undefined ? '' : `?${query}`}`) === undefined
  )
}

function isBelow(file: string, folder: string): boolean {
  return file.startsWith(folder + sep)
}

function readRealPath(file: string): string | undefined {
  try {
    return realpathSync(file)
  } catch {
    return undefined
  }
}
