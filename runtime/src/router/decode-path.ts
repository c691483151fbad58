/** Decodes paths: splits first, decodes each segment once, and refuses ambiguous segments. */

/**
 * Returns the decoded segments of a path without query. `/` has none, and a trailing `/` adds none. Returns undefined for a
 * path that has no canonical form.
 */
export function decodeSegments(pathname: string): readonly string[] | undefined {
  if (pathname === '' || pathname === '/') return []
  if (!pathname.startsWith('/')) return undefined
  const parts = pathname.slice(1).split('/')
  if (parts.at(-1) === '') parts.pop()
  const segments: string[] = []
  for (const part of parts) {
    const segment = decodeSegment(part)
    if (segment === undefined) return undefined
    segments.push(segment)
  }
  return segments
}

/**
 * Returns the decoded segment. Returns undefined for an empty one, malformed escapes, control characters, slashes and
 * backslashes, `.` and `..`.
 */
export function decodeSegment(part: string): string | undefined {
  const segment = part.includes('%') ? decode(part) : part
  if (segment === undefined || segment === '' || segment === '.' || segment === '..') return undefined
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are refused here.
  if (/[\u0000-\u001f\u007f\\/]/.test(segment)) return undefined
  return segment
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
