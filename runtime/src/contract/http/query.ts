/**
 * Queries without their "?". `URLSearchParams` and the setter of `URL.search` remove a leading "?" of their own, so that
 * `/??draft=1` would have the parameter "?draft" in the URL of a request, and "draft" in everything that reads its query.
 */

/** Returns the parameters of a query, or of a urlencoded body. */
export function parseQuery(query: string): URLSearchParams {
  return new URLSearchParams(query.startsWith('?') ? `?${query}` : query)
}

/** Returns the value of `URL.search` for a query. */
export function toSearch(query: string): string {
  return query === '' ? '' : `?${query}`
}
