/** Checks the responses of a user to the questions of another server, by the forms that the user was shown. */
import type {
  FieldValue,
  QuestionField,
  QuestionResponse,
  QuestionResponses,
  ServerQuestion,
} from '../agent/question.ts'
import { toFields } from '../is-object.ts'
import { createIssueCollector } from '../schema/collect-issues.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import type { Issue } from '../schema/validation.ts'

type CheckedResponses = { readonly issues: readonly Issue[] } | { readonly responses: QuestionResponses }

/**
 * Returns the responses, or what is wrong with them. The paths of the issues begin with `responses`.
 *
 * @param given The values of each form, by the names of the questions and of their fields.
 */
export function checkResponses(questions: readonly ServerQuestion[], given: unknown): CheckedResponses {
  const issues = createIssueCollector(createSchema({ responses: createQuestionsSchema(questions) }))({
    // Links need no values.
    responses: given ?? (questions.every(({ kind }) => kind === 'link') ? {} : undefined),
  })
  if (issues.length > 0) return { issues }
  const values = toFields(given)
  const entries = questions.map(({ name, kind }): readonly [string, QuestionResponse] => {
    const content = toFields(values[name]) as Readonly<Record<string, FieldValue>> // checked above
    return [name, kind === 'link' ? { action: 'accept' } : { action: 'accept', content }]
  })
  return { responses: Object.fromEntries(entries) }
}

/** Returns the responses of a user who declines. */
export function declineAll(questions: readonly ServerQuestion[]): QuestionResponses {
  return Object.fromEntries(questions.map(({ name }) => [name, { action: 'decline' as const }]))
}

function createQuestionsSchema(questions: readonly ServerQuestion[]): JsonSchema {
  const forms = questions.map((question) => {
    const fields = question.kind === 'form' ? question.fields : []
    const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name)
    const members = Object.fromEntries(fields.map((field) => [field.name, createFieldSchema(field)]))
    return [question.name, createSchema(members, required)] as const
  })
  const required = questions.filter(({ kind }) => kind === 'form').map(({ name }) => name)
  return createSchema(Object.fromEntries(forms), required)
}

function createSchema(
  properties: Readonly<Record<string, JsonSchema>>,
  required = Object.keys(properties),
): JsonSchema {
  return { type: 'object', properties: { ...properties }, required: [...required], additionalProperties: false }
}

function createFieldSchema(field: QuestionField): JsonSchema {
  switch (field.kind) {
    case 'text':
      return { type: 'string', ...pick(field, ['format', 'minLength', 'maxLength']) }
    case 'number':
      return { type: field.isInteger ? 'integer' : 'number', ...pick(field, ['minimum', 'maximum']) }
    case 'boolean':
      return { type: 'boolean' }
    case 'choice':
      return { enum: field.options.map(({ value }) => value) }
    case 'choices': {
      const items = { enum: field.options.map(({ value }) => value) }
      return { type: 'array', items, uniqueItems: true, ...pick(field, ['minItems', 'maxItems']) }
    }
  }
}

function pick<Field extends object, Name extends keyof Field>(
  field: Field,
  names: readonly Name[],
): Partial<Pick<Field, Name>> {
  const members = names.flatMap((name) => (field[name] === undefined ? [] : [[name, field[name]]]))
  return Object.fromEntries(members) as Partial<Pick<Field, Name>> // the members of the field
}
