/**
 * Paths with `/` on every platform. The compiler stores, compares and writes paths only in this form: TypeScript and Vite use
 * it too, and every function of Node accepts it. `dirname`, `basename`, `extname` and `isAbsolute` of `node:path` preserve it.
 */
import nodePath from 'node:path'

/** The functions of `node:path` that print the separator of the platform. */
type PlatformPath = Pick<typeof nodePath, 'join' | 'relative' | 'resolve'>

/** Creates the functions for a platform: `path.posix` or `path.win32`. */
export function createSlashPath(path: PlatformPath): PlatformPath {
  return {
    join: (...parts) => toSlashes(path.join(...parts)),
    relative: (from, to) => toSlashes(path.relative(from, to)),
    resolve: (...parts) => toSlashes(path.resolve(...parts)),
  }
}

const own = createSlashPath(nodePath)

/** `path.join` with `/`. */
export const join: PlatformPath['join'] = own.join
/** `path.relative` with `/`. Returns an absolute path if the two are on different drives. */
export const relative: PlatformPath['relative'] = own.relative
/** `path.resolve` with `/`. */
export const resolve: PlatformPath['resolve'] = own.resolve

/** Returns the path with `/`. */
export function toSlashes(path: string): string {
  return path.replaceAll('\\', '/')
}

/** Whether a path is below a folder. Both have `/`. */
export function isBelow(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
}
