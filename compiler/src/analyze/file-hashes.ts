/** Hashes of texts and of files, by which results of an earlier run are found again. */
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'

export interface FileHashes {
  /** Hash of the text of a file; empty when there is no such file. */
  of(file: string): string
}

/** A file is read again when its size or time of change is another. */
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

/** The hash that a file of this text has; the text is without byte order mark. */
export function hashText(text: string): string {
  return createHash('sha1').update(text).digest('hex')
}

/** Parts cannot run together: each is preceded by its length. */
export function hashParts(parts: Iterable<string>): string {
  // In one piece: each update is a call out of JavaScript.
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
