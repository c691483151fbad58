/** Disposes mounted islands when the browser leaves their page: effects stop, and cleanup functions run. */
import { createRoot, getOwner, type Owner, sharedConfig } from 'solid-js'
import { foreignIslands } from './foreign-islands.ts'
import { islandOwners } from './live-intents.ts'

/** Disposes all islands but those for which `isKept` returns `true`. */
export function disposeIslands(isKept: (island: { readonly id: string; readonly host: Element }) => boolean): void {
  const ended: Owner[] = []
  for (const [owner, island] of islandOwners) if (!isKept(island)) ended.push(owner as Owner) // mountIsland adds only owners
  createRoot((dispose) => {
    // A root disposes the owners in `owned` (solid-js 1.9.19, cleanNode), so islands need no dispose function each.
    const root = getOwner()
    if (root) root.owned = ended as typeof root.owned // Solid treats roots as it treats computations
    dispose()
  })
  for (const owner of ended) islandOwners.delete(owner)
  for (const island of foreignIslands)
    if (!isKept(island)) {
      foreignIslands.delete(island)
      island.end()
    }
  // Nodes that hydration didn't claim.
  const { registry } = sharedConfig as unknown as { registry?: Map<string, Element> } // missing in Solid's types
  registry?.clear()
}
