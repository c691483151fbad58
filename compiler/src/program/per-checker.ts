/** What is worked out once for a checker: the types that an app shares are walked for every api that names them. */
import type { ts } from './typescript.ts'

/** `work` remembered by its argument for as long as the checker lives, which an edit ends. */
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
