/** Ends mounted islands when their page goes: effects stop, and what they cleaned up is cleaned up. */
import { createRoot, getOwner, type Owner, sharedConfig } from 'solid-js'
import { foreignIslands } from './foreign-islands.ts'
import { islandOwners } from './live-intents.ts'

/** `isKept` is asked for the id of each. */
export function disposeIslands(isKept: (id: string) => boolean): void {
  const ended: Owner[] = []
  for (const [owner, { id }] of islandOwners) if (!isKept(id)) ended.push(owner as Owner) // mountIsland puts nothing else in
  createRoot((dispose) => {
    // A root ends what it owns (solid-js 1.9.19, cleanNode), so that no island has to keep its own way out.
    const root = getOwner()
    if (root) root.owned = ended as typeof root.owned // a root is as good as a computation there
    dispose()
  })
  for (const owner of ended) islandOwners.delete(owner)
  for (const island of foreignIslands)
    if (!isKept(island.id)) {
      foreignIslands.delete(island)
      island.end()
    }
  // Nodes that nobody claimed while hydrating.
  const { registry } = sharedConfig as unknown as { registry?: Map<string, Element> } // its types leave it out
  registry?.clear()
}
