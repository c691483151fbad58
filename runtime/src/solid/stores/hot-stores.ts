/**
 * Preserves the stores of a page when an edit reloads it. Any other visit starts with the server's state. Loaded only inside
 * `import.meta.hot`, so a build doesn't contain it.
 */

import type { HotMeta } from '../islands/report-failure.ts'
import { findValidator, type PersistedStore, readStoredState } from './store-storage.ts'

const PREFIX = 'fw-hot:'

/** Restores the state from before the reload, if its shape is still the same. Never rejects. */
export async function keepOverReload(store: Omit<PersistedStore, 'persist'>): Promise<void> {
  const key = PREFIX + store.alias
  const text = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  const validator = await findValidator(store)
  const { path, state } = JSON.parse(text ?? '{}') as { path?: string; state?: string } // written below
  const restored = path === location.pathname ? readStoredState(state ?? null, store.value(), validator) : undefined
  if (restored !== undefined) store.restore(restored)
  ;(import.meta as HotMeta).hot?.on('vite:beforeFullReload', () => {
    const value = store.value()
    const now = JSON.stringify(validator?.encode ? validator.encode(value) : value)
    sessionStorage.setItem(key, JSON.stringify({ path: location.pathname, state: now }))
  })
}
