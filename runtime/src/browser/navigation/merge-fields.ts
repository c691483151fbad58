/** The values of fields when the page is merged with a newer version: a user's changes stay. */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Finds the fields that a user has changed. Radio buttons of one group are one field. */
export function findDrafts(root: ParentNode): ReadonlySet<Element> {
  const fields = [...root.querySelectorAll<Field>('input,textarea,select')]
  const drafts = new Set<Element>(fields.filter(isEditedField))
  for (const field of fields)
    if (field.type === 'radio')
      for (const other of fields)
        if (other.type === 'radio' && other.name === field.name && other.form === field.form && drafts.has(other))
          drafts.add(field)
  return drafts
}

/** Whether the value of a field differs from the one with which the page came. */
export function isEditedField(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option, index) => option.selected !== isDefault(field, option, index))
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue
  return field.type !== 'hidden' && (field.value !== field.defaultValue || field.checked !== field.defaultChecked)
}

/** A menu without a selected option shows the first one. */
function isDefault(select: HTMLSelectElement, option: HTMLOptionElement, index: number): boolean {
  if (select.multiple || select.querySelector('option[selected]')) return option.defaultSelected
  return index === 0
}

/** Merges the children of an element with the attributes of the newer version, and keeps or updates the value if it is a field. */
export function mergeField(element: Element, drafts: ReadonlySet<Element>, mergeChildren: () => void): void {
  const isDraft = drafts.has(element)
  if (element instanceof HTMLSelectElement) {
    const chosen = new Set(Array.from(element.selectedOptions, ({ value }) => value))
    mergeChildren()
    const options = [...element.options]
    const canStay = isDraft && options.some(({ value }) => chosen.has(value))
    for (const [index, option] of options.entries())
      option.selected = canStay ? chosen.has(option.value) : isDefault(element, option, index)
    return
  }
  mergeChildren()
  if (isDraft) return
  if (element instanceof HTMLInputElement) {
    element.checked = element.defaultChecked
    if (!/^(?:file|hidden)$/.test(element.type) && element.value !== element.defaultValue)
      element.value = element.defaultValue
  } else if (element instanceof HTMLTextAreaElement && element.value !== element.defaultValue)
    element.value = element.defaultValue
}
