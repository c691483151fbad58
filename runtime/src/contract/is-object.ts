/** Checks of values whose type is unknown, such as parsed JSON. */

/** Whether a value is an object of any kind: also an array, but not a function. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Whether a value is an object with fields: neither null nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether an object was created by a literal or without a prototype, not by a class. */
export function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Returns an object as a record, whose missing fields are undefined. Other values have no fields. */
export function toFields(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? (value as Readonly<Record<string, unknown>>) : {} // missing fields read as undefined
}

/** An object from outside, whose members are unknown. */
export type Fields = Readonly<Record<string, unknown>>

/** Returns the objects of a list, and leaves out its other values. */
export function toRecords(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}
