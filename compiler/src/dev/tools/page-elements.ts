/** The elements of a rendered page that a CSS selector matches, and the islands around them. */
import { is, selectAll } from 'css-select'
import { type AnyNode, type Element, isTag } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import { PLACE_ATTRIBUTE } from '#overlay/explain.ts'
import { createToolError } from './dev-tool.ts'
import type { RenderedElement } from './source-elements.ts'

export interface PageElement extends RenderedElement {
  /** The opening tag. */
  readonly markup: string
  /** `file:line:column` of the nearest element with bindings, up to its island; absent without one. */
  readonly marked?: { readonly place: string; readonly isOwn: boolean }
  /** Id of the component of the island whose code renders the element. */
  readonly island?: string
}

/** Returns the matching elements of a document. */
export function selectElements(html: string, selector: string): readonly PageElement[] {
  const document = parseDocument(html)
  try {
    return selectAll<AnyNode, Element>(selector, document).map(describeElement)
  } catch (error) {
    throw createToolError(`The selector ${JSON.stringify(selector)} is not valid: ${(error as Error).message}`) // css-what throws errors
  }
}

function describeElement(element: Element): PageElement {
  // The content of a slot doesn't belong to the island around it.
  const around = findAncestor(element, 'fw-island,fw-slot')
  const marked = findAncestor(element, `[${PLACE_ATTRIBUTE}]`)
  const isOwn = marked !== undefined && (around === undefined || isInside(marked, around))
  const island = around?.name === 'fw-island' ? around.attribs.c : undefined
  const place = isOwn ? marked.attribs[PLACE_ATTRIBUTE] : undefined
  return {
    tag: element.name,
    attributes: element.attribs,
    text: readText(element).replace(/\s+/g, ' ').trim(),
    markup: formatTag(element),
    ...(place !== undefined && { marked: { place, isOwn: marked === element } }),
    ...(island !== undefined && { island }),
  }
}

function findAncestor(from: Element, selector: string): Element | undefined {
  for (let at: AnyNode | null = from; at !== null; at = at.parent)
    if (isTag(at) && is<AnyNode, Element>(at, selector)) return at
  return undefined
}

function isInside(element: Element, around: Element): boolean {
  for (let at: AnyNode | null = element; at !== null; at = at.parent) if (at === around) return true
  return false
}

function readText(node: AnyNode): string {
  if ('data' in node) return node.type === 'text' ? node.data : ''
  return 'children' in node ? node.children.map(readText).join('') : ''
}

/** Characters of an opening tag. */
const MAX_TAG = 500

function formatTag({ name, attribs }: Element): string {
  const attributes = Object.entries(attribs).filter(([key]) => key !== PLACE_ATTRIBUTE && key !== 'data-hk')
  const text = `<${[name, ...attributes.map(([key, value]) => `${key}="${value}"`)].join(' ')}>`
  return text.length > MAX_TAG ? `${text.slice(0, MAX_TAG)} …` : text
}
