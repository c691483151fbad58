/**
 * Ends the islands of a page when another page is shown, and gives the islands that stay the state of that page. Loaded by the first
 * navigation away from a page with islands.
 */
import { disposeIslands } from '#solid/islands/dispose-islands.ts'
import { liveStores, storeSeeds } from '#solid/stores/live-stores.ts'
import type { KeptIslands } from './kept-islands.ts'

export { disposeIslands }

/** Sets the stores to the state of another page, except persistent ones, and gives the islands that stay their new props. */
export async function renewState(kept: KeptIslands): Promise<void> {
  storeSeeds.clear()
  await renewStores(() => true)
  if (kept.size > 0) await (await import('./renew-props.ts')).renewProps(kept)
}

/** Sets the stores for which `isChanged` returns `true` to the state of the page. */
export async function renewStores(isChanged: (alias: string) => boolean): Promise<void> {
  if (liveStores.size === 0) return
  const { readStoreSeeds } = await import('../islands/store-seeds.ts')
  await readStoreSeeds()
  await Promise.all(Array.from(liveStores, ([alias, store]) => isChanged(alias) && store.showNewPage()))
}
