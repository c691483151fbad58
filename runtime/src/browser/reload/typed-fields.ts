/** The values that a person has typed into the fields of a page, for the same page after a reload. */
import { FORM_TOOL, isKept } from '#contract/page/form.ts'
import { findSecret } from '../agent/secret-fields.ts'
import { findDrafts } from '../navigation/merge-fields.ts'
import { TYPED_FIELDS } from './typed-key.ts'

export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** A field with its value, found again by its form and name. */
export interface TypedField {
  /** `describeField` of it. */
  readonly field: string
  /** Its index among the fields with the same description. */
  readonly index: number
  /** The text, or the values of the chosen options. */
  readonly value: string | readonly string[]
  /** Of a checkbox or radio button. */
  readonly checked?: boolean
}

/** The fields of a page, as stored. */
export interface TypedPage {
  /** Path and query. */
  readonly url: string
  /** When it was stored, in milliseconds since 1970. */
  readonly at: number
  readonly fields: readonly TypedField[]
}

/**
 * Stores the fields of the page that a user has changed, without secrets. Returns `false` if there are any and the storage is
 * full or blocked.
 */
export function storeTypedFields(): boolean {
  const drafts = findDrafts(document.documentElement)
  const fields: TypedField[] = []
  for (const [key, found] of listFields())
    for (const [index, field] of found.entries())
      if (drafts.has(field) && isPublicField(field)) fields.push({ field: key, index, ...readField(field) })
  const page: TypedPage = { url: location.pathname + location.search, at: Date.now(), fields }
  if (fields.length === 0) return true
  try {
    sessionStorage.setItem(TYPED_FIELDS, JSON.stringify(page))
    return true
  } catch {
    return false
  }
}

/** Returns the named fields of the document by their descriptions, in the order of the document. */
export function listFields(): ReadonlyMap<string, readonly Field[]> {
  const fields = new Map<string, Field[]>()
  for (const field of document.querySelectorAll<Field>('input,textarea,select')) {
    const key = describeField(field)
    if (key === undefined) continue
    const same = fields.get(key)
    if (same) same.push(field)
    else fields.set(key, [field])
  }
  return fields
}

/** Whether buttons of this type have a state instead of a text. */
export function isCheckable(field: Field): field is HTMLInputElement {
  return /^(?:checkbox|radio)$/.test(field.type)
}

/** Describes a field by its form, name and kind; `undefined` for one without a name, an id or a label. */
function describeField(field: Field): string | undefined {
  const name = field.name || field.id || field.ariaLabel || field.labels?.[0]?.textContent?.trim()
  if (!name) return undefined
  return JSON.stringify([describeForm(field.form), name, field.type, isCheckable(field) && field.value])
}

function describeForm(form: HTMLFormElement | null): string | number {
  if (form === null) return ''
  const tool = form.querySelector<HTMLInputElement>(`input[type=hidden][name="${FORM_TOOL}"]`)?.value
  // A field may have the name of a member of the form.
  return tool || form.getAttribute('id') || form.getAttribute('name') || [...document.forms].indexOf(form)
}

function readField(field: Field): Pick<TypedField, 'value' | 'checked'> {
  if (isCheckable(field)) return { value: field.value, checked: field.checked }
  if (field instanceof HTMLSelectElement) return { value: Array.from(field.selectedOptions, ({ value }) => value) }
  return { value: field.value }
}

/** Parts of a page whose fields aren't stored: parts that the app marks, and approvals. */
const PRIVATE_PLACES = '[data-fw-no-restore], fw-approval, [data-fw-approval]'

/** Names and `autocomplete` values of fields of payment cards. */
const CARD = /\bcc-|\bcc.?(?:num|no\b|csc|exp)|card.?(?:num|no\b|code)|security.?code/i

/** Whether the value of a field may be stored for a moment: no password, one-time code, card number, file or hidden value. */
function isPublicField(field: Field): boolean {
  const { autocomplete, name, id, type, value } = field
  if (field.disabled || /^(?:file|hidden|password|submit|button|image|reset)$/.test(type)) return false
  if (field.closest(PRIVATE_PLACES) || findSecret(field)) return false
  const words = `${autocomplete} ${name} ${id}`
  return isKept(words) && !/one-time-code/i.test(words) && !CARD.test(words) && !isCardNumber(value)
}

/** Whether a text is the number of a payment card: 13 to 19 digits with a correct check digit (Luhn). */
function isCardNumber(text: string): boolean {
  const digits = text.replace(/[\s-]/g, '')
  if (!/^\d{13,19}$/.test(digits)) return false
  let sum = 0
  for (const [at, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (1 + (at % 2))
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}
