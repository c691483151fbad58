/** Absolute URLs of an app's pages, for files that list thousands of them. */

/** Characters that a URL contains unchanged. */
const PLAIN = /^\/[\w/.-]+$/

/** Creates the function that resolves a path against `siteUrl`. Plain paths aren't parsed, because parsing is slow. */
export function createPathResolver(siteUrl: string): (path: string) => string {
  const base = new URL('/', siteUrl).href.slice(0, -1)
  return (path) => (PLAIN.test(path) && !hasSpecialSegment(path) ? base + path : new URL(path, siteUrl).href)
}

/** Whether a segment is empty or begins with a dot. */
function hasSpecialSegment(path: string): boolean {
  return path.includes('/.') || path.includes('//') || path.endsWith('/')
}
