/** Copies of plain data for previews. */

const PLAIN: readonly unknown[] = [Object, Array, Date, Map, Set, Uint8Array].map(({ prototype }) => prototype)

/**
 * Returns a copy that shares nothing with a value. Throws for a value that contains more than plain data, because its code
 * could have effects when the copy is used, or the copy could differ from it: functions, getters, proxies, promises, elements,
 * frozen objects, objects without a prototype, instances of other classes.
 */
export function copyData<Value>(value: Value): Value {
  checkPlain(value, new Set())
  // Throws for functions, symbols and proxies.
  return structuredClone(value)
}

function checkPlain(value: unknown, seen: Set<unknown>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  const prototype = Object.getPrototypeOf(value) as unknown
  const properties = Object.values(Object.getOwnPropertyDescriptors(value))
  const members = properties.map(({ get, value: member }) => get ?? member)
  const isFixed = !Object.isExtensible(value) || properties.some(({ get, writable }) => !get && !writable)
  if (!PLAIN.includes(prototype) || isFixed || members.some((member) => typeof member === 'function'))
    throw new TypeError('The value is not plain data.')
  for (const member of members) checkPlain(member, seen)
  if (value instanceof Map || value instanceof Set) checkPlain([...value], seen)
}

/** Returns the data of a value, read through the proxies of stores. Other values than data are returned unchanged. */
export function readData(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readData)
  if (typeof value !== 'object' || value === null) return value
  const prototype = Object.getPrototypeOf(value) as unknown
  if (prototype !== Object.prototype && prototype !== null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, readData(member)]))
}
