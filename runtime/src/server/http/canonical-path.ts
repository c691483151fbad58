/**
 * The canonical path: computed once for each request and used by middleware, router, static files and every stage.
 * Ambiguous paths are refused, never repaired.
 */
import { FwError } from '#contract/http/error.ts'
import type { PageTarget } from '#contract/page/page-target.ts'
import { decodeSegment } from '#router/decode-path.ts'

/** Maximum length of a target that isn't the URL of a request. Hosts limit URLs, but a body may contain any text. */
const MAX_PAGE_TARGET = 2_048

const PLAIN = /^(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$/

/**
 * Returns the canonical form of a raw path (without its query): each segment is decoded once and encoded again; a trailing
 * `/` is preserved. Throws `not_found` for malformed escapes, control characters, backslashes, encoded slashes, `.` and
 * `..`, and empty inner segments, because two parsers could interpret them differently.
 */
export function canonicalPath(raw: string): string {
  if (raw === '/' || raw === '') return '/'
  if (PLAIN.test(raw)) return raw
  if (!raw.startsWith('/')) throw new FwError('not_found')
  const parts = raw.slice(1).split('/')
  const trailing = parts.at(-1) === ''
  if (trailing) parts.pop()
  return `/${parts.map(encodeAgain).join('/')}${trailing ? '/' : ''}`
}

/**
 * Reads the page that a request names in its body or query, such as `/orders?open=1`. A fragment is ignored.
 * Throws `not_found` for a path that `canonicalPath` refuses, and for a text that is too long.
 */
export function readPageTarget(raw: string): PageTarget {
  if (raw.length > MAX_PAGE_TARGET) throw new FwError('not_found')
  const [, path = '', query = ''] = /^([^?#]*)\??([^#]*)/.exec(raw) ?? []
  return { path: canonicalPath(path), query }
}

/** Returns the decoded segments of a canonical path, without the empty one of a trailing `/`. */
export function splitSegments(path: string): readonly string[] {
  const parts = path.slice(1).split('/')
  if (parts.at(-1) === '') parts.pop()
  return parts.map(decodeURIComponent)
}

function encodeAgain(part: string): string {
  const segment = decodeSegment(part)
  if (segment === undefined) throw new FwError('not_found')
  return encodeURIComponent(segment)
}
