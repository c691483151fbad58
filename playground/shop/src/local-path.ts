const HERE = 'http://here.invalid'

/**
 * Returns a path of this shop for any input from the URL. Compared after parsing: `//elsewhere.example` and
 * `/..//elsewhere.example` look like paths, and would lead a user to another site after signing in.
 */
export function localPath(next: string | null): string {
  if (next === null || !/^\/(?![/\\])/.test(next) || !URL.canParse(next, HERE)) return '/orders'
  const { origin, pathname, search, hash } = new URL(next, HERE)
  return origin === HERE && !pathname.startsWith('//') ? pathname + search + hash : '/orders'
}
