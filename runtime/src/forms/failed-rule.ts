/** Finds the rule of a field that its value breaks. */
import { isObject } from '#contract/is-object.ts'
import { hasFormat } from '#contract/page/format.ts'
import { isBytesText } from '#contract/schema/codec.ts'
import { compilePattern } from '#contract/schema/compile-pattern.ts'
import type { FieldRule } from '#contract/schema/field-messages.ts'
import type { JsonSchema } from '#contract/schema/json-schema.ts'
import { areUnique, codePoints, isMultipleOf } from '#contract/schema/validate-value.ts'

export interface FailedRule {
  readonly rule: FieldRule
  /** The schema that has the rule. */
  readonly schema: JsonSchema
  /** Nothing was entered, checked or chosen. */
  readonly isEmpty: boolean
}

/**
 * Returns the rule that a value breaks, or undefined if the field has several kinds of values, or an object, whose parts have
 * issues of their own. `options`: the schemas of which the value must match one.
 */
export function findFailedRule(options: readonly JsonSchema[], value: unknown): FailedRule | undefined {
  const kinds = options.filter((option) => option.type !== 'null')
  const [first = {}] = kinds
  const isEmpty = value === '' || value === false || (Array.isArray(value) && value.length === 0)
  if (value === undefined || value === null) return { rule: 'required', schema: first, isEmpty: true }
  const literals = kinds.filter(isLiteral)
  if (literals.length === kinds.length && kinds.length > 0) return { rule: 'enum', schema: first, isEmpty }
  const fitting = kinds.filter((kind) => !isLiteral(kind) && matchesType(kind, value))
  const [only] = fitting
  if (only === undefined) return { rule: 'type', schema: kinds.find((kind) => !isLiteral(kind)) ?? first, isEmpty }
  const rule = fitting.length > 1 ? undefined : findBroken(only, value)
  return rule && { rule, schema: only, isEmpty }
}

function isLiteral({ enum: values, const: value }: JsonSchema): boolean {
  return values !== undefined || value !== undefined
}

function matchesType({ type }: JsonSchema, value: unknown): boolean {
  const types = [type ?? []].flat()
  if (typeof value === 'number')
    return types.includes('number') || (types.includes('integer') && Number.isInteger(value))
  if (Array.isArray(value)) return types.includes('array')
  return types.includes(isObject(value) ? 'object' : (typeof value as 'string'))
}

function findBroken(schema: JsonSchema, value: unknown): FieldRule | undefined {
  if (typeof value === 'string') return findBrokenByText(schema, value)
  if (typeof value === 'number') return findBrokenByNumber(schema, value)
  return Array.isArray(value) ? findBrokenByList(schema, value) : undefined
}

function findBrokenByText(schema: JsonSchema, text: string): FieldRule | undefined {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format, contentEncoding } = schema
  if (codePoints(text) < minLength) return 'minLength'
  if (codePoints(text) > maxLength) return 'maxLength'
  if (contentEncoding === 'base64') return isBytesText(text) ? undefined : 'type'
  if (format !== undefined && !hasFormat(format, text)) return 'format'
  return pattern !== undefined && !compilePattern(pattern).test(text) ? 'pattern' : undefined
}

function findBrokenByNumber(schema: JsonSchema, value: number): FieldRule | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  if (minimum !== undefined && value < minimum) return 'minimum'
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return 'exclusiveMinimum'
  if (maximum !== undefined && value > maximum) return 'maximum'
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) return 'exclusiveMaximum'
  if (multipleOf !== undefined && !isMultipleOf(value, multipleOf)) return 'multipleOf'
  return Number.isSafeInteger(value) ? undefined : 'type'
}

function findBrokenByList(schema: JsonSchema, items: readonly unknown[]): FieldRule | undefined {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, uniqueItems } = schema
  if (items.length < minItems) return 'minItems'
  if (items.length > maxItems) return 'maxItems'
  return uniqueItems && !areUnique(items) ? 'uniqueItems' : undefined
}
