/** Splits first, decodes each segment once (security rule 1). */

/** Decoded segments of a path without query; `/` has none. Undefined for malformed percent-encoding. */
export function decodeSegments(pathname: string): readonly string[] | undefined {
  const path = pathname.replace(/^\//, '').replace(/\/$/, '')
  try {
    return path === '' ? [] : path.split('/').map(decodeURIComponent)
  } catch {
    return undefined
  }
}
