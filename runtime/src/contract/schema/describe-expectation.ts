/** Describes the values that a schema accepts, as the end of the sentence "must be …" (or "must …"). */

import { formatCount } from '../format-count.ts'
import { readTemplate } from '../page/template-text.ts'
import type { JsonSchema } from './json-schema.ts'

const FORMAT_WORDS: Readonly<Record<string, string>> = {
  'date-time': 'an RFC 3339 date-time, such as 2026-01-31T12:00:00Z',
  date: 'a date, such as 2026-01-31',
  time: 'an RFC 3339 time, such as 12:00:00Z',
  duration: 'an ISO 8601 duration, such as PT1H30M',
  email: 'an email address',
  hostname: 'a host name',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  uri: 'an absolute URL, such as https://shop.example/',
  uuid: 'a UUID',
  'uri-reference': 'an address or a path, such as /shop?page=2',
  'uri-template': 'a URI template, such as /orders/{id}',
  regex: 'a regular expression',
  'json-pointer': 'a JSON pointer, such as /items/0',
  'relative-json-pointer': 'a relative JSON pointer, such as 1/name',
  byte: 'a base64 string',
}

/** Returns a format as a noun: `an email address`. */
export function describeFormat(format: string): string {
  return FORMAT_WORDS[format] ?? `a valid ${format}`
}

/** The pattern that the compiler emits for a `bigint`. */
const BIGINT_PATTERN = '^(?:0|-?[1-9][0-9]*)$'

/** Returns a phrase such as `an integer of at least 1`. A `$ref` must be resolved before. */
export function describeExpectation(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return oneOf(schema.enum)
  const options = schema.anyOf ?? schema.oneOf
  if (options !== undefined) return [...new Set(options.map(describeExpectation))].join(' or ')
  const types = schema.type === undefined ? [] : [schema.type].flat()
  return types.map((type) => typeWords(type, schema)).join(' or ') || 'a value that fits the schema'
}

function oneOf(values: readonly unknown[]): string {
  const shown = values.slice(0, 20).map((value) => JSON.stringify(value))
  if (values.length > shown.length) shown.push('…')
  return values.length === 1 ? (shown[0] ?? '') : `one of ${shown.join(', ')}`
}

function typeWords(type: string, schema: JsonSchema): string {
  switch (type) {
    case 'string':
      return stringWords(schema)
    case 'integer':
      return numberWords('an integer', schema)
    case 'number':
      return numberWords('a number', schema)
    case 'boolean':
      return 'true or false'
    case 'array':
      return `an array${range(schema.minItems, schema.maxItems, 'item')}`
    case 'object':
      return 'an object'
    default:
      return 'null'
  }
}

function stringWords(schema: JsonSchema): string {
  const { format, contentEncoding, pattern, minLength, maxLength } = schema
  if (contentEncoding === 'base64') return 'a base64 string with its padding, such as "aGk="'
  const length = range(minLength, maxLength, 'character')
  if (pattern === BIGINT_PATTERN) return `a whole number in a string${length}, such as "42"`
  const kind = format === undefined ? 'a string' : (FORMAT_WORDS[format] ?? 'a string')
  if (pattern === undefined) return `${kind}${length}`
  const template = readTemplate(pattern)
  return template === undefined
    ? `${kind}${length} that matches ${pattern}`
    : `${kind}${length} of the form ${template}`
}

function numberWords(kind: string, schema: JsonSchema): string {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  const bounds = [
    ...(minimum === undefined ? [] : [`of at least ${minimum}`]),
    ...(exclusiveMinimum === undefined ? [] : [`greater than ${exclusiveMinimum}`]),
    ...(maximum === undefined ? [] : [minimum === undefined ? `of at most ${maximum}` : `at most ${maximum}`]),
    ...(exclusiveMaximum === undefined ? [] : [`less than ${exclusiveMaximum}`]),
    ...(multipleOf === undefined ? [] : [`a multiple of ${multipleOf}`]),
  ]
  return bounds.length === 0 ? kind : `${kind} ${bounds.join(' and ')}`
}

function range(least: number | undefined, most: number | undefined, noun: string): string {
  if (least !== undefined && least === most) return ` of exactly ${formatCount(least, noun)}`
  if (least !== undefined && least > 0)
    return most === undefined
      ? ` of at least ${formatCount(least, noun)}`
      : ` of ${least} to ${formatCount(most, noun)}`
  return most === undefined ? '' : ` of at most ${formatCount(most, noun)}`
}
