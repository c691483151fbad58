/** Conditional requests for files (RFC 9110, 13). */

/** The validators of a file. */
export interface FileValidators {
  /** Strong ETag, with its quotes. */
  readonly etag: string
  /** Modification time in whole seconds since 1970. */
  readonly modified: number
}

type ReadHeader = (name: string) => string | undefined

/**
 * Returns the status of a failed condition, or undefined if the file should be sent. Evaluates the conditions in the order
 * of 13.2.2.
 */
export function findFailedCondition(header: ReadHeader, file: FileValidators): 304 | 412 | undefined {
  const ifMatch = header('if-match')
  if (ifMatch !== undefined) {
    if (!lists(ifMatch, file.etag, 'strong')) return 412
  } else {
    const since = parseDate(header('if-unmodified-since'))
    if (since !== undefined && file.modified > since) return 412
  }
  const ifNoneMatch = header('if-none-match')
  if (ifNoneMatch !== undefined) return lists(ifNoneMatch, file.etag, 'weak') ? 304 : undefined
  const since = parseDate(header('if-modified-since'))
  return since !== undefined && file.modified <= since ? 304 : undefined
}

/** Whether `If-Range` allows a range: it is absent, or matches exactly this file. */
export function rangeHolds(header: ReadHeader, file: FileValidators): boolean {
  const condition = header('if-range')
  if (condition === undefined) return true
  return condition.startsWith('"') ? condition === file.etag : parseDate(condition) === file.modified
}

/** Compares the tag itself: a caller may have weakened our tag with `W/`. */
function lists(header: string, etag: string, comparison: 'weak' | 'strong'): boolean {
  if (header.trim() === '*') return true
  return header.split(',').some((item) => {
    const tag = item.trim()
    return tag === etag || (comparison === 'weak' && tag === `W/${etag}`)
  })
}

function parseDate(header: string | undefined): number | undefined {
  const time = header === undefined ? Number.NaN : Date.parse(header)
  return Number.isNaN(time) ? undefined : Math.floor(time / 1000)
}
