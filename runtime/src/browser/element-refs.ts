/** Short names for elements, by which an agent says which one it means. The same element keeps its name. */

const refs = new WeakMap<Element, string>()
const elements = new Map<string, WeakRef<Element>>()

/** `e7`. */
export function getRef(element: Element): string {
  const known = refs.get(element)
  if (known !== undefined) return known
  const ref = `e${elements.size + 1}`
  refs.set(element, ref)
  elements.set(ref, new WeakRef(element))
  return ref
}

/** The element, while it is in the page. */
export function findElement(ref: string): Element | undefined {
  const element = elements.get(ref)?.deref()
  return element?.isConnected ? element : undefined
}
