/** Parts of forms that code finds and changes. */
import { FORM_KEY } from '#contract/page/form.ts'
import { newFormKey } from '#solid/forms/form-key.ts'
import type { AgentHooks } from '#solid/islands/live-intents.ts'
import { getFormMember } from './form-member.ts'

/** A form that is being sent. */
export interface Sent {
  readonly form: HTMLFormElement
  readonly id: string
  /** The fields at the time of the submission, with the pressed button. */
  readonly data: FormData
  readonly isMultipart: boolean
  /** Runs code with the cause of the submission, whose human origin ends when an agent acts. */
  readonly keep: ReturnType<NonNullable<AgentHooks['keep']>>
  /** Whether no navigation to another page has begun since then. */
  readonly isCurrent: () => boolean
  /** Whether the browser itself is loading another page. */
  readonly isLeaving: () => boolean
  /** The server's response, once it has arrived. */
  response?: Response
}

export function findField(form: HTMLFormElement, name: string): HTMLInputElement | null {
  return form.querySelector<HTMLInputElement>(`input[type=hidden][name="${name}"]`)
}

/** Focuses the first invalid field, or the message about errors. */
export function focusProblem(form: HTMLFormElement): void {
  const place =
    form.querySelector<HTMLElement>('[aria-invalid=true]') ?? form.querySelector<HTMLElement>('[role=alert]')
  if (place && !place.matches('input,select,textarea,button')) place.tabIndex = -1
  place?.focus()
}

/** Converts a file to its name, because browsers send the names of files in forms without file uploads. */
export function textEntry([name, value]: [string, FormDataEntryValue]): [string, string] {
  return [name, typeof value === 'string' ? value : value.name]
}

/** Whether a field, or all fields of a name, have the same values in both. */
export function hasSameValues(name: string, one: FormData, other: FormData): boolean {
  return `${one.getAll(name)}` === `${other.getAll(name)}`
}

/** Fills in the fields that `isWanted` selects by their names. A script can't restore files. */
export function fillFields(form: HTMLFormElement, data: FormData, isWanted: (name: string) => boolean): void {
  const rest: Record<string, FormDataEntryValue[]> = Object.create(null) // names are anything
  for (const field of getFormMember(form, 'elements') as Iterable<
    Element & Partial<HTMLInputElement & HTMLSelectElement>
  >) {
    const { name, type } = field
    if (!name || !isWanted(name)) continue
    const values = data.getAll(name)
    if (/^(?:checkbox|radio)$/.test(`${type}`)) field.checked = values.includes(`${field.value}`)
    else if (field.options) for (const option of field.options) option.selected = values.includes(option.value)
    else if (field.matches('textarea,input:not([type=file],[type=hidden],[type=submit])')) {
      // Fields can share a name.
      rest[name] ??= values
      const value = rest[name].shift()
      if (typeof value === 'string') field.value = value
    }
  }
}

/** Sets a new key, because the next submission is another form. */
export function renewKey(form: HTMLFormElement): void {
  const key = findField(form, FORM_KEY)
  if (key) key.value = newFormKey()
}

/** A field of the form may be named "reset". */
export function resetFields(form: HTMLFormElement): void {
  HTMLFormElement.prototype.reset.call(form)
}
