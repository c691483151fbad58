const HERE = 'http://here.invalid'

/**
 * Returns a path of this app for any input from the URL. Compared after parsing: `//elsewhere.example` and
 * `/..//elsewhere.example` look like paths, and would send a user to another site after the sign-in.
 */
export function toLocalPath(next: string | null | undefined): string {
  if (!next || !/^\/(?![/\\])/.test(next) || !URL.canParse(next, HERE)) return '/app'
  const { origin, pathname, search, hash } = new URL(next, HERE)
  return origin === HERE && !pathname.startsWith('//') ? pathname + search + hash : '/app'
}
