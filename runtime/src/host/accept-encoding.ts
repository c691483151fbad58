/** Parses `Accept-Encoding` (RFC 9110, 12.5.3). */
import type { FileEncoding } from '#contract/http/file-type.ts'

/** Cache of parsed headers: browsers send few different ones. */
const known = new Map<string, readonly FileEncoding[]>()
const MAX_KNOWN = 100

/**
 * Returns the content encodings in the order of the client's preference, and brotli before gzip at equal weight. An
 * encoding with a lower weight than `identity` is omitted. The result is empty without a header, or if no encoding is left.
 */
export function parseAcceptEncoding(header: string | undefined): readonly FileEncoding[] {
  if (header === undefined || header === '') return NONE
  const read = known.get(header)
  if (read !== undefined) return read
  const accepted = parse(header)
  if (known.size < MAX_KNOWN) known.set(header, accepted)
  return accepted
}

const NONE: readonly FileEncoding[] = []

function parse(header: string): readonly FileEncoding[] {
  const weights = new Map<string, number>()
  for (const item of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim())
    const q = parameters.find((parameter) => /^q\s*=/.test(parameter))
    weights.set(name === 'x-gzip' ? 'gzip' : name, q === undefined ? 1 : parseWeight(q))
  }
  const weight = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0
  const plain = weights.get('identity') ?? 0
  return (['br', 'gzip'] as const)
    .filter((name) => weight(name) > 0 && weight(name) >= plain)
    .sort((left, right) => weight(right) - weight(left))
}

/** Returns 0 for an invalid weight: the caller intended a weight, so the encoding isn't fully accepted. */
function parseWeight(parameter: string): number {
  const text = parameter.slice(parameter.indexOf('=') + 1).trim()
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0
}
