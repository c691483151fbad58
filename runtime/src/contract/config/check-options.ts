/**
 * Checks options at run time. Code without type checks can pass anything, and an ignored option fails open: `api({ guard:
 * 'Confirm' })` would let agents call the tool.
 */
import { isRecord } from '../is-object.ts'
import { joinPath } from '../schema/issue.ts'
import { nearestName } from '../schema/nearest-name.ts'
import { SetupError } from './setup-error.ts'

/** The values that an option accepts. */
export interface OptionKind {
  /** Completes "It must be …". */
  readonly expected: string
  readonly accepts: (value: unknown) => boolean
  readonly isRequired?: true
  /** Strings that it accepts. A message for another string quotes it, with the nearest of these. */
  readonly words?: readonly string[]
  /** Options of an object, or of each object of a list. */
  readonly fields?: OptionKinds
}

export type OptionKinds = Readonly<Record<string, OptionKind>>

/** A table with a kind for each option of a type. A missing kind is a compile error. */
export type KindsOf<Options> = { readonly [Name in keyof Required<Options> & string]: OptionKind }

/** Any value: it is checked elsewhere, or every value is valid. */
export const ANY: OptionKind = { expected: 'any value', accepts: () => true }
export const BOOLEAN = ofType('boolean', 'a boolean')
export const STRING = ofType('string', 'a string')
export const NUMBER = ofType('number', 'a number')
export const FUNCTION = ofType('function', 'a function')
export const STRING_LIST: OptionKind = {
  expected: 'a list of strings',
  accepts: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
}
export const LIST: OptionKind = { expected: 'a list', accepts: Array.isArray }
export const OBJECT: OptionKind = objectOf(undefined)
export const MILLISECONDS: OptionKind = {
  expected: 'a number of milliseconds above 0',
  accepts: (value) => typeof value === 'number' && value > 0 && Number.isFinite(value),
}

export function objectOf(fields: OptionKinds | undefined): OptionKind {
  return { expected: 'an object', accepts: isRecord, ...(fields && { fields }) }
}

export function oneOf(...words: readonly string[]): OptionKind {
  return {
    expected: enumerate(words.map((word) => `"${word}"`)),
    accepts: (value) => typeof value === 'string' && words.includes(value),
    words,
  }
}

export function either(...kinds: readonly OptionKind[]): OptionKind {
  const words = kinds.flatMap((kind) => kind.words ?? [])
  const fields = kinds.find((kind) => kind.fields !== undefined)?.fields
  return {
    expected: enumerate(kinds.flatMap(({ words: own, expected }) => own?.map((word) => `"${word}"`) ?? [expected])),
    accepts: (value) => kinds.some((kind) => kind.accepts(value)),
    ...(words.length > 0 && { words }),
    ...(fields && { fields }),
  }
}

/** An object, or a list of such objects. */
export function oneOrMore(fields: OptionKinds): OptionKind {
  const one = objectOf(fields)
  const accepts = (value: unknown) => (Array.isArray(value) ? value.every(one.accepts) : one.accepts(value))
  return { expected: 'an object or a list of objects', accepts, fields }
}

export function requireOption(kind: OptionKind): OptionKind {
  return { ...kind, isRequired: true }
}

/** Throws a `TypeError` for an option that `owner` doesn't have, and for a value that it doesn't accept. */
export function checkOptions(owner: string, options: unknown, kinds: OptionKinds): void {
  const problem = firstProblem(options, kinds)
  if (problem !== undefined) throw new TypeError(`${owner}: ${problem}`)
}

/** Restrictions of a tool, with what holds without them. `checkAccess` checks `access`. */
const RESTRICTIONS = Object.entries({
  guard: 'for "auto"',
  scopes: 'for every caller',
  effect: 'for a call that can be undone',
})

/**
 * Throws a `TypeError` if a definition has a restriction that is `undefined`, such as a constant that doesn't exist, or the value of a
 * condition. It would count as absent, which allows callers or agents to call the tool.
 */
export function checkRestrictions(owner: string, definition: object): void {
  for (const [name, otherwise] of RESTRICTIONS)
    if (Object.hasOwn(definition, name) && (definition as Readonly<Record<string, unknown>>)[name] === undefined)
      throw new TypeError(`${owner}: ${name} is undefined. Leave it out ${otherwise}.`)
}

/**
 * Like `checkOptions`, for functions that an app calls once at start: throws a `SetupError`, which is shown without a
 * stack.
 */
export function checkSetup(owner: string, options: unknown, kinds: OptionKinds): void {
  const problem = firstProblem(options, kinds)
  if (problem !== undefined) throw new SetupError(`${owner}: ${problem}`)
}

/**
 * Returns the first problem. It never contains a value, which may be a secret, except for a string where the option accepts
 * only listed strings.
 */
function firstProblem(options: unknown, kinds: OptionKinds): string | undefined {
  return OBJECT.accepts(options) ? optionProblem(options as object, kinds, '') : 'the options must be an object.'
}

function optionProblem(options: object, kinds: OptionKinds, prefix: string): string | undefined {
  for (const [name, value] of Object.entries(options)) {
    const path = joinPath(prefix, name)
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
    if (kind === undefined) return `unknown option "${path}".${suggest(name, Object.keys(kinds))}`
    const problem = value === undefined ? undefined : valueProblem(path, value, kind)
    if (problem !== undefined) return problem
  }
  const given = options as Readonly<Record<string, unknown>> // members of any kind, inherited ones too
  const missing = Object.entries(kinds).find(([name, { isRequired }]) => isRequired && given[name] === undefined)
  return missing && `${joinPath(prefix, missing[0])} is missing. It must be ${missing[1].expected}.`
}

function valueProblem(
  path: string,
  value: unknown,
  { accepts, expected, words, fields }: OptionKind,
): string | undefined {
  if (!accepts(value)) {
    const isWord = words !== undefined && typeof value === 'string'
    const given = isWord ? JSON.stringify(value.slice(0, MAX_SHOWN)) : describe(value)
    return `${path} is ${given}. It must be ${expected}.${isWord ? suggest(value, words) : ''}`
  }
  if (fields === undefined || typeof value !== 'object' || value === null) return undefined
  if (!Array.isArray(value)) return optionProblem(value, fields, path)
  for (const [index, item] of value.entries()) {
    // `accepts` has checked each item.
    const problem = typeof item === 'object' ? optionProblem(item as object, fields, joinPath(path, index)) : undefined
    if (problem !== undefined) return problem
  }
  return undefined
}

const MAX_SHOWN = 40

function suggest(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known)
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`
}

function describe(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

function ofType(type: 'boolean' | 'string' | 'number' | 'function', expected: string): OptionKind {
  return { expected, accepts: (value) => typeof value === type }
}

function enumerate(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} or ${parts.at(-1)}`
}
