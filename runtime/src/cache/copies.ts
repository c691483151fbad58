/**
 * Kept values by key: fresh ones are answered, stale ones once more while a new one is made, and however many ask at once,
 * one is made. Pages and `cached` functions are both kept here.
 */
import { LRUCache } from 'lru-cache'
import type { Versions } from './live-tags.ts'
import { MAX_LIFETIME_MS } from './tag-versions.ts'

/** What was made. */
export interface Made<Value> {
  readonly value: Value
  /** For how long it is answered as it is. */
  readonly freshMs: number
  /** For how long after that it is still answered, while a new one is made. */
  readonly staleMs: number
}

/** Why nothing is kept of what was made: whoever asks makes an answer of its own. */
export interface CacheRefusal {
  readonly refused: string
}

export interface Copy<Value> {
  readonly value: Value
  /** Epoch milliseconds. */
  readonly madeAt: number
  readonly freshUntil: number
  readonly staleUntil: number
  readonly versions: Versions
}

/** `x-fw-cache` and its reason. */
export type Found<Value> =
  | { readonly state: 'HIT' | 'MISS' | 'STALE'; readonly reason: string; readonly copy: Copy<Value> }
  | { readonly state: 'BYPASS'; readonly reason: string; readonly copy?: undefined }

/** Where copies lie that other processes find too. Rejects while it cannot be reached. */
export interface SharedCopies<Value> {
  read(key: string): Promise<Copy<Value> | undefined>
  write(key: string, copy: Copy<Value>): Promise<void>
}

export interface CopiesOptions<Value> {
  readonly maxEntries: number
  /** Most bytes of all values, by `sizeOf`. Default: they are not counted. */
  readonly maxBytes?: number
  readonly sizeOf?: (key: string, value: Value) => number
  readonly shared?: SharedCopies<Value> | undefined
  readonly now?: (() => number) | undefined
  /** Told of what failed while nobody waited for it. */
  readonly onError: (error: unknown) => void
}

export type Maker<Value> = () => Promise<Made<Value> | CacheRefusal>

interface Refused {
  readonly reason: string
  readonly until: number
  readonly versions: Versions
}

/** For how long nothing is tried again, where nothing could be kept: everybody would wait for it in vain. */
const REFUSED_MS = 10_000
const REFUSED_BYTES = 200

export class Copies<Value extends object | string> {
  readonly #options: CopiesOptions<Value>
  readonly #kept: LRUCache<string, Copy<Value> | Refused>
  readonly #flights = new Map<string, Promise<Found<Value>>>()

  constructor(options: CopiesOptions<Value>) {
    this.#options = options
    const { maxEntries, maxBytes, sizeOf } = options
    this.#kept = new LRUCache({
      max: maxEntries,
      ...(maxBytes !== undefined && {
        maxSize: maxBytes,
        sizeCalculation: (kept: Copy<Value> | Refused, key: string) =>
          Math.max(1, 'reason' in kept ? REFUSED_BYTES + key.length : (sizeOf?.(key, kept.value) ?? 1)),
      }),
    })
  }

  get size(): number {
    return this.#kept.size
  }

  /**
   * `versions`: those of the value's tags now. At once for what is kept here; rejects with what `make` rejects with, where
   * somebody has to wait for it.
   */
  find(key: string, versions: Versions, make: Maker<Value>): Found<Value> | Promise<Found<Value>> {
    const kept = this.#kept.get(key)
    const now = this.#now()
    const counts = kept !== undefined && isSame(kept.versions, versions)
    if (!counts) return this.#fill(key, versions, make, kept === undefined ? 'cold' : 'dropped')
    if ('reason' in kept) {
      if (now < kept.until) return { state: 'BYPASS', reason: kept.reason }
      return this.#fill(key, versions, make, 'cold')
    }
    if (now < kept.freshUntil) return { state: 'HIT', reason: 'fresh', copy: kept }
    if (now < kept.staleUntil) return this.#stale(key, versions, make, kept)
    return this.#fill(key, versions, make, 'expired')
  }

  #now(): number {
    return this.#options.now === undefined ? Date.now() : this.#options.now()
  }

  #stale(key: string, versions: Versions, make: Maker<Value>, copy: Copy<Value>): Found<Value> {
    const refresh = this.#fly(key, versions, async () => {
      const elsewhere = await this.#readShared(key, versions)
      if (elsewhere !== undefined && this.#now() < elsewhere.freshUntil) return this.#keep(key, elsewhere, 'shared')
      return this.#make(key, versions, make, 'expired')
    })
    refresh.catch(this.#options.onError)
    return { state: 'STALE', reason: 'refreshing', copy }
  }

  #fill(key: string, versions: Versions, make: Maker<Value>, reason: string): Promise<Found<Value>> {
    const filled = this.#fly(key, versions, async () => {
      const elsewhere = await this.#readShared(key, versions)
      const now = this.#now()
      if (elsewhere === undefined || now >= elsewhere.staleUntil) return this.#make(key, versions, make, reason)
      const found = this.#keep(key, elsewhere, 'shared')
      return now < elsewhere.freshUntil ? found : { state: 'STALE', reason: 'refreshing', copy: elsewhere }
    })
    return filled.then((found) => (found.state === 'STALE' ? this.#stale(key, versions, make, found.copy) : found))
  }

  /** One flight for a key. What was begun before a drop is for those who asked before it. */
  #fly(key: string, versions: Versions, work: () => Promise<Found<Value>>): Promise<Found<Value>> {
    const flight = `${versions.here}\n${versions.shared}\n${key}`
    const running = this.#flights.get(flight)
    if (running !== undefined) return running
    const started = work().finally(() => this.#flights.delete(flight))
    this.#flights.set(flight, started)
    return started
  }

  async #make(key: string, versions: Versions, make: Maker<Value>, reason: string): Promise<Found<Value>> {
    const made = await make()
    const now = this.#now()
    if ('refused' in made) {
      const kept = this.#kept.peek(key)
      const servesOn = kept !== undefined && 'value' in kept && isSame(kept.versions, versions) && now < kept.staleUntil
      // What fails is no answer, where an older one may still stand in for it.
      if (!(servesOn && FAILED.test(made.refused)))
        this.#kept.set(key, { reason: made.refused, until: now + REFUSED_MS, versions })
      return { state: 'BYPASS', reason: made.refused }
    }
    const freshUntil = now + Math.min(made.freshMs, MAX_LIFETIME_MS)
    const staleUntil = Math.min(freshUntil + made.staleMs, now + MAX_LIFETIME_MS)
    const copy = { value: made.value, madeAt: now, freshUntil, staleUntil, versions }
    if (staleUntil <= now) return { state: 'MISS', reason, copy }
    this.#kept.set(key, copy)
    await this.#options.shared?.write(key, copy).catch(this.#options.onError)
    return { state: 'MISS', reason, copy }
  }

  #keep(key: string, copy: Copy<Value>, reason: string): Found<Value> {
    this.#kept.set(key, copy)
    return { state: 'HIT', reason, copy }
  }

  async #readShared(key: string, versions: Versions): Promise<Copy<Value> | undefined> {
    const { shared, onError } = this.#options
    if (shared === undefined) return undefined
    try {
      const copy = await shared.read(key)
      return copy?.versions.shared === versions.shared ? { ...copy, versions } : undefined
    } catch (error) {
      onError(error)
      return undefined
    }
  }
}

/** Reasons that speak of an accident. */
const FAILED = /^(?:failed|status-5\d\d)$/

function isSame(a: Versions, b: Versions): boolean {
  return a.here === b.here && a.shared === b.shared
}
