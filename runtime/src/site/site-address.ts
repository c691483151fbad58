/** Absolute URLs of an app's pages, for files that list thousands of them. */

/** Paths that a URL contains unchanged: no segment is empty or begins with a dot, and no character is escaped. */
const PLAIN_PATH = /^(?:\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)+$/

/** Creates the function that resolves a path against `siteUrl`. Plain paths aren't parsed, because parsing is slow. */
export function createPathResolver(siteUrl: string): (path: string) => string {
  const base = new URL('/', siteUrl).href.slice(0, -1)
  return (path) => (PLAIN_PATH.test(path) ? base + path : new URL(path, siteUrl).href)
}
