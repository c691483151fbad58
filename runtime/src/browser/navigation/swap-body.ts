/** The body of the document becomes that of the next page. Islands that are kept move into it as they are. */
import { adoptNode } from './adopt-node.ts'
import { announcer } from './announce.ts'

/** By id: a live island that stays, and its place in the next page. */
export type KeptIslands = ReadonlyMap<string, readonly [live: Element, place: Element]>

/** Calls `endIslands` with the islands that stay before anything moves, and returns them. */
export function swapBody({ body: next }: Document, endIslands: (kept: KeptIslands) => void): KeptIslands {
  const { body } = document
  const kept = keptIslands(next)
  // What the browser fetches ahead by itself is of no use to a document that fetches.
  next.querySelector('#fw-speculation')?.remove()
  const scripts = [...next.querySelectorAll('script')].map((node) => [node, adoptNode(node)] as const)
  endIslands(kept)
  const old = new Set<Node | undefined>(body.childNodes)
  old.delete(announcer)
  body.append(...next.childNodes)
  for (const [live, place] of kept.values())
    if (place.isConnected) {
      move(live, place)
      old.delete(live)
    }
  for (const node of old) (node as ChildNode).remove() // there is no other
  for (const [node, made] of scripts) if (node.isConnected) node.replaceWith(made)
  return kept
}

function keptIslands(next: Element): KeptIslands {
  const found = new Map<string, readonly [Element, Element]>()
  for (const place of next.querySelectorAll('fw-island[keep]')) {
    const id = place.getAttribute('i') as string // islands have one
    const live = document.querySelector(`fw-island[ok][i="${id}"]`)
    if (live?.getAttribute('c') === place.getAttribute('c') && live) found.set(id, [live, place])
  }
  return found
}

function move(live: Element, place: Element): void {
  const parent = place.parentNode as Node & ParentNode // it is connected
  // Keeps a video playing and the focus where it is, where browsers can.
  parent['moveBefore' in parent ? 'moveBefore' : 'insertBefore'](live, place)
  place.remove()
}
