/** Absolute URLs of an app's pages, for files that list thousands of them. */

/** Characters that a URL contains unchanged. */
const PLAIN = /^\/[A-Za-z0-9_/.-]+$/
/** A segment that is empty or begins with a dot. */
const SPECIAL_SEGMENT = /\/(?:[/.]|$)/

/** Creates the function that resolves a path against `siteUrl`. Plain paths aren't parsed, because parsing is slow. */
export function createPathResolver(siteUrl: string): (path: string) => string {
  const base = new URL('/', siteUrl).href.slice(0, -1)
  return (path) => (PLAIN.test(path) && !SPECIAL_SEGMENT.test(path) ? base + path : new URL(path, siteUrl).href)
}
