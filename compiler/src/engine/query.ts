/** Definitions of what an engine reads and computes. Each is declared once, as a constant of a module. */
import { isDeepStrictEqual } from 'node:util'

/** A fact that comes from outside of the engine, such as the text of a file. */
export interface Input<Value> {
  readonly kind: 'input'
  readonly name: string
  isEqual(before: Value, after: Value): boolean
}

/** A pure function of inputs and other queries. */
export interface Query<Value> {
  readonly kind: 'query'
  readonly name: string
  /** Reads the outside only through `read`. */
  compute(read: Read, key: string): Value
  isEqual(before: Value, after: Value): boolean
}

/** What a query may read. */
export type Source<Value> = Input<Value> | Query<Value>

/**
 * Returns the current value of an input or a query for a key, such as a path; without a key, of the one value that there
 * is. Inside a query it records the dependency. Throws what the computation throws.
 */
export type Read = <Value>(source: Source<Value>, key?: string) => Value

type Compare<Value> = (before: Value, after: Value) => boolean

/**
 * Defines an input. An engine needs a provider for it, or gets its values by `set`.
 *
 * @param isEqual Default: the values are plain data, and equal if their contents are.
 */
export function defineInput<Value>(name: string, isEqual: Compare<Value> = isDeepStrictEqual): Input<Value> {
  return { kind: 'input', name, isEqual }
}

/**
 * Defines a query.
 *
 * @param isEqual Whether a new value equals the last one: then everything that has read it stays valid. Default: the values
 * are plain data, and equal if their contents are.
 */
export function defineQuery<Value>(
  name: string,
  compute: (read: Read, key: string) => Value,
  isEqual: Compare<Value> = isDeepStrictEqual,
): Query<Value> {
  return { kind: 'query', name, compute, isEqual }
}
