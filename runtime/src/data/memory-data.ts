/** A data store in the memory of this process. */
import type { DataStore } from '#contract/config/data.ts'
import { type StoreOptions, SWEEP_EVERY_MS, toMilliseconds, toWhole } from './lifetime.ts'
import { createMemoryProposalStore } from './memory-proposals.ts'

interface StoredValue {
  readonly text: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

interface Window {
  /** Times of the counted hits, oldest first. */
  readonly hits: number[]
  expiresAt: number
}

/** Opens a store in memory. */
export function openMemoryData({ now = Date.now }: StoreOptions = {}): DataStore {
  const claims = new Map<string, { readonly expiresAt: number }>()
  const values = new Map<string, StoredValue>()
  const windows = new Map<string, Window>()
  const sums = new Map<string, { readonly sum: number; readonly expiresAt: number }>()
  let sweptAt = now()

  /** Returns the time. Removes expired data occasionally, so that unused keys don't accumulate. */
  const clock = (): number => {
    const at = now()
    if (at - sweptAt >= SWEEP_EVERY_MS) {
      sweptAt = at
      for (const table of [claims, values, windows, sums])
        for (const [key, { expiresAt }] of table) if (expiresAt <= at) table.delete(key)
    }
    return at
  }

  return {
    proposals: createMemoryProposalStore(),
    async claim(key, ttlMs) {
      const at = clock()
      const held = claims.get(key)
      if (held !== undefined && held.expiresAt > at) return false
      claims.set(key, { expiresAt: at + toMilliseconds(ttlMs) })
      return true
    },
    async hit(key, limit, windowMs) {
      const at = clock()
      const windowLength = toMilliseconds(windowMs)
      const window = windows.get(key) ?? { hits: [], expiresAt: 0 }
      const { hits } = window
      const firstInside = hits.findIndex((hit) => hit > at - windowLength)
      hits.splice(0, firstInside === -1 ? hits.length : firstInside)
      const allowed = hits.length < limit
      if (allowed) {
        hits.push(at)
        window.expiresAt = at + windowLength
        windows.set(key, window)
      }
      const oldest = hits[0]
      return {
        allowed,
        remaining: Math.max(0, limit - hits.length),
        resetMs: oldest === undefined ? 0 : oldest + windowLength - at,
      }
    },
    async add(key, amount, ttlMs) {
      const at = clock()
      const held = sums.get(key)
      const current =
        held !== undefined && held.expiresAt > at ? held : { sum: 0, expiresAt: at + toMilliseconds(ttlMs) }
      const sum = current.sum + toWhole(amount)
      sums.set(key, { ...current, sum })
      return sum
    },
    async read(key) {
      const value = values.get(key)
      return value === undefined || value.expiresAt <= clock() ? undefined : value.text
    },
    async write(key, text, ttlMs) {
      values.set(key, { text, expiresAt: clock() + toMilliseconds(ttlMs) })
    },
    async remove(key) {
      values.delete(key)
    },
    async ping() {},
    async close() {},
  }
}
