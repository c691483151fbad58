/** Keeps the parts of a value that haven't changed, so that a list renders only its changed rows again. */

/** Returns `next` with every equal part replaced by that of `before`, and `before` itself if all of it is equal. */
export function shareValues(before: unknown, next: unknown): unknown {
  if (Object.is(before, next)) return before
  if (before instanceof Date && next instanceof Date) return before.getTime() === next.getTime() ? before : next
  if (before instanceof Map && next instanceof Map) return shareMap(before, next)
  if (Array.isArray(before) && Array.isArray(next)) return shareList(before, next)
  return isPlain(before) && isPlain(next) ? shareObject(before, next) : next
}

type Plain = Record<string, unknown>

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

function shareObject(before: Plain, next: Plain): Plain {
  const keys = Object.keys(next)
  const shared = Object.fromEntries(keys.map((key) => [key, shareValues(before[key], next[key])]))
  const isEqual =
    keys.length === Object.keys(before).length &&
    keys.every((key) => Object.hasOwn(before, key) && Object.is(shared[key], before[key]))
  return isEqual ? before : shared
}

function shareMap(before: ReadonlyMap<unknown, unknown>, next: ReadonlyMap<unknown, unknown>): unknown {
  const shared = new Map(Array.from(next, ([key, value]) => [key, shareValues(before.get(key), value)]))
  return isSameList([...before].flat(), [...shared].flat()) ? before : shared
}

/** Items are compared by their member `id`, else by their position: a new row doesn't make all rows after it new. */
function shareList(before: readonly unknown[], next: readonly unknown[]): unknown {
  const known = new Map(before.map((item, index) => [readId(item) ?? index, item]))
  const shared = next.map((item, index) => shareValues(known.get(readId(item) ?? index), item))
  return isSameList(before, shared) ? before : shared
}

/** Returns the id in a form that differs from all positions. */
function readId(item: unknown): string | undefined {
  const id = isPlain(item) ? item.id : undefined
  return typeof id === 'string' || typeof id === 'number' ? `${typeof id}:${id}` : undefined
}

function isSameList(before: readonly unknown[], next: readonly unknown[]): boolean {
  return before.length === next.length && before.every((item, index) => Object.is(item, next[index]))
}
