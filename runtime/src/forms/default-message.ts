/** The messages for people at an invalid field, unless the app has its own. */
import { formatCount } from '#contract/format-count.ts'
import { describeFormat } from '#contract/schema/describe-expectation.ts'
import type { FieldRule } from '#contract/schema/field-messages.ts'
import type { JsonSchema } from '#contract/schema/json-schema.ts'

/** Returns what to enter, in plain English. */
export function writeDefaultMessage(rule: FieldRule, schema: JsonSchema): string {
  switch (rule) {
    case 'required':
      return writeRequired(schema)
    case 'type':
      return writeType(schema)
    case 'enum':
      return 'Choose one of the options'
    case 'minLength':
      return `Enter at least ${countCharacters(schema.minLength)}`
    case 'maxLength':
      return `Enter at most ${countCharacters(schema.maxLength)}`
    case 'format':
      return writeFormat(schema.format ?? '')
    case 'pattern':
      return 'Match the requested format'
    case 'minItems':
      return schema.minItems === 1 ? 'Choose at least one' : `Choose at least ${schema.minItems}`
    case 'maxItems':
      return `Choose at most ${schema.maxItems}`
    case 'uniqueItems':
      return 'Choose each value only once'
    default:
      return writeNumberMessage(rule, schema)
  }
}

type NumberRule = 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum' | 'multipleOf'

function writeNumberMessage(rule: NumberRule, schema: JsonSchema): string {
  switch (rule) {
    case 'minimum':
      return `Enter ${schema.minimum} or more`
    case 'maximum':
      return `Enter ${schema.maximum} or less`
    case 'exclusiveMinimum':
      return `Enter more than ${schema.exclusiveMinimum}`
    case 'exclusiveMaximum':
      return `Enter less than ${schema.exclusiveMaximum}`
    case 'multipleOf':
      return `Enter a multiple of ${schema.multipleOf}`
  }
}

function writeRequired(schema: JsonSchema): string {
  if (isFile(schema)) return 'Choose a file'
  if (schema.const === true) return 'Check this box'
  if (schema.enum !== undefined || schema.const !== undefined || schema.type === 'array') return 'Choose an option'
  return 'Fill in this field'
}

function writeType(schema: JsonSchema): string {
  const types = [schema.type ?? []].flat()
  if (isFile(schema)) return 'Choose a file'
  if (types.includes('integer')) return 'Enter a whole number'
  if (types.includes('number')) return 'Enter a number'
  if (types.includes('boolean')) return 'Choose yes or no'
  return types.includes('string') ? 'Enter a text' : 'Check this value'
}

/** Whether the value is a file: its bytes, or an object of its name, type and bytes. */
export function isFile({ contentEncoding, properties }: JsonSchema): boolean {
  return contentEncoding === 'base64' || properties?.bytes !== undefined
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'Enter an email address, such as name@example.com',
  uri: 'Enter a URL, such as https://example.com',
  date: 'Enter a date, such as 2026-01-31',
  'date-time': 'Enter a valid date and time',
  time: 'Enter a time, such as 12:00:00Z',
}

function writeFormat(format: string): string {
  return FORMATS[format] ?? `Enter ${describeFormat(format)}`
}

function countCharacters(count = 0): string {
  return formatCount(count, 'character')
}
