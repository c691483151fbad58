/**
 * The one canonical path (security rule 1): made once at the door, used by middleware, router, static files and every
 * stage. What is ambiguous is refused, never repaired.
 */
import { FwError } from '#contract/error.ts'

export interface CanonicalPath {
  /** Each segment decoded once and encoded again. Begins with `/`; a trailing `/` is kept. */
  readonly path: string
  /** The decoded segments, without the empty one of a trailing `/`. */
  readonly segments: readonly string[]
}

const PLAIN = /^(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$/
const ROOT: CanonicalPath = { path: '/', segments: [] }

/**
 * The canonical form of a raw path (without its query). Throws `not_found` for malformed escapes, control characters,
 * backslashes, encoded slashes, `.` and `..`, and empty inner segments: two readers could disagree about those.
 */
export function canonicalPath(raw: string): CanonicalPath {
  if (raw === '/' || raw === '') return ROOT
  if (PLAIN.test(raw)) return { path: raw, segments: raw.slice(1).split('/') }
  if (!raw.startsWith('/')) throw new FwError('not_found')
  const parts = raw.slice(1).split('/')
  const trailing = parts.at(-1) === ''
  if (trailing) parts.pop()
  const segments = parts.map(decodeSegment)
  const path = `/${segments.map(encodeURIComponent).join('/')}${trailing ? '/' : ''}`
  return { path, segments }
}

function decodeSegment(part: string): string {
  const segment = part.includes('%') ? decode(part) : part
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here.
  if (segment === '' || segment === '.' || segment === '..' || /[\u0000-\u001f\u007f\\/]/.test(segment))
    throw new FwError('not_found')
  return segment
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new FwError('not_found')
  }
}
