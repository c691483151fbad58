/** Splits names and sentences into words, and joins lists. */

/**
 * Returns `["search", "orders"]` for `searchOrders`, `search_orders` and "Search orders."; `["html", "page"]` for
 * `HTMLPage`.
 */
export function splitWords(text: string): readonly string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** Returns `a`, `a and b`, or `a, b and c`. */
export function formatList(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}
