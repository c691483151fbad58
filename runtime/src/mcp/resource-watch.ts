/** Watches one resource for a subscriber: reports when data that it was read from has changed, in any process. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { ReadTurns } from './read-turns.ts'

/** The cache tags of the app, as MCP uses them. */
export interface WatchedTags {
  /** Runs a read, and collects the tags that its result depends on. Rejects with the error of `work`. */
  collect<Result>(work: () => Promise<Result>): Promise<CollectedRead<Result>>
  /** `onGap`: changes may have been missed. Returns a function that ends the watch. */
  watch(watcher: { onDrop(keys: ReadonlySet<string>): void; onGap(): void }): () => void
}

interface CollectedRead<Result> {
  readonly result: Result
  /** Keys of the tags, as `onDrop` passes them. */
  readonly keys: ReadonlySet<string>
  /** Versions of the tags; equal while the data is unchanged. `undefined` if they couldn't be read. */
  readonly versions: string | undefined
}

interface WatchOptions {
  readonly tags: WatchedTags
  readonly turns: ReadTurns
  /** Reads the resource as its subscriber; `undefined` if it can't be read. */
  read(): Promise<object | undefined>
  /** Called after a change, with the new versions. */
  onChange(versions: string | undefined): void
}

/** Minimum time between two reports, so that many writes don't cause as many reads. */
const PAUSE_MS = 100
/** Maximum delay of the comparison after a gap, so that all subscribers don't read at once. */
const GAP_SPREAD_MS = 500

export class ResourceWatch {
  /** Versions at the last read. */
  versions: string | undefined
  readonly #options: WatchOptions
  /** Reads run in the scope of the subscriber. A change is reported in the scope of the one who writes. */
  readonly #inOwnScope = AsyncLocalStorage.snapshot()
  #keys: ReadonlySet<string> = new Set()
  /** Tags that changed during a read, whose result may not have their change. */
  #changedMeanwhile: Set<string> | undefined
  #isRunning = false
  #hasMore = false
  #isClosed = false

  constructor(options: WatchOptions) {
    this.#options = options
  }

  /** Reads the resource. Returns whether the subscriber can read it. */
  async start(): Promise<boolean> {
    const isFound = await this.#read()
    return isFound !== false
  }

  close(): void {
    this.#isClosed = true
  }

  onDrop(keys: ReadonlySet<string>): void {
    if (this.#changedMeanwhile !== undefined) for (const key of keys) this.#changedMeanwhile.add(key)
    if (overlaps(this.#keys, keys)) this.#change()
  }

  onGap(): void {
    this.#inOwnScope(() => setTimeout(() => void this.#compare(), Math.random() * GAP_SPREAD_MS).unref())
  }

  #change(): void {
    if (this.#isRunning) this.#hasMore = true
    else {
      this.#isRunning = true
      this.#inOwnScope(() => void this.#report())
    }
  }

  async #report(): Promise<void> {
    do {
      this.#hasMore = false
      // The client reads after the report, so its result has every change until then.
      await this.#read()
      if (this.#isClosed) return
      this.#options.onChange(this.versions)
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS).unref())
    } while (this.#hasMore && !this.#isClosed)
    this.#isRunning = false
  }

  async #compare(): Promise<void> {
    if (this.#isClosed) return
    const before = this.versions
    await this.#read()
    if (this.versions === undefined || this.versions !== before) this.#change()
  }

  /** Returns whether the resource was found; `undefined` if it couldn't be read now, or needn't be any more. */
  #read(): Promise<boolean | undefined> {
    return this.#options.turns.take(() => this.#readNow())
  }

  async #readNow(): Promise<boolean | undefined> {
    if (this.#isClosed) return undefined
    const changed = new Set<string>()
    this.#changedMeanwhile = changed
    try {
      const { result, keys, versions } = await this.#options.tags.collect(() => this.#options.read())
      this.#keys = keys
      this.versions = versions
      if (overlaps(keys, changed)) this.#change()
      return result !== undefined
    } catch {
      // The tags of the last read remain.
      return undefined
    } finally {
      if (this.#changedMeanwhile === changed) this.#changedMeanwhile = undefined
    }
  }
}

function overlaps(known: ReadonlySet<string>, keys: ReadonlySet<string>): boolean {
  for (const key of keys) if (known.has(key)) return true
  return false
}
