/** Merges nodes of a newer version of the page into those of the document. */

import { FORM_KEY } from '#contract/page/form.ts'
import { SLOTS } from '#contract/page/slots.ts'
import { moveNode, readChildNodes } from './kept-islands.ts'
import { type Keys, readKeys, toParent } from './match-keys.ts'
import { matchNodes } from './match-nodes.ts'
import { findChoices, findDrafts, isOutsideIslands, mergeField, restoreChoices } from './merge-fields.ts'
import { takeContent } from './take-content.ts'

/** One merge of a page. */
export interface Merge {
  /** Islands that stay, each with its place in the newer version. */
  readonly kept: Map<Element, Element>
  /** Nodes of the document that are not in the newer version. */
  readonly old: Set<ChildNode>
  /** Whether the keys of forms stay. A navigation may follow a form that has run, whose key is used up. */
  readonly keepsKeys: boolean
  getSlots(island: Element): readonly Element[]
}

/** A part of the page outside of islands: the body, or a slot. */
interface Part extends Merge {
  readonly keys: Keys
  /** Fields that a user has changed. */
  readonly drafts: ReadonlySet<Element>
}

/** Merges the children of `next` into `live`. */
export function mergeRoot(merge: Merge, live: Element, next: ParentNode & Node): void {
  mergeSiblings(merge, live, { live: [...readChildNodes(live)], next: [...readChildNodes(next)], end: null })
}

/** Siblings that are merged, and the node after the live ones. */
interface Siblings {
  readonly live: readonly ChildNode[]
  readonly next: readonly ChildNode[]
  readonly end: Node | null
}

/** Merges some children of `parent`. */
export function mergeSiblings(merge: Merge, parent: Node & ParentNode, siblings: Siblings): void {
  const keys = readKeys(toParent(siblings.live), toParent(siblings.next))
  const drafts = findDrafts(parent, isOutsideIslands)
  const choices = findChoices(drafts)
  mergeLists({ ...merge, keys, drafts }, parent, siblings)
  restoreChoices(parent, choices, merge.old)
}

function mergeChildren(part: Part, live: ParentNode & Node, next: ParentNode & Node): void {
  mergeLists(part, live, { live: [...readChildNodes(live)], next: [...readChildNodes(next)], end: null })
}

function mergeLists(part: Part, parent: Node & ParentNode, { live: nodes, next: nextNodes, end }: Siblings): void {
  const matches = matchNodes(nodes, nextNodes, part.keys, part.getSlots)
  const used = new Set(matches.values())
  for (const node of nodes) if (!used.has(node)) part.old.add(node)
  let place: Node | null = nodes[0] ?? end
  for (const nextNode of nextNodes) {
    const node = matches.get(nextNode) ?? nextNode
    if (node !== nextNode) mergeNode(part, node, nextNode)
    // Old nodes stay until the islands in them have ended.
    while (place && part.old.has(place as ChildNode)) place = place.nextSibling
    if (node === place) place = place.nextSibling
    else moveNode(parent, node, place)
  }
}

function mergeNode(part: Part, live: ChildNode, next: ChildNode): void {
  if (!(live instanceof Element && next instanceof Element)) {
    if (live.nodeValue !== next.nodeValue) live.nodeValue = next.nodeValue
  } else if (live.localName === 'fw-island') keepIsland(part, live, next)
  else if (live.localName === 'template') live.replaceWith(next)
  // Users edit their own text. Islands in it have to be kept one by one.
  else if ((live as HTMLElement).isContentEditable && !live.querySelector('fw-island')) return
  else if (!live.isEqualNode(next) || live.querySelector('fw-island,template')) {
    mergeAttributes(live, next, part.keepsKeys)
    mergeField(live, part.drafts, () => mergeChildren(part, live, next))
  }
}

/** Keeps an island, and merges the content of its slots. Its props are changed later. */
export function keepIsland(merge: Merge, live: Element, next: Element): void {
  merge.kept.set(live, next)
  for (const name of ['i', 's', 'on']) {
    const value = next.getAttribute(name)
    if (value === null) live.removeAttribute(name)
    else live.setAttribute(name, value)
  }
  const nextSlots = [...next.querySelectorAll<HTMLElement>(SLOTS)].filter(
    (slot) => slot.parentElement?.closest('fw-island') === next,
  )
  for (const slot of merge.getSlots(live)) {
    const name = slot.getAttribute('name')
    const own = nextSlots.find((one) => (one.dataset.slot ?? one.getAttribute('name')) === name)
    mergeRoot(merge, slot, own instanceof HTMLTemplateElement ? takeContent(own) : (own ?? new DocumentFragment()))
  }
}

/** Whether a details element or a dialog is open is up to the user. A form is busy while it is being sent. */
const OF_USER = /^(?:(?:details|dialog) open|form aria-busy)$/

function mergeAttributes(live: Element, next: Element, keepsKeys: boolean): void {
  const hasOwnKey =
    live.localName === 'input' &&
    live.matches(`input[name="${FORM_KEY}"]:not([value=""])`) &&
    (keepsKeys || live.closest('form[aria-busy=true]') !== null)
  const isOwn = (name: string) =>
    name === 'nonce' || OF_USER.test(`${live.localName} ${name}`) || (hasOwnKey && name === 'value')
  for (const name of live.getAttributeNames()) if (!next.hasAttribute(name) && !isOwn(name)) live.removeAttribute(name)
  for (const name of next.getAttributeNames()) {
    const value = next.getAttribute(name) as string // it has it
    if (live.getAttribute(name) !== value && !isOwn(name)) live.setAttribute(name, value)
  }
}
