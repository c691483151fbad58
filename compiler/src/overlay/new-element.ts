/** Creates elements. Strings become text nodes, so that messages of errors are never parsed as HTML. */

type Content = Node | string | undefined

/** Creates an element. An attribute with a function, such as `onclick`, adds an event listener. */
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
