/** The `Range` header, as far as it is answered: one range of bytes (RFC 9110, 14). */

/** `end` is the byte after the last. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * The range that is asked for; `unsatisfiable` when it has no byte of these `size` ones; undefined for what is answered
 * whole: no range, another unit, what cannot be read, and several ranges at once, which only few callers want and which
 * could ask for the same bytes a thousand times.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  if (header === undefined) return undefined
  const found = /^bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header)
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
