/** The stores of this page in the browser. Doesn't import Solid, so that callers don't load it. */
import type { RenderedStore } from '#contract/page/store.ts'

/** The state of a store, and its actions as components call them. */
export type StoreParts = readonly [
  state: object,
  actions: Readonly<Record<string, (input?: unknown) => Promise<unknown>>>,
]

export interface LiveStore extends RenderedStore {
  /**
   * Returns a copy of the store, with its previewable actions only. They don't change the page.
   *
   * @param copyValue Copies the state. Throws for a state that can't be copied without a difference.
   */
  copy(copyValue: (state: object) => object): { readonly parts: StoreParts; value(): unknown }
  /**
   * Loads the code that `hydrate` needs because the state has changed. Returns `undefined` if it is loaded
   * already: call `hydrate` immediately, before the state can change.
   */
  prepare(): Promise<void> | undefined
  /**
   * Runs `mount` while the store has the state with which the server rendered. Restores the store's state afterwards.
   */
  hydrate(mount: () => void): void
  /**
   * Called when client-side navigation shows another page: resets a store that doesn't persist to the state of that
   * page.
   */
  showNewPage(): Promise<void>
}

/** Stores that the islands of the page share, by alias. Created when an island first uses them. */
export const liveStores: Map<string, LiveStore> = new Map()

/** States with which the server rendered this page, by alias. */
export const storeSeeds: Map<string, object> = new Map()

/** Stores by the result of `useStore()`. */
export const storeOfHandle: WeakMap<object, LiveStore> = new WeakMap()
