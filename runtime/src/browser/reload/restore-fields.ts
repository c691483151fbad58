/** Restores the values that a user has typed before the page reloaded because of a deploy. Loaded only after such a reload. */
import { countActs } from '../calls/cause.ts'
import { COLD, causes } from '../islands/start-island.ts'
import { isEditedField } from '../navigation/merge-fields.ts'
import { type Field, isCheckable, listFields, type TypedField, type TypedPage } from './typed-fields.ts'
import { TYPED_FIELDS } from './typed-key.ts'

/** Time in milliseconds after which stored values are discarded. */
const LIFETIME_MS = 60_000

/** Time in milliseconds in which fields that appear later are filled, such as those of an island that is still loading. */
const WAIT_MS = 10_000

/** Fills the fields of the page, and removes the values from the storage. `start` starts an island. */
export async function restoreFields(start: (island: Element) => Promise<void> = async () => {}): Promise<void> {
  const open = new Set(takeFields())
  if (open.size === 0) return
  // With the cause of the last document.
  await causes.agent
  const noteFill = countActs() > 0 ? (await import('../agent/agent-fields.ts')).noteFill : undefined
  const fill = () => {
    const fields = listFields()
    for (const typed of open) {
      const field = fields.get(typed.field)?.[typed.index]
      if (field === undefined || !canHold(field, typed)) continue
      open.delete(typed)
      void startAround(field, start).then(() => {
        if (!field.isConnected) return
        noteFill?.(field)
        if (!fillAgain(field, typed)) return
        for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true, composed: true }))
      })
    }
    if (open.size === 0) observer.disconnect()
  }
  const observer = new MutationObserver(fill)
  observer.observe(document.documentElement, { childList: true, subtree: true })
  setTimeout(() => observer.disconnect(), WAIT_MS)
  fill()
}

function takeFields(): readonly TypedField[] {
  const { url, at, fields } = JSON.parse(sessionStorage.getItem(TYPED_FIELDS) ?? '{"fields":[]}') as TypedPage // of the last document
  sessionStorage.removeItem(TYPED_FIELDS)
  return url === location.pathname + location.search && Date.now() - at < LIFETIME_MS ? fields : []
}

/** The code of an island would set its field to another value when it starts. */
async function startAround(field: Field, start: (island: Element) => Promise<void>): Promise<void> {
  const island = field.closest(COLD)
  if (island) await start(island)
}

/** Whether a menu already has the chosen options, which may depend on another field. */
function canHold(field: Field, { value }: TypedField): boolean {
  if (!(field instanceof HTMLSelectElement)) return true
  const values = Array.from(field.options, (option) => option.value)
  return [...value].every((one) => values.includes(one))
}

/**
 * Sets the value of a field. Returns whether its listeners still have to be notified, which is `false` for a field that the user
 * has changed in the meantime. The browser may have restored the same value, which no listener knows.
 */
function fillAgain(field: Field, { value, checked }: TypedField): boolean {
  if (isCheckable(field)) {
    // The button of a group that isn't chosen follows the chosen one.
    if (field.type === 'radio' && !checked) return false
    // A click changes it and notifies listeners.
    field.checked = !checked
    field.click()
    return false
  }
  if (field instanceof HTMLSelectElement) {
    for (const option of field.options) option.selected = value.includes(option.value)
    return true
  }
  if (isEditedField(field) && field.value !== value) return false
  // React compares with the value that was set last, and replaces the setter of its fields to know it.
  field.value = ''
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  return Reflect.set(prototype, 'value', value, field)
}
