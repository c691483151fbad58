/** Caches results per checker: types that an app shares are walked for every api that uses them. */
import type { ts } from './typescript.ts'

/** Returns `work`, cached by its argument for the lifetime of the checker, which an edit ends. */
export function perChecker<Context extends { readonly checker: ts.TypeChecker }, Key extends object, Value>(
  work: (context: Context, key: Key) => Value,
): (context: Context, key: Key) => Value {
  const known = new WeakMap<ts.TypeChecker, Map<Key, { readonly value: Value }>>()
  return (context, key) => {
    let ofChecker = known.get(context.checker)
    if (ofChecker === undefined) {
      ofChecker = new Map()
      known.set(context.checker, ofChecker)
    }
    const found = ofChecker.get(key)
    if (found !== undefined) return found.value
    const value = work(context, key)
    ofChecker.set(key, { value })
    return value
  }
}
