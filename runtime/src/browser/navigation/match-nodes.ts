/** Finds the siblings of the document for those of a newer version of the page. */

import { SLOTS } from '#contract/page/slots.ts'
import { isPageData } from './body-scripts.ts'
import { identify } from './kept-islands.ts'
import { isUnique, type Keys, readFormName, readKey } from './match-keys.ts'
import { getMarkup } from './node-markup.ts'

/** Number of siblings among which the next match is looked for: an element may have been removed or inserted. */
const LOOK_AHEAD = 50

/**
 * Matches each node of `next` with at most one of `live`. First by the keys of siblings and by what is unique, also in another order; then by kind, in order;
 * then by name, between the nodes that are matched.
 */
export function matchNodes(
  live: readonly ChildNode[],
  next: readonly ChildNode[],
  keys: Keys,
  getSlots: (island: Element) => readonly Element[],
): Map<ChildNode, ChildNode> {
  const matches = new Map<ChildNode, ChildNode>()
  const used = new Set<ChildNode>()
  const canBe = (node: ChildNode, other: ChildNode) => !used.has(node) && isSameKind(node, other, getSlots)
  const match = (node: ChildNode | undefined, other: ChildNode) => {
    if (node === undefined) return
    matches.set(other, node)
    used.add(node)
  }
  const named = new Map(live.flatMap((node) => (node instanceof Element ? [[readKey(node), node] as const] : [])))
  for (const other of next) {
    const key = other instanceof Element && readKey(other)
    const node = key ? named.get(key) : undefined
    if (node && canBe(node, other)) match(node, other)
  }
  const owners = new Map(
    live.flatMap((node) =>
      keys
        .list(node)
        .filter(isUnique)
        .map((key) => [key, node] as const),
    ),
  )
  for (const other of next) {
    if (matches.has(other)) continue
    const node = keys
      .list(other)
      .filter(isUnique)
      .map((key) => owners.get(key))
      .find((one) => one && canBe(one, other))
    match(node, other)
  }
  for (const isAlike of [hasSameClass, () => true]) {
    let from = 0
    for (const [index, other] of next.entries()) {
      const known = matches.get(other)
      if (known === undefined) {
        const end = isAlike === hasSameClass ? from + LOOK_AHEAD : findEnd(live, next, index, matches)
        const found = live
          .slice(from, end)
          .find((node) => canBe(node, other) && isAlike(node, other) && fits(keys.list(node), keys.list(other)))
        match(found, other)
      }
      const now = matches.get(other)
      const at = now === undefined ? -1 : live.indexOf(now)
      if (at >= from) from = at + 1
    }
  }
  return matches
}

/** Returns the index of the node that is matched next. */
function findEnd(
  live: readonly ChildNode[],
  next: readonly ChildNode[],
  index: number,
  matches: ReadonlyMap<ChildNode, ChildNode>,
): number | undefined {
  const later = next.slice(index).find((other) => matches.has(other))
  return later === undefined ? undefined : live.indexOf(matches.get(later) as ChildNode) // it has one
}

/** Whether two nodes with these keys may be one: they share one, a unique one if there are any. */
function fits(one: readonly string[], other: readonly string[]): boolean {
  const hasUnique = one.some(isUnique) || other.some(isUnique)
  if (one.length === 0 && other.length === 0) return true
  return one.some((key) => (!hasUnique || isUnique(key)) && other.includes(key))
}

function hasSameClass(one: Node, other: Node): boolean {
  return !(one instanceof Element && other instanceof Element) || one.className === other.className
}

function isSameKind(one: Node, other: Node, getSlots: (island: Element) => readonly Element[]): boolean {
  if (!(one instanceof Element && other instanceof Element)) return one.nodeType === other.nodeType
  if (one.localName !== other.localName || readKey(one) !== readKey(other)) return false
  const isSame = (name: string) => one.getAttribute(name) === other.getAttribute(name)
  switch (one.localName) {
    case 'fw-island':
      // One that hasn't started has no state.
      return one.hasAttribute('ok') && identify(one) === identify(other) && hasSlots(getSlots(one), other)
    case 'form':
      return readFormName(one) === readFormName(other)
    case 'iframe':
    case 'img':
    case 'video':
    case 'audio':
      return isSame('src')
    case 'script':
      return getMarkup(one) === getMarkup(other) && !isPageData(one)
    default:
      return isSame('name') && isSame('type')
  }
}

/** Whether the island has every slot that it gets. */
function hasSlots(slots: readonly Element[], next: Element): boolean {
  const names = new Set(slots.map((slot) => slot.getAttribute('name')))
  return [...next.querySelectorAll<HTMLElement>(SLOTS)].every(
    (slot) =>
      slot.parentElement?.closest('fw-island') !== next || names.has(slot.dataset.slot ?? slot.getAttribute('name')),
  )
}
