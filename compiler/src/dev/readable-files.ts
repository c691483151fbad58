/**
 * Decides which files dev may send to a browser. Real paths decide, so that links and encoded or indirect paths can't
 * bypass the check.
 */
import { isBelow, relative } from '#slash-path.ts'
import { serverOnlyReason } from '../analyze/modules/server-only.ts'
import type { AppPaths } from '../build/app-paths.ts'
import { readRealPath } from '../build/real-path.ts'
import { type SourceLink, toLinkedId } from '../build/transform/linked-sources.ts'

interface ReadableOptions {
  readonly paths: AppPaths
  /** Folders with code: of the app, its workspace, linked packages. */
  readonly folders: readonly string[]
  /** Links in the app's sources, whose targets belong to the app. */
  readonly links: readonly SourceLink[]
}

/** Returns whether a browser may read a file that its code imports. `id`: an absolute path with its query. */
export function isReadable(id: string, { paths, folders, links }: ReadableOptions): boolean {
  const [path = id, query] = id.split('?', 2)
  const real = readRealPath(path)
  const file = real && toLinkedId(paths, links, real)
  if (file === undefined || !folders.some((folder) => isBelow(readRealPath(folder) ?? folder, file))) return false
  const root = [paths.root, readRealPath(paths.root) ?? paths.root].find((folder) => isBelow(folder, file))
  const suffix = query === undefined ? '' : `?${query}`
  if (root === undefined) return serverOnlyReason(paths, file + suffix) === undefined
  const local = relative(root, file)
  const isOwn = /^\.fw\/fonts\//.test(local) || !/^dist\/|(?:^|\/)\./.test(local)
  return isOwn && serverOnlyReason(paths, `${paths.root}/${local}${suffix}`) === undefined
}
