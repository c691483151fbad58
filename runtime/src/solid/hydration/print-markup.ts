/** Markup for a person to compare: without the attributes and comments of hydration, and short. */

/** Attributes that hydration and `fw dev` add. */
const OWN_ATTRIBUTES: ReadonlySet<string> = new Set(['data-hk', 'data-fw-at'])
const MAX_LENGTH = 500

/** A piece of content, in order: an element or a text. */
export type Part = Element | string

/** The opening tag; `changed` replaces attributes, and removes one with `null`. */
export function printTag(element: Element, changed: Readonly<Record<string, string | null>> = {}): string {
  const attributes = new Map(
    [...element.attributes].filter(({ name }) => !OWN_ATTRIBUTES.has(name)).map(({ name, value }) => [name, value]),
  )
  for (const [name, value] of Object.entries(changed))
    if (value === null) attributes.delete(name)
    else attributes.set(name, value)
  const printed = [...attributes].map(([name, value]) => (value === '' ? ` ${name}` : ` ${name}="${value}"`))
  return `<${element.localName}${printed.join('')}>`
}

/** An element with these children. Elements among them are not opened. The island itself is not shown. */
export function printElement(element: Element, children: readonly Part[]): string {
  const content = children.map((part) => (typeof part === 'string' ? part : printShort(part))).join('')
  if (element.localName === 'fw-island') return cut(content === '' ? '(nothing)' : content)
  return cut(`${printTag(element)}${content}</${element.localName}>`)
}

/** An element with all that is in it. */
export function printWhole(element: Element): string {
  const copy = document.createElement('template').content.appendChild(element.cloneNode(true)) as Element // a copy of one
  const walker = document.createTreeWalker(copy, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_COMMENT)
  const comments: Node[] = []
  for (let node: Node | null = copy; node !== null; node = walker.nextNode())
    if (node instanceof Element) for (const name of OWN_ATTRIBUTES) node.removeAttribute(name)
    else comments.push(node)
  for (const comment of comments) comment.parentNode?.removeChild(comment)
  return cut(copy.outerHTML)
}

/** The elements and texts among nodes; neighbouring texts are one. */
export function listParts(nodes: Iterable<Node>): readonly Part[] {
  const parts: Part[] = []
  for (const node of nodes)
    if (node instanceof Element) parts.push(node)
    else if (node instanceof Text) parts.push(node.data)
  return joinTexts(parts)
}

/** Neighbouring texts become one, and empty ones nothing. */
export function joinTexts(parts: readonly Part[]): readonly Part[] {
  const joined: Part[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (part === '') continue
    if (typeof part === 'string' && typeof last === 'string') joined[joined.length - 1] = last + part
    else joined.push(part)
  }
  return joined
}

function printShort(element: Element): string {
  return element.childNodes.length === 0 ? printTag(element) : `${printTag(element)}…</${element.localName}>`
}

function cut(markup: string): string {
  return markup.length > MAX_LENGTH ? `${markup.slice(0, MAX_LENGTH)}…` : markup
}
