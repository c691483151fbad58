/** What a session can hold: JSON, checked by the compiler where it is declared and when it is issued. */

/** What the compiler says about a payload type that JSON cannot carry: the member `data` of this type is missing. */
type Advice = 'A session holds JSON only: keep a Date as a number or an ISO string, a Map or Set as an array.'

/** Asks nothing more of the options where JSON carries all of `Data`; what nobody can give, where it does not. */
export type HoldsJson<Data> = [Data] extends [JsonOnly<Data>] ? unknown : { readonly data: Advice }

/** `Data` with `Advice` in the place of whatever is no JSON. Interfaces need no index signature for this. */
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
 * The JSON text of a ticket. Throws a `TypeError` that names the member which JSON would turn into something else. An own
 * key `__proto__` is left out: copied into another object, it would become that object's prototype.
 */
export function toJsonText(ticket: object): string {
  return JSON.stringify(ticket, function (this: Record<string, unknown>, key, value: unknown) {
    if (key === '__proto__') return undefined
    // `value` is what `toJSON` made of it; the holder still has the member itself.
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
