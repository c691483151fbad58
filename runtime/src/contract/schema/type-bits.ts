/** The types of JSON Schema as bits, so that a check for several types is one `&`. */
import type { JsonSchema } from './json-schema.ts'

const NULL = 1
const BOOLEAN = 2
const STRING = 4
const NUMBER = 8
const INTEGER = 16
const ARRAY = 32
const OBJECT = 64
const OTHER = 128

const TYPE_BITS: Readonly<Record<string, number>> = {
  null: NULL,
  boolean: BOOLEAN,
  string: STRING,
  number: NUMBER,
  integer: INTEGER,
  array: ARRAY,
  object: OBJECT,
}

const ANY_TYPE = -1

/** Arrays and objects. */
export const CONTAINERS = ARRAY | OBJECT

/**
 * Returns the bits of a value. An integer has two; NaN, undefined and values that JSON can't represent have a bit that no
 * type has.
 */
export function typeBits(value: unknown): number {
  // V8 compares `typeof` with a literal without creating the name of the type, unlike in a `switch`.
  if (typeof value === 'string') return STRING
  if (typeof value === 'number')
    return Number.isInteger(value) ? NUMBER | INTEGER : Number.isFinite(value) ? NUMBER : OTHER
  if (typeof value === 'boolean') return BOOLEAN
  if (typeof value !== 'object') return OTHER
  return value === null ? NULL : Array.isArray(value) ? ARRAY : OBJECT
}

/** Returns the bits of the types that a schema allows with `type`. */
export function getTypeBits({ type }: JsonSchema): number {
  return type === undefined ? ANY_TYPE : [type].flat().reduce((bits, name) => bits | (TYPE_BITS[name] ?? 0), 0)
}
