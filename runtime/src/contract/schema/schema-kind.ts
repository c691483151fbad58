/**
 * The kinds of value that builders support: how each is read from the wire, and its JSON Schema. `schema.ts` builds on
 * them.
 */
import { formatCount } from '../format-count.ts'
import { type FormatName, hasFormat } from '../page/format.ts'
import type { JsonSchema } from './json-schema.ts'
import { isMultipleOf } from './validate-value.ts'
import type { Issue } from './validation.ts'

export type Side = 'input' | 'output'

/** A kind of value with its limits. */
export interface Kind {
  /**
   * Converts a wire value to the real value. Adds problems to `issues`, with a path relative to the value; the result is
   * then unusable.
   */
  read(value: unknown, issues: Issue[], side: Side): unknown
  toJsonSchema(side: Side): JsonSchema
  /** Converts a real value to its wire value. Present if they can differ. */
  encode?(value: unknown): unknown
  /** Converts a wire value to its real value, without checks. */
  decode?(value: unknown): unknown
  /** Returns the same kind with a limit set. Absent if `min` and `max` don't apply. */
  withLimit?(limit: 'min' | 'max', value: number): Kind
}

/** Options of `str`. Lengths count code points, as in JSON Schema. */
export interface StringOptions {
  readonly min?: number
  readonly max?: number
  /**
   * Must match a part of the string; anchor it to match the whole string. A string pattern has the `u` flag. The pattern must
   * take linear time: `fw check` refuses slow ones that it can read, and nothing checks one that is computed at run time.
   */
  readonly pattern?: string | RegExp
  /** A known format is checked; any other name is only documentation. */
  readonly format?: FormatName | (string & {})
}

/** Options of `int` and `num`. Both limits are inclusive. */
export interface NumberOptions {
  readonly min?: number
  readonly max?: number
  readonly multipleOf?: number
}

/** Adds an issue about the value itself. */
export function fail(issues: Issue[], message: string): undefined {
  issues.push({ path: '', message })
  return undefined
}

export function stringKind(options: StringOptions): Kind {
  const { min, max, format } = options
  const pattern = options.pattern === undefined ? undefined : toPattern(options.pattern)
  return {
    read(value, issues) {
      if (typeof value !== 'string') return fail(issues, 'must be a string')
      if (min !== undefined && value.length < min * 2 && codePoints(value) < min)
        return fail(issues, `must have at least ${formatCount(min, 'character')}`)
      if (max !== undefined && value.length > max && codePoints(value) > max)
        return fail(issues, `must have at most ${formatCount(max, 'character')}`)
      if (pattern !== undefined && !pattern.test(value)) return fail(issues, `must match the pattern ${pattern.source}`)
      if (format !== undefined && !hasFormat(format, value)) return fail(issues, `must be a valid ${format}`)
      return value
    },
    toJsonSchema: () => ({
      type: 'string',
      ...(min === undefined ? {} : { minLength: min }),
      ...(max === undefined ? {} : { maxLength: max }),
      ...(pattern === undefined ? {} : { pattern: pattern.source }),
      ...(format === undefined ? {} : { format }),
    }),
    withLimit: (limit, value) => stringKind({ ...options, [limit]: value }),
  }
}

/** Removes the flags with which `test` is stateful. */
function toPattern(pattern: string | RegExp): RegExp {
  return typeof pattern === 'string'
    ? new RegExp(pattern, 'u')
    : new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ''))
}

function codePoints(text: string): number {
  let points = 0
  for (const _ of text) points++
  return points
}

export function numberKind(options: NumberOptions & { readonly integer?: boolean; readonly format?: string }): Kind {
  const { min, max, multipleOf, integer, format } = options
  return {
    read(value, issues) {
      if (typeof value !== 'number' || !Number.isFinite(value))
        return fail(issues, integer ? 'must be an integer' : 'must be a number')
      // Beyond 2^53, JSON numbers are rounded when parsed: the received number isn't the one that was sent.
      if (integer && !Number.isSafeInteger(value)) return fail(issues, 'must be an integer')
      if (min !== undefined && value < min) return fail(issues, `must be at least ${min}`)
      if (max !== undefined && value > max) return fail(issues, `must be at most ${max}`)
      if (multipleOf !== undefined && !isMultipleOf(value, multipleOf))
        return fail(issues, `must be a multiple of ${multipleOf}`)
      return value
    },
    toJsonSchema: () => ({
      type: integer ? 'integer' : 'number',
      ...(min === undefined ? {} : { minimum: min }),
      ...(max === undefined ? {} : { maximum: max }),
      ...(multipleOf === undefined ? {} : { multipleOf }),
      ...(format === undefined ? {} : { format }),
    }),
    withLimit: (limit, value) => numberKind({ ...options, [limit]: value }),
  }
}

export function booleanKind(): Kind {
  return {
    read: (value, issues) => (typeof value === 'boolean' ? value : fail(issues, 'must be true or false')),
    toJsonSchema: () => ({ type: 'boolean' }),
  }
}

export function enumKind(values: readonly (string | number)[]): Kind {
  const known = new Set<unknown>(values)
  const shown = values.map((value) => JSON.stringify(value)).join(', ')
  const types = [...new Set(values.map((value) => (typeof value === 'string' ? 'string' : 'number')))] as const
  return {
    read: (value, issues) => (known.has(value) ? value : fail(issues, `must be one of ${shown}`)),
    toJsonSchema: () => ({ ...(types.length === 1 ? { type: types[0] } : {}), enum: [...values] }),
  }
}

/** RFC 3339 on the wire, `Date` in code. Direct calls may pass either of them. */
export function dateKind(): Kind {
  return {
    read(value, issues) {
      if (value instanceof Date)
        return Number.isNaN(value.getTime()) ? fail(issues, 'must be a valid date') : new Date(value)
      if (typeof value !== 'string' || !hasFormat('date-time', value))
        return fail(issues, 'must be an RFC 3339 date-time, such as 2026-01-31T12:00:00Z')
      return new Date(value)
    },
    toJsonSchema: () => ({ type: 'string', format: 'date-time' }),
    encode: (value) => (value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : value),
    decode: (value) => (typeof value === 'string' ? new Date(value) : value),
  }
}
