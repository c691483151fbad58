/** Values of fields that hydrate. Compiled code calls it as a directive. */
import { onMount, sharedConfig } from 'solid-js'

/**
 * Shows the value of a `<select>` or `<textarea>` that hydrates: HTML has no such attribute, and Solid sets no property while it
 * hydrates. What the user has chosen or written before stays.
 */
export function showValue(field: HTMLSelectElement | HTMLTextAreaElement, getValue: () => unknown): void {
  if (sharedConfig.context === undefined) return
  onMount(() => {
    if (!isChanged(field)) field.value = String(getValue() ?? '')
  })
}

function isChanged(field: HTMLSelectElement | HTMLTextAreaElement): boolean {
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue
  const options = [...field.options]
  const hasDefault = options.some(({ defaultSelected }) => defaultSelected)
  return hasDefault
    ? options.some(({ selected, defaultSelected }) => selected !== defaultSelected)
    : field.selectedIndex > 0
}
