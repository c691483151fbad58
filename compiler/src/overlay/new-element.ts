/** Elements with what is in them. Texts are texts: what an error says is never read as HTML. */

type Content = Node | string | undefined

/** Attributes by name; a function is the listener of its event, `onclick` as in HTML. */
export function newElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | (() => void) | undefined>> = {},
  ...content: readonly Content[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes))
    if (typeof value === 'function') element.addEventListener(key.slice(2), value)
    else if (value !== undefined) element.setAttribute(key, value)
  element.append(...content.filter((part) => part !== undefined))
  return element
}
