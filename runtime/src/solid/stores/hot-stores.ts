/**
 * Keeps the stores of a page over a reload that an edit makes; a visit of the page begins with what the server says, as ever.
 * Only ever loaded behind `import.meta.hot`: no build has it.
 */

import type { HotMeta } from '../islands/tell-failure.ts'
import { findValidator, type KeptStore, readStoredState } from './store-storage.ts'

const PREFIX = 'fw-hot:'

/** Gives the store what it held before the reload, when its shape is still the same. Never rejects. */
export async function keepOverReload(store: Omit<KeptStore, 'persist'>): Promise<void> {
  const key = PREFIX + store.alias
  const text = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  const validator = await findValidator(store)
  const { path, state } = JSON.parse(text ?? '{}') as { path?: string; state?: string } // written below
  const kept = path === location.pathname ? readStoredState(state ?? null, store.value(), validator) : undefined
  if (kept !== undefined) store.restore(kept)
  ;(import.meta as HotMeta).hot?.on('vite:beforeFullReload', () => {
    const value = store.value()
    const now = JSON.stringify(validator?.encode ? validator.encode(value) : value)
    sessionStorage.setItem(key, JSON.stringify({ path: location.pathname, state: now }))
  })
}
