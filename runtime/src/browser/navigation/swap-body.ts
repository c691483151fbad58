/** Replaces the body of the document by that of the next page. Preserved islands are moved unchanged. */
import { adoptNode } from './adopt-node.ts'
import { announcer } from './announce.ts'

/** Preserved islands by id: the live island, and its place in the next page. */
export type KeptIslands = ReadonlyMap<string, readonly [live: Element, place: Element]>

/** Replaces the body. Calls `endIslands` with the preserved islands before anything moves, and returns them. */
export function swapBody({ body: next }: Document, endIslands: (kept: KeptIslands) => void): KeptIslands {
  const { body } = document
  const kept = keptIslands(next)
  // The browser's own prefetches are useless for a document that fetches its pages.
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
  for (const node of old) (node as ChildNode).remove() // all of them are of this kind
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
  // A video keeps playing and the focus stays, if the browser supports it.
  parent['moveBefore' in parent ? 'moveBefore' : 'insertBefore'](live, place)
  place.remove()
}
