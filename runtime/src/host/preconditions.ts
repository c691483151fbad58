/** Conditional requests for files (RFC 9110, 13): what the caller holds already, and what it insists on. */

/** The two validators of a file. */
export interface FileValidators {
  /** Strong, with its quotes. */
  readonly etag: string
  /** Whole seconds since 1970. */
  readonly modified: number
}

type ReadHeader = (name: string) => string | undefined

/** The status that a condition gives instead of the file; undefined when the file is to be sent. In the order of 13.2.2. */
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

/** Whether `If-Range` lets a range be answered: without it, or when it names exactly this file. */
export function rangeHolds(header: ReadHeader, file: FileValidators): boolean {
  const condition = header('if-range')
  if (condition === undefined) return true
  return condition.startsWith('"') ? condition === file.etag : parseDate(condition) === file.modified
}

/** The tag alone is compared: `W/` is a caller's weakened copy of ours. */
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
