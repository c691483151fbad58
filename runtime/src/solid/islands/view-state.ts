/** Preserves typed text, focus, selection and scroll positions of an element while `fw dev` replaces its nodes. */

interface ViewState {
  /** Applies the stored view to the current nodes. `withText`: restores typed text too, because the state is preserved. */
  restore(withText: boolean): void
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Stores the view of `root`. Nodes of slots stay the same; other nodes are found by their kind and order. */
export function storeView(root: Element): ViewState {
  const { activeElement } = document
  const focused = activeElement !== null && root.contains(activeElement) ? activeElement : undefined
  const selection = focused && readSelection(focused)
  const before = indexElements(root)
  const keys = new Map([...before].map(([key, element]) => [element, key]))
  const scrolled = [...root.querySelectorAll('*')].flatMap((element) =>
    element.scrollTop || element.scrollLeft ? [[element, element.scrollLeft, element.scrollTop] as const] : [],
  )
  const typed = [...before].flatMap(([key, element]) =>
    isField(element) && isTouched(element) ? [[key, element]] : [],
  )
  return {
    restore(withText) {
      const now = indexElements(root)
      const findCurrent = (element: Element) => (root.contains(element) ? element : now.get(keys.get(element) ?? ''))
      for (const [key, field] of withText ? (typed as [string, Field][]) : []) copyField(field, now.get(key))
      for (const [element, left, top] of scrolled) findCurrent(element)?.scrollTo({ left, top, behavior: 'instant' })
      const target = focused && findCurrent(focused)
      if (target === undefined || target === document.activeElement) return
      ;(target as HTMLElement).focus({ preventScroll: true }) // has no effect on elements without focus
      if (selection) setSelection(target, selection)
    },
  }
}

/** Returns the island's own elements by kind and id, or by kind and number. */
function indexElements(root: Element): ReadonlyMap<string, Element> {
  const found = new Map<string, Element>()
  for (const element of root.querySelectorAll('*')) {
    if (element.closest('fw-slot, fw-island') !== root) continue
    const kind = `${element.localName} ${element.getAttribute('type') ?? ''} ${element.getAttribute('name') ?? ''}`
    // A field with the name `id` hides that property of its form.
    const id = element.getAttribute('id')
    let key = id ? `${kind} #${id}` : kind
    for (let count = 1; found.has(key); count++) key = `${kind} ${count}`
    found.set(key, element)
  }
  return found
}

function isField(element: Element): element is Field {
  return /^(?:input|textarea|select)$/.test(element.localName)
}

function isTouched(field: Field): boolean {
  if (field instanceof HTMLSelectElement) return true
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue
  return field.type !== 'file' && (field.value !== field.defaultValue || field.checked !== field.defaultChecked)
}

/** Copies a typed value. A value that the component sets itself stays. */
function copyField(from: Field, to: Element | undefined): void {
  if (to === undefined || !isField(to) || to.localName !== from.localName) return
  if (to instanceof HTMLSelectElement) to.value = from.value
  else if (!isTouched(to)) {
    to.value = from.value
    if (to instanceof HTMLInputElement) to.checked = (from as HTMLInputElement).checked // same `localName`
  }
}

type Selection = readonly [start: number | null, end: number | null, direction: 'forward' | 'backward' | 'none' | null]

/** Returns undefined for elements without a selection, such as a number field. */
function readSelection(element: Element): Selection | undefined {
  const { selectionStart, selectionEnd, selectionDirection } = element as HTMLInputElement // undefined on other elements
  return selectionStart == null ? undefined : [selectionStart, selectionEnd, selectionDirection]
}

function setSelection(element: Element, [start, end, direction]: Selection): void {
  if ('selectionStart' in element && element.selectionStart !== null)
    (element as HTMLInputElement).setSelectionRange(start, end, direction ?? 'none') // checked above
}
