/** The check of nearly every validator. Apart from the others, since pages load it for each call of a user. */

/**
 * Whether every own key is declared, and every declared value is the object's own. The exact, slower form of the count in
 * generated code.
 */
export function hasOnlyKeys(value: Readonly<Record<string, unknown>>, declared: readonly string[]): boolean {
  for (const key of Object.keys(value)) if (!declared.includes(key)) return false
  for (const key of declared) if (!(key in {}) && value[key] !== undefined && !Object.hasOwn(value, key)) return false
  return true
}
