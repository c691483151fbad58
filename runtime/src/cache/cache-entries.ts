/**
 * A cache with stale-while-revalidate: returns fresh values, and stale values while a new one is created. Concurrent
 * requests for a key share one creation. Used for pages and for `cached` functions.
 */
import { LRUCache } from 'lru-cache'
import { waitUntil } from '#contract/wait-until.ts'
import type { Versions } from './live-tags.ts'
import { MAX_LIFETIME_MS } from './tag-versions.ts'

/** A created value. */
export interface CreatedValue<Value> {
  readonly value: Value
  /** Time for which the value is fresh. */
  readonly freshMs: number
  /** Time after that for which the stale value is returned while a new one is created. */
  readonly staleMs: number
}

/** Why a value can't be cached: every caller creates its own. */
export interface CacheRefusal {
  readonly refused: string
}

export interface CacheEntry<Value> {
  readonly value: Value
  /** Epoch milliseconds. */
  readonly madeAt: number
  readonly freshUntil: number
  readonly staleUntil: number
  readonly versions: Versions
}

/** `x-fw-cache` and its reason. */
export type CacheLookup<Value> =
  | { readonly state: 'HIT' | 'MISS' | 'STALE'; readonly reason: string; readonly entry: CacheEntry<Value> }
  | { readonly state: 'BYPASS'; readonly reason: string; readonly entry?: undefined }

/** Cache entries that other processes can read too. Rejects while the store can't be reached. */
export interface SharedEntries<Value> {
  read(key: string): Promise<CacheEntry<Value> | undefined>
  write(key: string, entry: CacheEntry<Value>): Promise<void>
  remove(key: string): Promise<void>
}

interface CacheEntriesOptions<Value> {
  readonly maxEntries: number
  /** Maximum bytes of all values, measured by `sizeOf`. Default: no limit. */
  readonly maxBytes?: number
  readonly sizeOf?: (key: string, value: Value) => number
  readonly shared?: SharedEntries<Value> | undefined
  readonly now?: (() => number) | undefined
  /** Called with errors of background work. */
  readonly onError: (error: unknown) => void
}

type Maker<Value> = () => Promise<CreatedValue<Value> | CacheRefusal>

interface Makers<Value> {
  readonly make: Maker<Value>
  readonly refresh: Maker<Value>
}

interface Refused {
  readonly reason: string
  readonly until: number
  readonly versions: Versions
}

/** Time for which a refusal is cached, so that callers don't wait for a creation that can't be cached. */
const REFUSED_MS = 10_000
const REFUSED_BYTES = 200

export class CacheEntries<Value extends object | string> {
  readonly #options: CacheEntriesOptions<Value>
  readonly #entries: LRUCache<string, CacheEntry<Value> | Refused>
  readonly #running = new Map<string, Promise<CacheLookup<Value>>>()
  /** Entries that this process has written to the shared ones. */
  readonly #written = new WeakSet<object>()

  constructor(options: CacheEntriesOptions<Value>) {
    this.#options = options
    const { maxEntries, maxBytes, sizeOf } = options
    this.#entries = new LRUCache({
      max: maxEntries,
      dispose: (entry, key, reason) => {
        if (reason === 'evict' && this.#written.has(entry)) this.#removeShared(key)
      },
      ...(maxBytes !== undefined && {
        maxSize: maxBytes,
        sizeCalculation: (entry: CacheEntry<Value> | Refused, key: string) =>
          Math.max(1, 'reason' in entry ? REFUSED_BYTES + key.length : (sizeOf?.(key, entry.value) ?? 1)),
      }),
    })
  }

  get size(): number {
    return this.#entries.size
  }

  /**
   * Finds or creates a value. `versions` are the current versions of the value's tags. Returns synchronously for a
   * local entry. Rejects with the error of `make` if the caller has to wait for it. No caller waits for `refresh`,
   * which replaces a stale value.
   */
  find(
    key: string,
    versions: Versions,
    make: Maker<Value>,
    refresh: Maker<Value> = make,
  ): CacheLookup<Value> | Promise<CacheLookup<Value>> {
    const makers = { make, refresh }
    const entry = this.#entries.get(key)
    const now = this.#now()
    const isValid = entry !== undefined && isSame(entry.versions, versions)
    if (!isValid) return this.#fill(key, versions, makers, entry === undefined ? 'cold' : 'dropped')
    if ('reason' in entry) {
      if (now < entry.until) return { state: 'BYPASS', reason: entry.reason }
      return this.#fill(key, versions, makers, 'cold')
    }
    if (now < entry.freshUntil) return { state: 'HIT', reason: 'fresh', entry: entry }
    if (now < entry.staleUntil) return this.#stale(key, versions, makers, entry)
    return this.#fill(key, versions, makers, 'expired')
  }

  #now(): number {
    return this.#options.now === undefined ? Date.now() : this.#options.now()
  }

  #stale(key: string, versions: Versions, { refresh }: Makers<Value>, entry: CacheEntry<Value>): CacheLookup<Value> {
    const refreshing = this.#shareRun(key, versions, async () => {
      const elsewhere = await this.#readShared(key, versions)
      if (elsewhere !== undefined && this.#now() < elsewhere.freshUntil) return this.#store(key, elsewhere, 'shared')
      return this.#make(key, versions, refresh, 'expired')
    })
    waitUntil(refreshing.catch(this.#options.onError))
    return { state: 'STALE', reason: 'refreshing', entry }
  }

  #fill(key: string, versions: Versions, makers: Makers<Value>, reason: string): Promise<CacheLookup<Value>> {
    const filled = this.#shareRun(key, versions, async () => {
      const elsewhere = await this.#readShared(key, versions)
      const now = this.#now()
      if (elsewhere === undefined || now >= elsewhere.staleUntil) return this.#make(key, versions, makers.make, reason)
      const found = this.#store(key, elsewhere, 'shared')
      return now < elsewhere.freshUntil ? found : { state: 'STALE', reason: 'refreshing', entry: elsewhere }
    })
    return filled.then((found) => (found.state === 'STALE' ? this.#stale(key, versions, makers, found.entry) : found))
  }

  /** Shares one run for a key. Runs that began before an invalidation serve only requests from before it. */
  #shareRun(key: string, versions: Versions, work: () => Promise<CacheLookup<Value>>): Promise<CacheLookup<Value>> {
    const runKey = `${versions.here}\n${versions.shared}\n${key}`
    const running = this.#running.get(runKey)
    if (running !== undefined) return running
    const started = work().finally(() => this.#running.delete(runKey))
    this.#running.set(runKey, started)
    return started
  }

  async #make(key: string, versions: Versions, make: Maker<Value>, reason: string): Promise<CacheLookup<Value>> {
    const made = await make()
    const now = this.#now()
    if ('refused' in made) {
      const entry = this.#entries.peek(key)
      const isServable =
        entry !== undefined && 'value' in entry && isSame(entry.versions, versions) && now < entry.staleUntil
      // A failure doesn't replace an entry that can still be served.
      if (!(isServable && FAILED.test(made.refused)))
        this.#entries.set(key, { reason: made.refused, until: now + REFUSED_MS, versions })
      return { state: 'BYPASS', reason: made.refused }
    }
    const freshUntil = now + Math.min(made.freshMs, MAX_LIFETIME_MS)
    const staleUntil = Math.min(freshUntil + made.staleMs, now + MAX_LIFETIME_MS)
    const entry = { value: made.value, madeAt: now, freshUntil, staleUntil, versions }
    if (staleUntil <= now) return { state: 'MISS', reason, entry }
    this.#entries.set(key, entry)
    await this.#writeShared(key, entry)
    return { state: 'MISS', reason, entry }
  }

  #store(key: string, entry: CacheEntry<Value>, reason: string): CacheLookup<Value> {
    this.#entries.set(key, entry)
    return { state: 'HIT', reason, entry }
  }

  /** A value that is too large for the limits is neither cached here nor shared. */
  async #writeShared(key: string, entry: CacheEntry<Value>): Promise<void> {
    const { shared, onError } = this.#options
    if (shared === undefined || this.#entries.peek(key) !== entry) return
    this.#written.add(entry)
    await shared.write(key, entry).catch(onError)
  }

  /**
   * Removes an evicted entry that this process has written, so that its limits apply to the shared entries too. Callers could
   * fill the store with different keys, and it also contains proposals.
   */
  #removeShared(key: string): void {
    const removed = this.#options.shared?.remove(key).catch(this.#options.onError)
    if (removed !== undefined) waitUntil(removed)
  }

  async #readShared(key: string, versions: Versions): Promise<CacheEntry<Value> | undefined> {
    const { shared, onError } = this.#options
    if (shared === undefined) return undefined
    try {
      const entry = await shared.read(key)
      return entry?.versions.shared === versions.shared ? { ...entry, versions } : undefined
    } catch (error) {
      onError(error)
      return undefined
    }
  }
}

/** Reasons that indicate a temporary failure. */
const FAILED = /^(?:failed|status-5\d\d)$/

function isSame(a: Versions, b: Versions): boolean {
  return a.here === b.here && a.shared === b.shared
}
