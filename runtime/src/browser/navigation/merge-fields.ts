/** The values of fields when the page is merged with a newer version: a user's changes stay. */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

interface Choice {
  readonly group: Pick<HTMLInputElement, 'name' | 'form'>
  readonly field: HTMLInputElement
  readonly value: string
}

/** Finds the fields that a user has changed. Radio buttons of one group are one field. */
export function findDrafts(root: ParentNode, isIncluded: (field: Field) => boolean = () => true): ReadonlySet<Element> {
  const fields = [...root.querySelectorAll<Field>('input,textarea,select')].filter(isIncluded)
  const drafts = new Set<Element>(fields.filter(isEditedField))
  for (const field of fields)
    if (field.type === 'radio')
      for (const other of fields) if (isOfGroup(other, field) && drafts.has(other)) drafts.add(field)
  return drafts
}

/** Whether the page, or a slot of an island, has the field. */
export function isOutsideIslands(field: Field): boolean {
  return field.closest('fw-island,fw-slot')?.localName !== 'fw-island'
}

/** Whether a field is a radio button of a group. One without a name has no group. */
function isOfGroup(field: Field, { name, form }: Choice['group']): field is HTMLInputElement {
  return name !== '' && field.type === 'radio' && field.name === name && field.form === form
}

/** Finds the radio buttons that a user has chosen. The attributes of another one of the group would choose that in its place. */
export function findChoices(drafts: ReadonlySet<Element>): readonly Choice[] {
  return [...drafts].flatMap((field) => {
    if (!(field instanceof HTMLInputElement && field.type === 'radio' && field.checked)) return []
    const { name, form, value } = field
    return [{ group: { name, form }, field, value }]
  })
}

/** Chooses the same values again after the merge. If a value is gone, the newer version chooses. */
export function restoreChoices(root: ParentNode, choices: readonly Choice[], old: ReadonlySet<Node>): void {
  for (const { group, field: before, value } of choices) {
    const buttons = [...root.querySelectorAll('input')].filter(
      (field) => isOfGroup(field, group) && isOutsideIslands(field) && ![...old].some((node) => node.contains(field)),
    )
    const same = buttons.filter((button) => button.value === value)
    // Buttons without a value all have the same one.
    const chosen = same.includes(before) ? before : same[0]
    for (const button of buttons) button.checked = chosen ? button === chosen : button.defaultChecked
  }
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
