/** The real path of a file: symlinks can't bypass a check of it. */
import { realpathSync } from 'node:fs'
import { toSlashes } from '#slash-path.ts'

/** Returns the path without symlinks, with `/`, or `undefined` if the file doesn't exist. */
export function readRealPath(file: string): string | undefined {
  try {
    return toSlashes(realpathSync(file))
  } catch {
    return undefined
  }
}
