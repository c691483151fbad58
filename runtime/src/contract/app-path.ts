/**
 * Paths of the app as a browser reads them. A dot segment, a backslash, a tab or a line break can make a host of what
 * looks like a path: `/..//evil.example` is `//evil.example` once it is normalised.
 */

const HERE = 'http://here.invalid'

/** `//host`, with backslashes and with the characters that parsers of URLs leave out. */
const HOST_FIRST = /^[/\\][\t\n\r]*[/\\]/

/**
 * Returns the target as a browser normalises it: path, query and fragment. Undefined for a target that doesn't begin with
 * `/`, and for one that a browser reads as the address of another host.
 */
export function normalizeAppPath(target: string): string | undefined {
  if (!target.startsWith('/') || HOST_FIRST.test(target) || !URL.canParse(target, HERE)) return undefined
  const { origin, pathname, search, hash } = new URL(target, HERE)
  return origin === HERE && !pathname.startsWith('//') ? pathname + search + hash : undefined
}
