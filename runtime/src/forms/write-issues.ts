/**
 * Writes the issues of a form for people: in the words of the app (`@message`), of its messages `fw.<rule>`, or in plain
 * English. Agents and scripts receive the issues of the validator, which describe the whole schema of a value.
 */
import { isObject } from '#contract/is-object.ts'
import type { MessageValues } from '#contract/page/compiled-message.ts'
import { formatMessage } from '#contract/page/format-message.ts'
import { localeSource } from '#contract/page/locale.ts'
import { compilePattern } from '#contract/schema/compile-pattern.ts'
import type { FieldMessage, FieldMessages, FieldRule } from '#contract/schema/field-messages.ts'
import { fieldSteps } from '#contract/schema/field-steps.ts'
import { joinPath } from '#contract/schema/issue.ts'
import type { JsonSchema } from '#contract/schema/json-schema.ts'
import { own } from '#contract/schema/validate-value.ts'
import type { Issue } from '#contract/schema/validation.ts'
import { resolveToolSchema } from '#wire/tool-schema.ts'
import { isFile, writeDefaultMessage } from './default-message.ts'
import { type FailedRule, findFailedRule } from './failed-rule.ts'

/**
 * Returns the issues with messages for people, one for each field and message.
 *
 * @param schema Schema of the input, with the messages of the app.
 * @param input The wire value that the validator refused.
 */
export function writeIssues(schema: JsonSchema, input: unknown, issues: readonly Issue[]): readonly Issue[] {
  const seen = new Set<string>()
  return issues
    .map((issue) => describeIssue(schema, input, issue))
    .filter((issue) => {
      const key = JSON.stringify(issue)
      return !seen.has(key) && seen.add(key)
    })
}

/** Leaves an issue unchanged if the schema doesn't declare its path. */
function describeIssue(schema: JsonSchema, input: unknown, issue: Issue): Issue {
  const field = findField(schema, input, issue.path === '' ? [] : fieldSteps(issue.path))
  if (field === undefined) return issue
  return { path: field.path ?? issue.path, message: writeMessage(field) ?? issue.message }
}

function writeMessage(field: Field): string | undefined {
  const failed = findFailedRule(field.options, field.value)
  const messages = field.all.flatMap((one) => one['x-fw-messages'] ?? [])
  const rules = failed === undefined ? [] : listRules(failed)
  const values = toValues(field.all)
  for (const one of messages) {
    const chosen = chooseMessage(one, rules)
    const text = chosen === undefined ? undefined : resolveMessage(chosen, values)
    if (text !== undefined) return text
  }
  if (failed === undefined) return undefined
  const rule = chooseDefault(failed)
  return translate(`fw.${rule}`, values) ?? writeDefaultMessage(rule, failed.schema)
}

/** An empty field has to be filled in, unless its minimum is more than that. */
function chooseDefault({ rule, schema, isEmpty }: FailedRule): FieldRule {
  const isMore = rule === 'minItems' || (rule === 'minLength' && schema.minLength !== 1)
  return isEmpty && !isMore ? 'required' : rule
}

/** An empty field breaks the rule `required` too, although a text field sends an empty text. */
function listRules({ rule, isEmpty }: FailedRule): readonly FieldRule[] {
  return isEmpty && rule !== 'required' ? ['required', rule] : [rule]
}

function chooseMessage(messages: FieldMessages, rules: readonly FieldRule[]): FieldMessage | undefined {
  for (const rule of rules) if (messages[rule] !== undefined) return messages[rule]
  return messages.any
}

function resolveMessage(message: FieldMessage, values: MessageValues): string | undefined {
  if (typeof message === 'string') return message
  return typeof message === 'function' ? message() : translate(message.t, values)
}

/** Returns the message of `src/i18n.ts` in the language of the page; undefined if there is none. */
function translate(key: string, values: MessageValues): string | undefined {
  const place = localeSource.read?.()
  const message = place?.message(key)
  return place === undefined || message === undefined ? undefined : formatMessage(message, values, place)
}

/** The limits of a field, by the names of their rules. */
function toValues(schemas: readonly JsonSchema[]): MessageValues {
  const numbers = schemas.flatMap((schema) => Object.entries(schema).filter(([, value]) => typeof value === 'number'))
  return Object.fromEntries(numbers.reverse()) as MessageValues // only numbers are left
}

interface Field {
  /** The schemas that describe the value, from its use to its type: references, unions and their options. */
  readonly all: readonly JsonSchema[]
  /** The schemas of which the value must match one. */
  readonly options: readonly JsonSchema[]
  readonly value: unknown
  /** Path of a file, whose parts are no fields. Absent for the path of the issue. */
  readonly path?: string
}

function findField(root: JsonSchema, input: unknown, steps: readonly (string | number)[]): Field | undefined {
  let field: Field = { ...expand(root, [root]), value: input }
  let path = ''
  for (const step of steps) {
    // No file was chosen.
    if (field.options.some(isFile)) return { ...field, value: undefined, path }
    path = joinPath(path, step)
    const members = field.options.flatMap((option) => findMember(option, step) ?? [])
    if (members.length === 0) return undefined
    field = { ...expand(root, members), value: isObject(field.value) ? own(field.value, String(step)) : undefined }
  }
  return field
}

function expand(root: JsonSchema, schemas: readonly JsonSchema[]): Omit<Field, 'value'> {
  const all = new Set<JsonSchema>()
  const options: JsonSchema[] = []
  const visit = (schema: JsonSchema): void => {
    if (all.has(schema)) return
    all.add(schema)
    const target = resolveToolSchema(root, schema)
    const choice = target?.anyOf ?? target?.oneOf
    if (target !== undefined && target !== schema) visit(target)
    else if (choice !== undefined) choice.forEach(visit)
    else if (target !== undefined) options.push(target)
  }
  schemas.forEach(visit)
  return { all: [...all], options }
}

function findMember(schema: JsonSchema, step: string | number): JsonSchema | undefined {
  if (typeof step === 'number')
    return schema.prefixItems?.[step] ?? (typeof schema.items === 'object' ? schema.items : undefined)
  const { properties = {}, patternProperties = {}, additionalProperties } = schema
  if (Object.hasOwn(properties, step)) return properties[step]
  const matching = Object.entries(patternProperties).find(([pattern]) => compilePattern(pattern).test(step))
  return matching?.[1] ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined)
}
