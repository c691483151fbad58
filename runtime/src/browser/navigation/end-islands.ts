/** What a page with islands leaves behind when another is shown. Loaded by the first navigation away from one. */
import { disposeIslands } from '#solid/dispose-islands.ts'
import { liveStores, storeSeeds } from '#solid/live-stores.ts'

/** Ends all islands but those with these ids, and those in their slots (`<id>.<n>`). */
export function endIslands(kept: ReadonlySet<string>): void {
  disposeIslands((id) => kept.has(id.replace(/\..*/, '')))
  storeSeeds.clear()
}

/** Stores begin again with what the server rendered the new page with, except those that outlive pages. */
export async function renewStores(): Promise<void> {
  if (liveStores.size === 0) return
  const { readStoreSeeds } = await import('../store-seeds.ts')
  await readStoreSeeds()
  for (const store of liveStores.values()) store.turnPage()
}
