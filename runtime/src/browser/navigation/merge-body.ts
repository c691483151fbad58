/**
 * Merges a newer version of the page into the document. Nodes of the server that are in both versions stay, with their focus,
 * selection, scroll position, typed text and opened details. So do islands. Loaded when a page is shown again.
 */
import { announcer } from './announce.ts'
import { findScripts, runScripts } from './body-scripts.ts'
import { type EndIslands, findPersistent, type KeptIslands, moveNode } from './kept-islands.ts'
import { keepIsland, type Merge, mergeRoot } from './merge-nodes.ts'
import { removeNode } from './remove-node.ts'

export { mergeSiblings } from './merge-nodes.ts'

/** What only pages with islands load. */
interface IslandParts {
  readonly endIslands: EndIslands
  getSlots(island: Element): readonly Element[]
}

/** Merges the body of `next` into that of the document. Returns the islands that stay. */
export function mergeBody({ body: next }: Document, islands: IslandParts | undefined, keepsKeys: boolean): KeptIslands {
  const { body, activeElement: focused } = document
  const scripts = findScripts(next)
  const persistent = findPersistent(next, 'fw-island:is([keep],[k])')
  const kept = new Map<Element, Element>()
  const getSlots = (island: Element) => islands?.getSlots(island) ?? []
  const merge: Merge = { kept, old: new Set(), keepsKeys, getSlots }
  mergeRoot(merge, body, next)
  // Islands with a name or a key also stay if they are elsewhere in the page.
  for (const [live, place] of persistent)
    if (!kept.has(live) && body.contains(place)) {
      moveNode(place.parentNode as Node & ParentNode, live, place) // it is in the body
      place.remove()
      keepIsland(merge, live, place)
    }
  islands?.endIslands(({ host }) => kept.has(host))
  for (const node of merge.old) if (node !== announcer && !kept.has(node as Element)) removeNode(node)
  runScripts(scripts)
  // A browser without `moveBefore` takes the focus from a node that it moves.
  if (focused?.isConnected && focused !== document.activeElement)
    (focused as HTMLElement).focus({ preventScroll: true }) // it had the focus
  return kept
}
