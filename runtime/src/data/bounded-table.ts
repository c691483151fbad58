/**
 * Entries in memory whose number and size are limited, because callers without an account can create any number of them.
 * Each kind of key (the part before the first colon) has its own limits, so that no kind displaces another one.
 */

export interface TableLimits {
  /** Maximum number of entries of one kind. */
  readonly maxEntries: number
  /** Maximum sum of the sizes of the entries of one kind. */
  readonly maxSize: number
}

interface TableOptions<Entry> extends TableLimits {
  measure(key: string, entry: Entry): number
  /** Whether the entry may be dropped for a newer one. Default: true. */
  mayDrop?(entry: Entry): boolean
  /**
   * Owner of an entry. An owner with about the largest share of a limit loses its entries first. Default: one owner of all.
   */
  getOwner?(key: string, entry: Entry): string | undefined
  onDrop?(entry: Entry): void
}

interface Kind<Entry> {
  /** Oldest first. */
  readonly entries: Map<string, Stored<Entry>>
  readonly shares: Map<string | undefined, Share>
  readonly byNumber: RankedShares
  readonly bySize: RankedShares
  size: number
}

interface Stored<Entry> {
  readonly entry: Entry
  readonly size: number
  readonly owner: string | undefined
}

/** The entries of one owner. */
interface Share {
  /** Oldest first. */
  readonly keys: Set<string>
  size: number
}

/** Shares by their magnitude, a power of two, because the number of owners has no limit and each change ranks a share again. */
class RankedShares {
  readonly #ranks: Set<Share>[] = Array.from({ length: 33 }, () => new Set())
  readonly #rankOf = new Map<Share, number>()

  rank(share: Share, amount: number): void {
    const rank = 32 - Math.clz32(Math.min(amount, 0xffff_ffff))
    const before = this.#rankOf.get(share)
    if (before === rank) return
    if (before !== undefined) this.#ranks[before]?.delete(share)
    this.#ranks[rank]?.add(share)
    this.#rankOf.set(share, rank)
  }

  delete(share: Share): void {
    this.#ranks[this.#rankOf.get(share) ?? 0]?.delete(share)
    this.#rankOf.delete(share)
  }

  /** Iterates over the shares, of the largest magnitude first. */
  *list(): Iterable<Share> {
    for (const shares of this.#ranks.toReversed()) yield* shares
  }
}

export class BoundedTable<Entry extends { readonly expiresAt: number }> {
  readonly #options: TableOptions<Entry>
  readonly #kinds = new Map<string, Kind<Entry>>()

  constructor(options: TableOptions<Entry>) {
    this.#options = options
  }

  get(key: string): Entry | undefined {
    return this.#kinds.get(toKind(key))?.entries.get(key)?.entry
  }

  /** Stores the entry as the newest of its kind, and drops the oldest ones beyond the limits. */
  set(key: string, entry: Entry): void {
    this.delete(key)
    const name = toKind(key)
    const kind = this.#kinds.get(name) ?? createKind<Entry>()
    this.#kinds.set(name, kind)
    const size = this.#options.measure(key, entry)
    const owner = this.#options.getOwner?.(key, entry)
    const share = kind.shares.get(owner) ?? { keys: new Set(), size: 0 }
    kind.shares.set(owner, share)
    kind.entries.set(key, { entry, size, owner })
    share.keys.add(key)
    kind.size += size
    share.size += size
    rankShare(kind, share)
    this.#dropOldest(kind, key)
  }

  /** Whether a new entry fits without dropping others of its kind. */
  hasRoom(key: string, entry: Entry): boolean {
    const { maxEntries, maxSize, measure } = this.#options
    const kind = this.#kinds.get(toKind(key))
    return kind === undefined || (kind.entries.size < maxEntries && kind.size + measure(key, entry) <= maxSize)
  }

  delete(key: string): void {
    const kind = this.#kinds.get(toKind(key))
    const found = kind?.entries.get(key)
    if (kind === undefined || found === undefined) return
    kind.entries.delete(key)
    kind.size -= found.size
    const share = kind.shares.get(found.owner)
    if (share === undefined) return
    share.keys.delete(key)
    share.size -= found.size
    rankShare(kind, share)
    if (share.keys.size === 0) kind.shares.delete(found.owner)
  }

  /** Removes the entries that expired before `time`, and returns them. */
  removeExpired(time: number): readonly Entry[] {
    const expired: Entry[] = []
    for (const { entries } of this.#kinds.values())
      for (const [key, { entry }] of entries)
        if (entry.expiresAt <= time) {
          this.delete(key)
          expired.push(entry)
        }
    return expired
  }

  /** The newest entry is never dropped, also if it alone exceeds the size. */
  #dropOldest(kind: Kind<Entry>, newest: string): void {
    const { maxEntries, maxSize, onDrop } = this.#options
    for (;;) {
      const hasTooMany = kind.entries.size > maxEntries
      if (!hasTooMany && kind.size <= maxSize) return
      const found = this.#findOldest(kind, newest, hasTooMany)
      if (found === undefined) return
      const [key, entry] = found
      this.delete(key)
      onDrop?.(entry)
    }
  }

  /** Returns the oldest entry that may be dropped, of an owner with about the most entries or the largest size. */
  #findOldest(kind: Kind<Entry>, newest: string, byNumber: boolean): readonly [string, Entry] | undefined {
    for (const { keys } of (byNumber ? kind.byNumber : kind.bySize).list()) {
      const oldest = this.#findDroppable(kind, keys, newest)
      if (oldest !== undefined) return oldest
    }
    return undefined
  }

  #findDroppable(kind: Kind<Entry>, keys: Iterable<string>, newest: string): readonly [string, Entry] | undefined {
    const { mayDrop } = this.#options
    for (const key of keys) {
      const entry = kind.entries.get(key)?.entry
      if (key !== newest && entry !== undefined && mayDrop?.(entry) !== false) return [key, entry]
    }
    return undefined
  }
}

function createKind<Entry>(): Kind<Entry> {
  return { entries: new Map(), shares: new Map(), byNumber: new RankedShares(), bySize: new RankedShares(), size: 0 }
}

/** Ranks a share after a change. Removes an empty one. */
function rankShare({ byNumber, bySize }: Kind<unknown>, share: Share): void {
  if (share.keys.size === 0) {
    byNumber.delete(share)
    bySize.delete(share)
  } else {
    byNumber.rank(share, share.keys.size)
    bySize.rank(share, share.size)
  }
}

function toKind(key: string): string {
  return key.slice(0, Math.max(0, key.indexOf(':')))
}
