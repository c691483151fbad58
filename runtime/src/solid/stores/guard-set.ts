/** Changes of stores stay in their state, because code may pass data of an agent to `set`. */
import { type SetStoreFunction, unwrap } from 'solid-js/store'

/**
 * Returns a `set` that throws unless its arguments lead through members of the state's own objects and lists. An input such as
 * `constructor`, or a method of a text, must not lead to an object of the page or the server.
 */
export function guardSet(state: object, set: (...path: [never]) => void): SetStoreFunction<object> {
  const guarded = (...path: [never]) => {
    if (!isOwnPath(unwrap(state), path))
      throw new TypeError("A store's set received a path out of its state. Pass only names of the state's own members.")
    set(...path)
  }
  return guarded as SetStoreFunction<object> // passes the arguments of all overloads
}

function isOwnPath(target: unknown, [part, ...rest]: readonly unknown[]): boolean {
  // Only the value is left. Solid itself throws for a path into nothing.
  if (rest.length === 0 || target === undefined || target === null) return true
  if (typeof target !== 'object') return false
  if (Array.isArray(part)) return part.every((key) => isOwnPath(target, [key, ...rest]))
  if (Array.isArray(target) && typeof part === 'function') return target.every((item) => isOwnPath(item, rest))
  if (Array.isArray(target) && typeof part === 'object')
    return isRange(part, target.length) && target.every((item) => isOwnPath(item, rest))
  const key = String(part)
  return Object.hasOwn(target, key) ? isOwnPath(Reflect.get(target, key), rest) : !(key in target)
}

/** Whether a range selects items of a list. A step of 0 would never end. */
function isRange(part: object | null, length: number): boolean {
  const { from = 0, to = length - 1, by = 1 }: { from?: unknown; to?: unknown; by?: unknown } = part ?? { from: part }
  return [from, to, by].every(Number.isInteger) && Number(from) >= 0 && Number(to) < length && Number(by) > 0
}
