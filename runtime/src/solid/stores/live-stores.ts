/** The stores of this page in the browser. Without Solid, so that whoever reads them needs none. */
import type { RenderedStore } from '#contract/page/store.ts'

export interface LiveStore extends RenderedStore {
  /** The state and the actions over a copy of the store: what they do to it, the page does not see. */
  copy(): readonly [state: object, actions: Readonly<Record<string, (input?: unknown) => Promise<unknown>>>]
  /** Runs `mount` while the store shows what the server rendered with; then the store is what it was. */
  hydrate(mount: () => void): void
  /** Another page is shown: begins again with its seed, unless the store outlives pages. */
  turnPage(): void
}

/** Alias -> the one store that all islands of the page share; there once an island used it. */
export const liveStores: Map<string, LiveStore> = new Map()

/** Alias -> what the server rendered this page with. */
export const storeSeeds: Map<string, object> = new Map()

/** What `useStore()` returned -> its store. */
export const storeOfHandle: WeakMap<object, LiveStore> = new WeakMap()
