/** Prints short markup for people to compare, without the attributes and comments of hydration. */

/** Attributes that hydration and `fw dev` add. */
const OWN_ATTRIBUTES: ReadonlySet<string> = new Set(['data-hk', 'data-fw-at'])
const MAX_LENGTH = 500

/** A piece of content, in order: an element or a text. */
export type Part = Element | string

/** Returns the opening tag; `changed` replaces attributes, or removes them with `null`. */
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

/** Returns an element with these children. The content of child elements is omitted, and so is the tag of the island. */
export function printElement(element: Element, children: readonly Part[]): string {
  const content = children.map((part) => (typeof part === 'string' ? part : printShort(part))).join('')
  if (element.localName === 'fw-island') return cut(content === '' ? '(nothing)' : content)
  return cut(`${printTag(element)}${content}</${element.localName}>`)
}

/** Returns an element with its whole content. */
export function printWhole(element: Element): string {
  const copy = document.createElement('template').content.appendChild(element.cloneNode(true)) as Element // a clone of an element
  const walker = document.createTreeWalker(copy, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_COMMENT)
  const comments: Node[] = []
  for (let node: Node | null = copy; node !== null; node = walker.nextNode())
    if (node instanceof Element) for (const name of OWN_ATTRIBUTES) node.removeAttribute(name)
    else comments.push(node)
  for (const comment of comments) comment.parentNode?.removeChild(comment)
  return cut(copy.outerHTML)
}

/** Returns the elements and texts of a list of nodes, with adjacent texts joined. */
export function listParts(nodes: Iterable<Node>): readonly Part[] {
  const parts: Part[] = []
  for (const node of nodes)
    if (node instanceof Element) parts.push(node)
    else if (node instanceof Text) parts.push(node.data)
  return joinTexts(parts)
}

/** Joins adjacent texts and removes empty texts. */
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
