/**
 * Merges a newer version of a page into the document, in place. Only what has changed is touched, so the focus, scroll
 * positions, selections, typed values, playing media and opened details stay. Small, because a live page without islands loads
 * nothing else for it; pages with islands use the merge of the navigation.
 */
import type { LiveRegion } from '#contract/page/live-page.ts'

type AnyNode = ChildNode & Partial<Pick<HTMLElement, 'getAttribute' | 'outerHTML'>>

/** Returns the complete content of a node. Each render of a form has another key. */
function readContent(node: AnyNode): string {
  return node.outerHTML?.replace(/(fw:key" value=")[^"]+/g, '$1') ?? readKind(node)
}

/**
 * Returns what two nodes must share to be one. An element with a key is never another one, and neither is a form with other hidden
 * fields: in a list of forms that pay, a draft must not pay for another row. A choice has its value. A script has its URL and text:
 * one that a policy has refused would run with another URL. A form's fields can hide its property `id`.
 */
function readKind(node: AnyNode): string {
  return [
    node.nodeName,
    node.nodeValue,
    ...['id', 'data-key', 'type', 'name'].map((name) => node.getAttribute?.(name)),
    isChoice(node) && node.getAttribute?.('value'),
    node.nodeName === 'SCRIPT' && `${node.getAttribute?.('src')} ${node.textContent}`,
    node.nodeName === 'FORM' &&
      [...(node as HTMLElement).querySelectorAll<HTMLElement>('[type=hidden]')].map(readContent),
  ].join()
}

/**
 * A user decides whether these are open. The nonce of a document isn't in its attributes. A form is busy while it is being sent, and
 * its key, which has a value unless it is a shared page, allows one run.
 */
const KEPT = / (open|nonce)$|^FORM.*busy$|fw:key value$/

/** Whether a node is an option, or a button or box of choices. */
function isChoice(node: AnyNode): boolean {
  return node.nodeName === 'OPTION' || /^(?:radio|checkbox)$/i.test(node.getAttribute?.('type') ?? '')
}

/** Returns the children of a node as a region. */
export function toRegion(node: Node): LiveRegion {
  const parent = node.nodeName === 'TEMPLATE' ? (node as HTMLTemplateElement).content : node
  return { name: '', parent: parent as Element, nodes: [...parent.childNodes], end: null }
}

/** Merges a region of a newer version. Nodes with the same content are one, then nodes of the same kind. */
export function mergeRegions({ parent, nodes: all, end }: LiveRegion, { nodes: allNext }: LiveRegion): void {
  // The parser of a newer version has no scripts, so it makes elements of the content of `<noscript>`, which would be active here.
  const [nodes = [], next = []] = [all, allNext].map((list) => list.filter(({ nodeName }) => nodeName !== 'NOSCRIPT'))
  const rest = new Set(nodes)
  const matches = new Map<ChildNode, ChildNode>()
  for (const read of [readContent, readKind]) {
    const found: Record<string, ChildNode[]> = {}
    for (const node of rest) {
      const name = read(node)
      found[name] ??= []
      found[name].push(node)
    }
    for (const node of next) {
      const match = !matches.has(node) && found[read(node)]?.shift()
      if (match) {
        matches.set(node, match)
        rest.delete(match)
      }
    }
  }
  for (const node of rest) parent.removeChild(node)
  let place = nodes.find((node) => node.parentNode) ?? end
  for (const node of next as (ChildNode & HTMLElement)[]) {
    const match = matches.get(node) as HTMLElement | undefined // a text is equal
    const live = match ?? (node.cloneNode() as HTMLElement)
    // A move keeps the focus and playback, where the browser supports it.
    const how = match && 'moveBefore' in parent ? 'moveBefore' : 'insertBefore'
    // Users edit their own text.
    if (readContent(live) !== readContent(node) && !match?.isContentEditable) {
      // A field that the user hasn't changed follows its attributes.
      for (const name of [...live.getAttributeNames(), ...node.getAttributeNames()]) {
        const value = node.getAttribute(name)
        if (value === live.getAttribute(name) || KEPT.test(`${live.nodeName} ${live.getAttribute('name')} ${name}`))
          continue
        if (value === null) live.removeAttribute(name)
        else live.setAttribute(name, value)
      }
      mergeRegions(toRegion(live), toRegion(node))
    }
    // The node at this place is a later one now: all others stay where they are.
    if (place !== end && place?.nextSibling === live) {
      parent[how](place, end)
      place = live
    }
    if (live === place) place = live.nextSibling
    else parent[how](live, place)
  }
}
