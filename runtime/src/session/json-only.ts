/** The data of a session must be JSON. The compiler checks its type, and `issue` checks its value. */

/** The type error for a payload type that JSON can't represent: the member `data` of this type is missing. */
type Advice = 'A session holds JSON only: keep a Date as a number or an ISO string, a Map or Set as an array.'

/** Adds nothing to the options if JSON can represent `Data`, otherwise a member that can't be provided. */
export type HoldsJson<Data> = [Data] extends [JsonOnly<Data>] ? unknown : { readonly data: Advice }

/** `Data` with `Advice` in place of members that aren't JSON. Interfaces need no index signature for this. */
type JsonOnly<Data> = unknown extends Data
  ? Data
  : Data extends string | number | boolean | null | undefined
    ? Data
    : Data extends bigint | symbol | NotPlain
      ? Advice
      : Data extends object
        ? { [Key in keyof Data]: JsonOnly<Data[Key]> }
        : Data

type NotPlain =
  | Date
  | RegExp
  | Error
  | ArrayBufferView
  | ReadonlyMap<unknown, unknown>
  | ReadonlySet<unknown>
  | PromiseLike<unknown>
  | ((...values: never) => unknown)

/**
 * Returns the JSON of a ticket. Throws a `TypeError` that names a member that JSON would change. An own key `__proto__` is
 * omitted, because copying it into another object would set that object's prototype.
 */
export function toJsonText(ticket: object): string {
  return JSON.stringify(ticket, function (this: Record<string, unknown>, key, value: unknown) {
    if (key === '__proto__') return undefined
    // `value` is the result of `toJSON`; the holder has the member itself.
    const member = this[key]
    if (!isJson(member))
      throw new TypeError(
        `A session holds JSON only, and ${this === ticket ? 'its data' : `its member "${key}"`} is ${describeValue(member)}. Keep a Date as a number or an ISO string, a Map or Set as an array.`,
      )
    return value
  })
}

function isJson(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return !['bigint', 'symbol', 'function'].includes(typeof value)
  if (Array.isArray(value)) return true
  const tag = Object.prototype.toString.call(value)
  return tag === '[object Object]'
}

function describeValue(value: unknown): string {
  if (typeof value === 'object') return `a ${Object.prototype.toString.call(value).slice(8, -1)}`
  return typeof value === 'number' ? String(value) : `a ${typeof value}`
}
