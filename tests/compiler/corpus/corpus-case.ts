/** Types of the tables of the corpus. */

/** A JSON value on which TypeScript and the contract differ, and why they must. */
export interface Differing {
  readonly value: unknown
  readonly because: string
}

/** `name`, declarations with a type `Root` among them, values that fit it, values that do not. */
export type CorpusRow = readonly [name: string, code: string, good: readonly unknown[], bad: readonly unknown[]]

export interface CorpusTable {
  readonly name: string
  /** Why TypeScript cannot be asked about the values of this table: their wire form is not their type. */
  readonly wire?: true
  readonly rows: readonly CorpusRow[]
}

const DIFFERING = Symbol('differing')

/** TypeScript has the opposite verdict on this value. */
export function but(value: unknown, because: string): Differing {
  return Object.assign({ value, because }, { [DIFFERING]: true })
}

/** TypeScript looks for keys that no option of a union knows; the contract asks each option. */
export const OPTION = 'TypeScript lets an untagged option carry the keys of another'
/** TypeScript checks unknown keys only where an object has members at all. */
export const EMPTY = 'a type without members takes everything but null in TypeScript'
/** The brand exists for the type checker only. */
export const BRANDED = 'TypeScript wants the value to have been branded'
/** A tag expresses a constraint that the type cannot. */
export const TAGGED = 'TypeScript does not read doc comments'

export function isDiffering(instance: unknown): instance is Differing {
  return typeof instance === 'object' && instance !== null && DIFFERING in instance
}

export function plainValue(instance: unknown): unknown {
  return isDiffering(instance) ? instance.value : instance
}
