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
  /** See `QueryParts`. */
  compute(read: Read, key: string, last: Value | undefined): Value
  restore?(read: Read, key: string): { readonly value: Value } | undefined
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

interface QueryParts<Value> {
  /**
   * Whether a new value equals the last one: then everything that has read it stays valid.
   *
   * @default the values are plain data, and equal if their contents are
   */
  readonly isEqual?: Compare<Value>
  /**
   * Returns a value that an earlier process has stored, if it is still valid. It reads what decides about that.
   *
   * @default nothing is stored
   */
  readonly restore?: NonNullable<Query<Value>['restore']>
}

/**
 * Defines a query.
 *
 * @param compute Reads the outside only through `read`. `last` is its last value: parts of it may be used again, but the result
 * must be that of a computation without it.
 */
export function defineQuery<Value>(
  name: string,
  compute: (read: Read, key: string, last: Value | undefined) => Value,
  { isEqual = isDeepStrictEqual, restore }: QueryParts<Value> = {},
): Query<Value> {
  return { kind: 'query', name, compute, isEqual, ...(restore && { restore }) }
}
