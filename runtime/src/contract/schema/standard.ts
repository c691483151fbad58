/** Converts any Standard Schema with JSON Schema (the framework's builders, zod 4, valibot, arktype) to a `Validator`. */
import type { StandardIssue, StandardSchema } from '../api.ts'
import { findRefusedKey, joinPath, MAX_ISSUES, shortenPath } from './issue.ts'
import type { JsonSchema } from './json-schema.ts'
import type { Checked, Issue, Validator } from './validation.ts'

/** Member of the framework's builders with their validators, which contain more than Standard Schema can express. */
export const VALIDATORS: unique symbol = Symbol.for('fw.validators') as never

/** Inputs are closed, outputs open. */
export interface Validators {
  readonly input: Validator
  readonly output: Validator
}

interface WithValidators {
  readonly [VALIDATORS]: Validators
}

/** Whether `value` is a Standard Schema, which can be a function (arktype). */
function isStandardSchema(value: unknown): value is StandardSchema {
  return (
    ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
    '~standard' in value &&
    typeof (value as StandardSchema)['~standard']?.validate === 'function'
  )
}

/**
 * Returns the validator of a schema, for a tool's input or output. Throws a `TypeError` with a solution if the value isn't
 * a Standard Schema, or has no JSON Schema.
 */
export function toValidator(schema: StandardSchema, side: 'input' | 'output'): Validator {
  if (!isStandardSchema(schema))
    throw new TypeError(
      `The ${side} of an api must be a schema: one of fw's builders (schema, obj, list …), or a Standard Schema such as zod's.`,
    )
  if (VALIDATORS in schema) return (schema as unknown as WithValidators)[VALIDATORS][side]
  return foreignValidator(schema, side)
}

function foreignValidator(schema: StandardSchema, side: 'input' | 'output'): Validator {
  const standard = schema['~standard']
  if (standard.jsonSchema === undefined)
    throw new TypeError(
      `The ${side} schema (vendor "${standard.vendor}") offers no JSON Schema through "~standard.jsonSchema". Use a version that does (zod 4.2 or later, valibot with @valibot/to-json-schema, arktype 2.2), fw's builders, or a plain TypeScript type.`,
    )
  return {
    schema: standard.jsonSchema[side]({ target: 'draft-2020-12' }) as JsonSchema,
    foreign: true,
    parse(value): Checked | Promise<Checked> {
      const refused = side === 'input' ? findRefusedKey(value) : undefined
      if (refused !== undefined) return { issues: [refused] }
      const result = standard.validate(value)
      return result instanceof Promise ? result.then(toChecked) : toChecked(result)
    },
  }
}

function toChecked(result: {
  readonly value?: unknown
  readonly issues?: readonly StandardIssue[] | undefined
}): Checked {
  return result.issues === undefined
    ? { value: result.value }
    : { issues: result.issues.slice(0, MAX_ISSUES).map(toIssue) }
}

function toIssue(issue: StandardIssue): Issue {
  let path = ''
  for (const part of issue.path ?? []) {
    const key = typeof part === 'object' ? part.key : part
    path = joinPath(path, typeof key === 'symbol' ? String(key) : key)
  }
  return { path: shortenPath(path), message: issue.message }
}
