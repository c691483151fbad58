/**
 * Cleans up after a page with islands when another page is shown. Loaded by the first navigation away from such a
 * page.
 */
import { disposeIslands } from '#solid/islands/dispose-islands.ts'
import { liveStores, storeSeeds } from '#solid/stores/live-stores.ts'
import type { KeptIslands } from './swap-body.ts'

/** Ends all islands except these and the ones in their slots (`<id>.<n>`). */
export function endIslands(kept: KeptIslands): void {
  disposeIslands((id) => kept.has(id.replace(/\..*/, '')))
  storeSeeds.clear()
}

/**
 * Sets the stores to the state of the new page, except persistent ones, and gives the preserved islands their new
 * props.
 */
export async function renewState(kept: KeptIslands): Promise<void> {
  await renewStores()
  if (kept.size > 0) await (await import('./renew-props.ts')).renewProps(kept)
}

async function renewStores(): Promise<void> {
  if (liveStores.size === 0) return
  const { readStoreSeeds } = await import('../islands/store-seeds.ts')
  await readStoreSeeds()
  await Promise.all(Array.from(liveStores.values(), (store) => store.showNewPage()))
}
