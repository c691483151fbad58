/** Arguments of a cached function as a text: equal for equal arguments, and for no others. */

/**
 * Throws a `TypeError` for what is no plain data: of an object with a class nobody knows what tells it from the next, and
 * the answer for one person would be given to another.
 */
export function argumentKey(value: unknown, path = 'argument'): string {
  if (value === undefined) return 'u'
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value)
  if (typeof value === 'bigint') return `${value}n`
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value)
  if (value instanceof Date) return `d${value.getTime()}`
  if (Array.isArray(value)) return `[${value.map((item, index) => argumentKey(item, `${path}[${index}]`)).join()}]`
  if (typeof value === 'object' && isPlain(value)) {
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${argumentKey(member, `${path}.${key}`)}`).join()}}`
  }
  throw new TypeError(
    `A cached function takes plain data, and ${path} is none. Hand it the id that tells it apart, or read it inside.`,
  )
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
