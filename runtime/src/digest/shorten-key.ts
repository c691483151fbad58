/** Keys of limited length, for entries whose keys contain text of callers. */
import { digestText } from './digest-text.ts'

const MAX_KEY = 128

/** Returns the key, or the digest of a longer one: a caller would fill the memory with the key itself. */
export function shortenKey(key: string): string {
  return key.length <= MAX_KEY ? key : `sha256:${digestText(key)}`
}
