/** What a person has left in an element, where they are in it and how far it is scrolled, over new nodes for it in `fw dev`. */

interface KeptView {
  /** To the nodes that stand there now. `withText`: what was typed belongs to state that is still the same. */
  restore(withText: boolean): void
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Remembers what is in `root`. Nodes of slots stay the same; of others, those that are found again are given it. */
export function keepView(root: Element): KeptView {
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
      const again = (element: Element) => (root.contains(element) ? element : now.get(keys.get(element) ?? ''))
      for (const [key, field] of withText ? (typed as [string, Field][]) : []) copyField(field, now.get(key))
      for (const [element, left, top] of scrolled) again(element)?.scrollTo({ left, top, behavior: 'instant' })
      const target = focused && again(focused)
      if (target === undefined || target === document.activeElement) return
      ;(target as HTMLElement).focus({ preventScroll: true }) // what has no focus to give says nothing
      if (selection) setSelection(target, selection)
    },
  }
}

/** The island's own elements: by their id, else by what they are and how many of the kind come before. */
function indexElements(root: Element): ReadonlyMap<string, Element> {
  const found = new Map<string, Element>()
  for (const element of root.querySelectorAll('*')) {
    if (element.closest('fw-slot, fw-island') !== root) continue
    const kind = `${element.localName} ${element.getAttribute('type') ?? ''} ${element.getAttribute('name') ?? ''}`
    let key = element.id === '' ? kind : `${kind} #${element.id}`
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

/** What a component shows by itself is as it says; what only a person has written comes back. */
function copyField(from: Field, to: Element | undefined): void {
  if (to === undefined || !isField(to) || to.localName !== from.localName) return
  if (to instanceof HTMLSelectElement) to.value = from.value
  else if (!isTouched(to)) {
    to.value = from.value
    if (to instanceof HTMLInputElement) to.checked = (from as HTMLInputElement).checked // of the same kind
  }
}

type Selection = readonly [start: number | null, end: number | null, direction: 'forward' | 'backward' | 'none' | null]

/** Undefined for what has none, as a field for a number. */
function readSelection(element: Element): Selection | undefined {
  const { selectionStart, selectionEnd, selectionDirection } = element as HTMLInputElement // others have none of these
  return selectionStart == null ? undefined : [selectionStart, selectionEnd, selectionDirection]
}

function setSelection(element: Element, [start, end, direction]: Selection): void {
  if ('selectionStart' in element && element.selectionStart !== null)
    (element as HTMLInputElement).setSelectionRange(start, end, direction ?? 'none') // it has one
}
