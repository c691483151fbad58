/** Fills a field like typing does: the page's framework receives the same events. */
import { FwError } from '#contract/http/error.ts'
import { noteFill } from './agent-fields.ts'
import { takesText } from './focused-element.ts'
import { withFocus } from './watch-focus.ts'

interface Fill {
  readonly value?: string
  readonly checked?: boolean
}

/**
 * Fills a field.
 *
 * @throws FwError for an element that isn't a field, can't be changed, or doesn't accept the value.
 */
export function fillField(field: Element, { value, checked }: Fill): void {
  if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) {
    if (checked === undefined) throw createInputError('Pass `checked` (true or false) for this field.')
    // A click changes it and notifies listeners.
    if (field.checked !== checked)
      field.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true }))
    return
  }
  if (value === undefined) throw createInputError('Pass `value` (a string) for this field.')
  if (!takesText(field)) throw createInputError('The element is not a field.')
  noteFill(field)
  withFocus(field, () => {
    if (field instanceof HTMLSelectElement) choose(field, value)
    else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) typeText(field, value)
    else if (field instanceof HTMLElement && field.isContentEditable) field.textContent = value
    field.dispatchEvent(
      new InputEvent('input', { bubbles: true, composed: true, data: value, inputType: 'insertText' }),
    )
    field.dispatchEvent(new Event('change', { bubbles: true }))
  })
}

function choose(field: HTMLSelectElement, value: string): void {
  const options = [...field.options].filter((option) => !option.disabled)
  const option =
    options.find((option) => option.value === value) ?? options.find(({ text }) => text.trim() === value.trim())
  if (option === undefined)
    throw createInputError(`Unknown option "${value}". Options: ${options.map(({ text }) => text.trim()).join(', ')}.`)
  field.value = option.value
}

function typeText(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  if (field.readOnly) throw new FwError('unavailable', { message: 'The field is read-only.' })
  if (field.maxLength >= 0 && value.length > field.maxLength)
    throw createInputError(`The field accepts at most ${field.maxLength} characters.`)
  setValue(field, value)
  // A browser discards a value that is invalid for the type.
  if (value !== '' && field.value === '') throw createInputError(`The field does not accept "${value}".`)
}

/** Sets the value as the browser does: React replaces the setter of its fields, and ignores events after it was used. */
function setValue(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Reflect.set(prototype, 'value', value, field)
}

function createInputError(message: string): FwError {
  return new FwError('invalid_input', { message })
}
