/** The real path of a file: symlinks can't bypass a check of it. */
import { realpathSync } from 'node:fs'

/** Returns the path without symlinks, or `undefined` if the file doesn't exist. */
export function readRealPath(file: string): string | undefined {
  try {
    return realpathSync(file)
  } catch {
    return undefined
  }
}
