/** The check of nearly every validator. Apart from the others, since pages load it for each call of a user. */

/** Inside `for in`, V8 resolves this function without a lookup, unlike `Object.hasOwn`. */
const hasOwn = Object.prototype.hasOwnProperty

/**
 * Whether every own key is declared, and every declared value is the object's own. The exact, slower form of the count in
 * generated code.
 */
export function hasOnlyKeys(value: Readonly<Record<string, unknown>>, declared: readonly string[]): boolean {
  let next = 0
  for (const key in value) {
    if (!hasOwn.call(value, key)) continue
    // Most values have their keys in the declared order.
    if (declared[next] !== key) next = declared.indexOf(key)
    if (next++ < 0) return false
  }
  for (const key of declared) if (!(key in {}) && value[key] !== undefined && !Object.hasOwn(value, key)) return false
  return true
}
