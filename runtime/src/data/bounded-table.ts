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
  onDrop?(entry: Entry): void
}

interface Kind<Entry> {
  /** Oldest first. */
  readonly entries: Map<string, { readonly entry: Entry; readonly size: number }>
  size: number
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
    const kind = this.#kinds.get(name) ?? { entries: new Map(), size: 0 }
    this.#kinds.set(name, kind)
    const size = this.#options.measure(key, entry)
    kind.entries.set(key, { entry, size })
    kind.size += size
    this.#dropOldest(kind)
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
  #dropOldest(kind: Kind<Entry>): void {
    const { maxEntries, maxSize, mayDrop, onDrop } = this.#options
    let left = kind.entries.size
    for (const [key, { entry }] of kind.entries) {
      left -= 1
      if (left === 0 || (kind.entries.size <= maxEntries && kind.size <= maxSize)) return
      if (mayDrop?.(entry) === false) continue
      this.delete(key)
      onDrop?.(entry)
    }
  }
}

function toKind(key: string): string {
  return key.slice(0, Math.max(0, key.indexOf(':')))
}
