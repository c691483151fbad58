/** Hashes of strings and files, as keys of earlier results. */
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'

export interface FileHashes {
  /** Returns the hash of a file's content, or an empty string if it doesn't exist. */
  of(file: string): string
}

/** Creates the hashes. A file is read again if its size or modification time has changed. */
export function createFileHashes(): FileHashes {
  const known = new Map<string, { readonly stamp: string; readonly hash: string }>()
  return {
    of(file) {
      const found = statSync(file, { throwIfNoEntry: false })
      if (found === undefined) return ''
      const stamp = `${found.size} ${found.mtimeMs} ${found.ctimeMs}`
      const before = known.get(file)
      if (before?.stamp === stamp) return before.hash
      const hash = hashFile(file)
      known.set(file, { stamp, hash })
      return hash
    },
  }
}

/**
 * Creates hashes for one run of synchronous code, such as the lookups of all modules of an app, which depend on the same files:
 * each file is looked at once. In the next run, the files are looked at again.
 */
export function createMomentaryHashes(): FileHashes {
  const hashes = createFileHashes()
  let known: Map<string, string> | undefined
  return {
    of(file) {
      if (known === undefined) {
        known = new Map()
        queueMicrotask(() => {
          known = undefined
        })
      }
      const hash = known.get(file) ?? hashes.of(file)
      known.set(file, hash)
      return hash
    },
  }
}

/** Returns the hash of a file with this content, which has no byte order mark. */
export function hashText(text: string): string {
  return createHash('sha1').update(text).digest('hex')
}

/** Each part is preceded by its length, so that different parts never give the same input. */
export function hashParts(parts: Iterable<string>): string {
  // Hashed in one call: each call leaves JavaScript, which is expensive.
  let text = ''
  for (const part of parts) text += `${part.length}:${part}`
  return hashText(text)
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

function hashFile(file: string): string {
  try {
    const bytes = readFileSync(file)
    const start = bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0
    return createHash('sha1').update(bytes.subarray(start)).digest('hex')
  } catch {
    return ''
  }
}
