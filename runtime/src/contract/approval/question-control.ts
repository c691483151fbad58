/**
 * How the fields of a question are shown and read: one description for the approvals page and the dialog of a page. Titles
 * and descriptions are the server's, and shown as text.
 */
import type { ChoiceOption, FieldValue, QuestionField } from '../agent/question.ts'

type QuestionControl =
  | { readonly kind: 'checkboxes'; readonly options: readonly ChoiceOption[] }
  /** The first option is empty. */
  | { readonly kind: 'select'; readonly options: readonly ChoiceOption[] }
  | { readonly kind: 'textarea'; readonly attributes: Attributes }
  | { readonly kind: 'input'; readonly attributes: Attributes }

/** Attributes of HTML. */
type Attributes = Readonly<Record<string, string>>

/** A longer text has several lines. */
const LONG_TEXT = 300

const YES_NO = [
  { value: 'true', title: 'Yes' },
  { value: 'false', title: 'No' },
]

export function describeControl(field: QuestionField): QuestionControl {
  switch (field.kind) {
    case 'choices':
      return { kind: 'checkboxes', options: field.options }
    case 'choice':
      return { kind: 'select', options: [{ value: '', title: '' }, ...field.options] }
    case 'boolean':
      return { kind: 'select', options: [{ value: '', title: '' }, ...YES_NO] }
    case 'number': {
      const limits = listAttributes({ min: field.minimum, max: field.maximum })
      return { kind: 'input', attributes: { type: 'number', step: field.isInteger ? '1' : 'any', ...limits } }
    }
    case 'text': {
      const limits = listAttributes({ minlength: field.minLength, maxlength: field.maxLength })
      const type = field.isSecret ? 'password' : INPUT_TYPES[field.format ?? 'plain']
      if (type === 'text' && (field.maxLength ?? 0) > LONG_TEXT)
        return { kind: 'textarea', attributes: { rows: '4', ...limits } }
      return { kind: 'input', attributes: { type, ...(type === 'datetime-local' && { step: '1' }), ...limits } }
    }
  }
}

const INPUT_TYPES = { plain: 'text', email: 'email', uri: 'url', date: 'date', 'date-time': 'datetime-local' } as const

function listAttributes(limits: Readonly<Record<string, number | undefined>>): Attributes {
  return Object.fromEntries(
    Object.entries(limits).flatMap(([name, limit]) => (limit === undefined ? [] : [[name, String(limit)]])),
  )
}

/** Above the form. */
export const ASKER_NOTE = 'The server wrote the text below, not this app. Your response is sent to it.'

/** At a field that seems to ask for a secret. */
export const SECRET_WARNING =
  'This seems to ask for a password or another secret. A server must not ask for one in a form: leave it out, unless you are sure.'

/** Before a link of a server. */
export const LINK_NOTE =
  'The server asks you to open this page. Check that you trust its host, and continue here afterwards.'

/** Returns the limits that a control doesn't show. */
export function describeLimits(field: QuestionField): string | undefined {
  if (field.kind === 'text' && field.format === 'date-time') return 'Date and time in UTC.'
  if (field.kind !== 'choices') return undefined
  const { minItems, maxItems } = field
  if (minItems !== undefined && maxItems !== undefined) return `Choose ${minItems} to ${maxItems}.`
  if (minItems !== undefined) return `Choose at least ${minItems}.`
  return maxItems === undefined ? undefined : `Choose at most ${maxItems}.`
}

/** Returns the default as the values of a control. */
export function writeDefault(field: QuestionField): readonly string[] {
  const { default: value } = field
  if (value === undefined) return []
  if (field.kind === 'choices') return field.default ?? []
  if (field.kind !== 'text' || field.format !== 'date-time') return [String(value)]
  const time = Date.parse(String(value))
  return Number.isNaN(time) ? [] : [new Date(time).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)]
}

/** Date and time of a control, which have no zone, and perhaps no seconds. */
const LOCAL_TIME = /^(\d{4,}-\d\d-\d\dT\d\d:\d\d)(:\d\d(?:\.\d+)?)?$/

/** Returns the value of a control; `undefined` for an empty one. The value isn't checked yet. */
export function readControl(field: QuestionField, sent: readonly string[]): FieldValue | undefined {
  const [value = ''] = sent
  if (field.kind === 'choices') return sent.length > 0 || field.isRequired ? sent : undefined
  if (value === '') return undefined
  switch (field.kind) {
    case 'number':
      return value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value
    case 'choice':
      return value
    case 'text': {
      const text = value.replaceAll('\r\n', '\n')
      const [, minutes, seconds = ':00'] = (field.format === 'date-time' && LOCAL_TIME.exec(text)) || []
      return minutes === undefined ? text : `${minutes}${seconds}Z`
    }
  }
}
