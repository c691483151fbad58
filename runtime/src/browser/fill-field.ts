/** Fills a field as typing would: the framework of the page sees the same events. */
import { FwError } from '#contract/error.ts'
import { giveFocus } from './give-focus.ts'
import { takesText } from './is-typing.ts'

interface Fill {
  readonly value?: string
  readonly checked?: boolean
}

/** Throws an `FwError` for what is no field, cannot be changed, or does not take this. */
export function fillField(field: Element, { value, checked }: Fill): void {
  if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) {
    if (checked === undefined) throw refuse('A box takes `checked`, true or false.')
    // A click is what changes it, and tells who listens.
    if (field.checked !== checked)
      field.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true }))
    return
  }
  if (value === undefined) throw refuse('A field takes `value`, a text.')
  if (!takesText(field)) throw refuse('This is no field.')
  giveFocus(field)
  if (field instanceof HTMLSelectElement) choose(field, value)
  else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) type(field, value)
  else if (field instanceof HTMLElement && field.isContentEditable) field.textContent = value
  field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, data: value, inputType: 'insertText' }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

function choose(field: HTMLSelectElement, value: string): void {
  const options = [...field.options].filter((option) => !option.disabled)
  const option =
    options.find((option) => option.value === value) ?? options.find(({ text }) => text.trim() === value.trim())
  if (option === undefined)
    throw refuse(`There is no choice "${value}". There are: ${options.map(({ text }) => text.trim()).join(', ')}.`)
  field.value = option.value
}

function type(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  if (field.readOnly) throw new FwError('unavailable', { message: 'The field can be read only.' })
  if (field.maxLength >= 0 && value.length > field.maxLength)
    throw refuse(`The field takes at most ${field.maxLength} characters.`)
  field.value = value
  // A browser drops what a field of this type cannot hold.
  if (value !== '' && field.value === '') throw refuse(`The field does not take "${value}".`)
}

function refuse(message: string): FwError {
  return new FwError('invalid_input', { message })
}
