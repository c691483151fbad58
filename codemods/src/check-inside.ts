/** Keeps codemods inside the app's folder. */
import { lstatSync, realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'

/**
 * Throws if writing to `path` or removing it would change a file outside of `root`: through a link to a file or folder
 * elsewhere, or through a link to a file that doesn't exist, which writing would create.
 */
export function checkInside(root: string, path: string): void {
  const real = realTarget(findExisting(join(root, path)))
  const folder = realpathSync(root)
  if (real === folder || real?.startsWith(folder + sep) === true) return
  throw new OutsideAppError(path)
}

/** A change that would have left the app's folder. */
export class OutsideAppError extends Error {
  readonly code = 'outside_app'

  constructor(path: string) {
    super(`${path} is a link that leads out of the app, so nothing is written. Replace it by a file or folder.`)
    this.name = 'OutsideAppError'
  }
}

/** The path itself where there is an entry, also a broken link; else the nearest folder above it. */
function findExisting(path: string): string {
  try {
    lstatSync(path)
    return path
  } catch {
    return findExisting(dirname(path))
  }
}

/** `undefined` for a broken link. */
function realTarget(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
