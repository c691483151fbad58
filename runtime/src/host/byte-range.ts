/** Parses the `Range` header, limited to one byte range (RFC 9110, 14). */

/** `end` is the position after the last byte. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * Returns the requested range, or `unsatisfiable` if none of its bytes exist. Returns undefined if the whole file is sent:
 * no range, another unit, an invalid header, or several ranges. Few clients need several ranges, and they could request the
 * same bytes a thousand times.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  if (header === undefined) return undefined
  const found = /^bytes\s*=\s*(?:(\d+)\s*)?-\s*(?:(\d+)\s*)?$/i.exec(header)
  if (found === null) return undefined
  const [, first = '', last = ''] = found
  if (first === '') return last === '' ? undefined : suffix(Number(last), size)
  const start = Number(first)
  if (last !== '' && Number(last) < start) return undefined
  if (start >= size) return 'unsatisfiable'
  return { start, end: last === '' ? size : Math.min(Number(last) + 1, size) }
}

function suffix(length: number, size: number): ByteRange | 'unsatisfiable' {
  return length === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - length), end: size }
}
