/** Restricts codemods to the app's folder. */
import { lstatSync, realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'

/**
 * Throws if writing or removing `path` would change a file outside `root`: through a link to a file or folder
 * elsewhere, or through a broken link, whose target a write would create.
 */
export function checkInside(root: string, path: string): void {
  const real = realTarget(findExisting(join(root, path)))
  const folder = realpathSync(root)
  if (real === folder || real?.startsWith(folder + sep) === true) return
  throw new OutsideAppError(path)
}

/** Error for a change outside the app's folder. */
class OutsideAppError extends Error {
  readonly code = 'outside_app'

  constructor(path: string) {
    super(`${path} is a link to a path outside the app. Nothing was written. Replace it with a file or folder.`)
    this.name = 'OutsideAppError'
  }
}

/** Returns the path itself if it is an entry, even a broken link; else the nearest folder above it. */
function findExisting(path: string): string {
  try {
    lstatSync(path)
    return path
  } catch {
    return findExisting(dirname(path))
  }
}

/** Resolves the real path. Returns `undefined` for a broken link. */
function realTarget(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
