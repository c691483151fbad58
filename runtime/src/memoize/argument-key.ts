/** Serializes the arguments of a cached function: equal strings for equal arguments only. */
import { isPlainObject } from '#contract/is-object.ts'

/**
 * Returns the key of a value. Throws a `TypeError` for values that aren't plain data: it's unknown which members
 * distinguish instances of a class, and one user's result could be returned to another.
 */
export function argumentKey(value: unknown, path = 'argument'): string {
  if (value === undefined) return 'u'
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value)
  if (typeof value === 'bigint') return `${value}n`
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value)
  if (value instanceof Date) return `d${value.getTime()}`
  if (Array.isArray(value)) return `[${value.map((item, index) => argumentKey(item, `${path}[${index}]`)).join()}]`
  if (typeof value === 'object' && isPlainObject(value)) {
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${argumentKey(member, `${path}.${key}`)}`).join()}}`
  }
  throw new TypeError(
    `A cached function takes plain data, and ${path} is not plain data. Pass an id instead, or read the value inside the function.`,
  )
}
