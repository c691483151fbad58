/** Short references of elements for an agent. An element always has the same reference. */

const refs = new WeakMap<Element, string>()
const elements = new Map<string, WeakRef<Element>>()

/** Returns a reference such as `e7`. */
export function getRef(element: Element): string {
  const known = refs.get(element)
  if (known !== undefined) return known
  const ref = `e${elements.size + 1}`
  refs.set(element, ref)
  elements.set(ref, new WeakRef(element))
  return ref
}

/** Returns the element while it is in the page. */
export function findElement(ref: string): Element | undefined {
  const element = elements.get(ref)?.deref()
  return element?.isConnected ? element : undefined
}
