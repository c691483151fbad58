/**
 * Reads a question of another server into a form that people can fill in. Its schema is untrusted: patterns are never run,
 * and a question that can't be shown completely isn't shown at all.
 */
import type { ChoiceOption, QuestionField, ServerQuestion, TextFormat } from '../agent/question.ts'
import { isRecord } from '../is-object.ts'
import { REFUSED_KEYS } from '../schema/refused-keys.ts'

/** Characters of a message, of the description of a field, of names and titles, and of a link. */
const MAX_MESSAGE = 4_000
const MAX_DESCRIPTION = 1_000
const MAX_NAME = 200
const MAX_URL = 2_000
const MAX_FIELDS = 30
const MAX_OPTIONS = 200
/** Characters of the fields of a form as JSON. */
const MAX_FORM = 65_536
/** Characters of one default. */
const MAX_DEFAULT = 4_000

/**
 * Returns the question, or `undefined` if people can't be shown all of it: a field of another type, or too much text.
 *
 * @param params Parameters of `elicitation/create`.
 */
export function readQuestion(name: string, params: unknown): ServerQuestion | undefined {
  if (!isRecord(params) || !isName(name)) return undefined
  const { message, mode = 'form', url, requestedSchema } = params
  if (!isText(message, MAX_MESSAGE)) return undefined
  if (mode === 'url') return isLink(url) ? { name, kind: 'link', message, url } : undefined
  if (mode !== 'form' || !isRecord(requestedSchema) || !isRecord(requestedSchema.properties)) return undefined
  const { properties, required = [] } = requestedSchema
  const entries = Object.entries(properties)
  if (entries.length > MAX_FIELDS || !Array.isArray(required)) return undefined
  const fields = entries.map(([field, schema]) => readField(field, schema, required.includes(field)))
  if (!fields.every((field) => field !== undefined) || JSON.stringify(fields).length > MAX_FORM) return undefined
  return { name, kind: 'form', message, fields }
}

/** Whether users may be shown the link: a web page, without credentials that would disguise its host. */
function isLink(url: unknown): url is string {
  if (!isText(url, MAX_URL) || !URL.canParse(url)) return false
  const { protocol, username, password } = new URL(url)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}

function readField(name: string, schema: unknown, isRequired: boolean): QuestionField | undefined {
  if (!isRecord(schema) || !isName(name)) return undefined
  const { title, description } = schema
  if (!isOptional(title, (text) => isText(text, MAX_NAME))) return undefined
  if (!isOptional(description, (text) => isText(text, MAX_DESCRIPTION))) return undefined
  const parts = {
    name,
    ...(title !== undefined && { title: title as string }), // checked above
    ...(description !== undefined && { description: description as string }), // checked above
    isRequired,
    ...(isSecret(name, schema) && { isSecret: true as const }),
  }
  switch (schema.type) {
    case 'boolean':
      return { ...parts, kind: 'boolean', ...pick(schema, { default: isBoolean }) }
    case 'number':
    case 'integer': {
      const limits = pick(schema, { minimum: isNumber, maximum: isNumber, default: isNumber })
      return { ...parts, kind: 'number', isInteger: schema.type === 'integer', ...limits }
    }
    case 'array':
      return readChoices(parts, schema)
    case 'string':
      return readText(parts, schema)
    default:
      return undefined
  }
}

type Parts = Pick<QuestionField, 'name' | 'title' | 'description' | 'isRequired' | 'isSecret'>

function readText(parts: Parts, schema: Readonly<Record<string, unknown>>): QuestionField | undefined {
  if (schema.enum !== undefined || schema.oneOf !== undefined) {
    const options = readOptions(schema)
    if (options === undefined) return undefined
    const isOption = (value: unknown): value is string => options.some((option) => option.value === value)
    return { ...parts, kind: 'choice', options, ...pick(schema, { default: isOption }) }
  }
  const { format } = schema
  const limits = pick(schema, { minLength: isCount, maxLength: isCount, default: isDefault })
  return { ...parts, kind: 'text', ...(isFormat(format) && { format }), ...limits }
}

function readChoices(parts: Parts, schema: Readonly<Record<string, unknown>>): QuestionField | undefined {
  const options = readOptions(schema.items)
  if (options === undefined) return undefined
  const areOptions = (values: unknown): values is readonly string[] =>
    Array.isArray(values) && values.every((value) => options.some((option) => option.value === value))
  const limits = pick(schema, { minItems: isCount, maxItems: isCount, default: areOptions })
  return { ...parts, kind: 'choices', options, ...limits }
}

/** Reads `enum`, with the deprecated `enumNames`, or the titled constants of `oneOf` or `anyOf`. */
function readOptions(schema: unknown): readonly ChoiceOption[] | undefined {
  if (!isRecord(schema)) return undefined
  const names: unknown = schema.enumNames
  const titles: readonly unknown[] = Array.isArray(names) ? names : []
  const list = schema.enum ?? schema.oneOf ?? schema.anyOf
  if (!Array.isArray(list) || list.length === 0 || list.length > MAX_OPTIONS) return undefined
  const options = list.map((item: unknown, index): ChoiceOption | undefined => {
    const value = isRecord(item) ? item.const : item
    const title = isRecord(item) ? item.title : titles[index]
    if (!isText(value, MAX_NAME) || !isOptional(title, (text) => isText(text, MAX_NAME))) return undefined
    return { value, ...(title !== undefined && { title: title as string }) } // checked above
  })
  const known = options.filter((option) => option !== undefined)
  const isComplete = known.length === list.length && new Set(known.map(({ value }) => value)).size === known.length
  return isComplete ? known : undefined
}

/** Words in the name or the description of a field that asks for a secret. */
const SECRET_WORDS =
  /passwor[dt]|passphrase|passcode|passwd|kennwort|mot de passe|contraseña|secret|credential|api[\s_-]?key|access[\s_-]?key|private[\s_-]?key|token|\b(?:pin|otp|cvv|cvc|ssn|iban)\b|one[\s_-]?time|verification[\s_-]?code|card[\s_-]?number|security[\s_-]?code|seed[\s_-]?phrase|recovery[\s_-]?(?:code|phrase)/i

function isSecret(name: string, { title, description, format }: Readonly<Record<string, unknown>>): boolean {
  if (format === 'password') return true
  const words = [name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll('_', ' '), name, title, description]
  return words.some((text) => typeof text === 'string' && SECRET_WORDS.test(text))
}

/** Returns the members that pass their check. An invalid limit or default of a server is ignored. */
function pick<Checks extends Readonly<Record<string, (value: unknown) => boolean>>>(
  schema: Readonly<Record<string, unknown>>,
  checks: Checks,
): { readonly [Name in keyof Checks]?: Checks[Name] extends (value: unknown) => value is infer Value ? Value : never } {
  const members = Object.entries(checks).flatMap(([name, check]) => (check(schema[name]) ? [[name, schema[name]]] : []))
  return Object.fromEntries(members) as ReturnType<typeof pick<Checks>> // checked by `checks`
}

const FORMATS: ReadonlySet<unknown> = new Set<TextFormat>(['email', 'uri', 'date', 'date-time'])

function isFormat(value: unknown): value is TextFormat {
  return FORMATS.has(value)
}

function isName(name: string): boolean {
  return name.length <= MAX_NAME && !REFUSED_KEYS.has(name)
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length <= longest
}

function isDefault(value: unknown): value is string {
  return isText(value, MAX_DEFAULT)
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean'
}

function isOptional(value: unknown, isValid: (value: unknown) => boolean): boolean {
  return value === undefined || isValid(value)
}
