/** A data store in the memory of this process. */
import type { DataStore, WindowCount } from '#contract/config/data.ts'
import { BoundedTable, type TableLimits } from './bounded-table.ts'
import { type StoreOptions, SWEEP_EVERY_MS, toMessage, toMilliseconds, toWhole } from './lifetime.ts'
import { openMemoryProposals } from './memory-proposals.ts'
import { Watchers } from './watchers.ts'

interface StoredValue {
  readonly text: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

interface Window {
  /** Times of the counted hits, oldest first. */
  readonly hits: number[]
  readonly expiresAt: number
}

interface MemoryOptions extends StoreOptions {
  /** Limits of each kind of entry: threads, tasks, counters and others. */
  readonly limits?: TableLimits
}

/** Sizes are UTF-16 code units; a counted hit has eight. */
const LIMITS: TableLimits = { maxEntries: 100_000, maxSize: 67_108_864 }
const HIT_SIZE = 8

/** New nonces are refused at the limit, because a dropped one would make a captured request valid again. */
const NONCES = 'nonce:'

/** Returns the owner in a key such as `thread:"ann":7`: a JSON string after the kind. Other keys of a kind have one owner. */
function readOwner(key: string): string | undefined {
  return /^[^:]*:("[^"\\]*(?:\\.[^"\\]*)*"):/s.exec(key)?.[1]
}

/** Opens a store in memory. */
export function openMemoryData({ now = Date.now, limits = LIMITS, log }: MemoryOptions = {}): DataStore {
  const measureKey = (key: string) => key.length
  const claims = new BoundedTable<{ readonly expiresAt: number }>({ ...limits, measure: measureKey })
  const values = new BoundedTable<StoredValue>({
    ...limits,
    measure: (key, { text }) => key.length + text.length,
    getOwner: readOwner,
  })
  const windows = new BoundedTable<Window>({
    ...limits,
    measure: (key, { hits }) => key.length + hits.length * HIT_SIZE,
  })
  const sums = new BoundedTable<{ readonly sum: number; readonly expiresAt: number }>({
    ...limits,
    measure: measureKey,
  })
  const watchers = new Watchers(log)
  let sweptAt = now()

  /** Returns the time. Removes expired data occasionally, so that unused keys don't accumulate. */
  const clock = (): number => {
    const at = now()
    if (at - sweptAt >= SWEEP_EVERY_MS) {
      sweptAt = at
      for (const table of [claims, values, windows, sums]) table.removeExpired(at)
    }
    return at
  }

  return {
    proposals: openMemoryProposals(limits),
    async claim(key, ttlMs) {
      const at = clock()
      const held = claims.get(key)
      const claim = { expiresAt: at + toMilliseconds(ttlMs) }
      if (held === undefined ? key.startsWith(NONCES) && !claims.hasRoom(key, claim) : held.expiresAt > at) return false
      claims.set(key, claim)
      return true
    },
    async hit(key, limit, windowMs) {
      const at = clock()
      const windowLength = toMilliseconds(windowMs)
      const { hits, expiresAt } = windows.get(key) ?? { hits: [], expiresAt: 0 }
      const count = countHit(hits, at, limit, windowLength)
      // A refused hit counts as a use too, so that the window of a refused caller doesn't become the oldest one.
      if (hits.length > 0) windows.set(key, { hits, expiresAt: count.allowed ? at + windowLength : expiresAt })
      return count
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
    async publish(channel, text) {
      watchers.deliver(channel, toMessage(text))
    },
    async watch(channel, onMessage, onGap) {
      const remove = watchers.add({ channel, onMessage, onGap })
      return async () => remove()
    },
    async ping() {},
    async close() {},
  }
}

/** Removes the hits that have left the window, and adds one at `at` if there is room for it. */
function countHit(hits: number[], at: number, limit: number, windowLength: number): WindowCount {
  const firstInside = hits.findIndex((hit) => hit > at - windowLength)
  hits.splice(0, firstInside === -1 ? hits.length : firstInside)
  const allowed = hits.length < limit
  if (allowed) hits.push(at)
  const oldest = hits[0]
  return {
    allowed,
    remaining: Math.max(0, limit - hits.length),
    resetMs: oldest === undefined ? 0 : oldest + windowLength - at,
  }
}
