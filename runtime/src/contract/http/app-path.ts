/**
 * App paths as browsers resolve them. A dot segment, a backslash, a tab or a line break can turn an apparent path into a
 * URL of another host: `/..//evil.example` is `//evil.example` after normalization.
 */

const HERE = 'http://here.invalid'

/** `//host`, also with backslashes and with characters that URL parsers skip. */
const HOST_FIRST = /^[/\\][\t\n\r]*[/\\]/

/**
 * Returns the target as a browser normalizes it: path, query and fragment. Returns undefined if the target doesn't begin
 * with `/`, or if a browser resolves it to another host.
 */
export function normalizeAppPath(target: string): string | undefined {
  if (!target.startsWith('/') || HOST_FIRST.test(target) || !URL.canParse(target, HERE)) return undefined
  const { origin, pathname, search, hash } = new URL(target, HERE)
  return origin === HERE && !pathname.startsWith('//') ? pathname + search + hash : undefined
}
