/** Attributes of an island as the server sent them: a `ref` may change them before Solid sets its own. */

const attributes = new WeakMap<Element, ReadonlyMap<string, string>>()

/** Stores the attributes of all elements of an island that is about to hydrate. */
export function storeAttributes(island: Element): void {
  for (const element of island.querySelectorAll('*'))
    attributes.set(element, new Map([...element.attributes].map(({ name, value }) => [name, value])))
}

/** Returns an attribute as the server sent it, or its current value for an element that arrived later. */
export function getSentAttribute(element: Element, name: string): string | null {
  const sent = attributes.get(element)
  return sent === undefined ? element.getAttribute(name) : (sent.get(name) ?? null)
}
