/** Replaces the body of the document by that of the next page. Preserved islands are moved unchanged. */
import { announcer } from './announce.ts'
import { findScripts, runScripts } from './body-scripts.ts'
import type { EndIslands, KeptIslands } from './kept-islands.ts'
import { findPersistent, moveNode } from './kept-islands.ts'

/** Replaces the body. Calls `endIslands` before anything moves. Returns the preserved islands. */
export function swapBody({ body: next }: Document, endIslands: EndIslands | undefined): KeptIslands {
  const { body } = document
  const kept = findPersistent(next, 'fw-island[keep]')
  const scripts = findScripts(next)
  const ids = new Set(Array.from(kept.keys(), (live) => live.getAttribute('i')))
  // Islands in the slots of others are called `<id>.<n>`, also in a slot that isn't shown.
  endIslands?.(({ id }) => ids.has(id.replace(/\..*/, '')))
  const old = new Set<Node | undefined>(body.childNodes)
  old.delete(announcer)
  body.append(...next.childNodes)
  for (const [live, place] of kept)
    if (place.isConnected) {
      moveNode(place.parentNode as Node & ParentNode, live, place) // it is connected
      place.remove()
      old.delete(live)
    }
  // A field with the name `remove` hides that method of its form.
  for (const node of old) body.removeChild(node as Node) // all of them are nodes
  runScripts(scripts)
  return kept
}
