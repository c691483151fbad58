/** The stream of all tabs of this browser. One tab has it: the leader. */
import { MAX_STREAM_BYTES, MAX_STREAM_READS, readReceipt } from '#contract/live/wire.ts'
import { StreamConnection } from './stream-connection.ts'

/** Current versions by tags, both as in the parts of receipts. */
export type Changes = ReadonlyMap<string, string>

/** Delay in milliseconds in which the receipts of several islands are collected. */
const COLLECT_MS = 20
/** Space in bytes for what encloses the receipts in a request. */
const ENCLOSING_BYTES = 100

interface LeaderEvents {
  /** Called for all tabs, or for one. */
  change(changed: Changes, tab?: string): void
  endSession(): void
}

export class StreamLeader {
  readonly #events: LeaderEvents
  readonly #tabs = new Map<string, readonly string[]>()
  /** Current versions by the tags of open streams. */
  readonly #known = new Map<string, string>()
  /** More than one if the receipts don't fit into a request. */
  readonly #streams: StreamConnection[] = []
  /** Tags of the streams. */
  #watched = new Set<string>()
  /** Whether receipts have to be compared with the current state, although their tags are watched. */
  #isUnsure = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(events: LeaderEvents) {
    this.#events = events
  }

  /** Sets the receipts of a tab. */
  setReceipts(tab: string, receipts: readonly string[]): void {
    const before = new Set((this.#tabs.get(tab) ?? []).map((receipt) => readReceipt(receipt).tags))
    if (receipts.length === 0) this.#tabs.delete(tab)
    else this.#tabs.set(tab, receipts)
    // The tab has heard no earlier changes of these.
    const missed = new Map<string, string>()
    for (const { tags, versions } of receipts.map(readReceipt)) {
      if (before.has(tags)) continue
      const known = this.#known.get(tags)
      if (!known) this.#isUnsure = true
      else if (known !== versions) missed.set(tags, known)
    }
    if (missed.size > 0) this.#events.change(missed, tab)
    this.#timer ??= setTimeout(() => this.#update(), COLLECT_MS)
  }

  /** Opens a lost stream at once. */
  wake(): void {
    for (const stream of this.#streams) stream.wake(true)
  }

  close(): void {
    clearTimeout(this.#timer)
    for (const stream of this.#streams) stream.close()
  }

  /** Opens the streams again if a tab has other tags. Tags that are no longer used leave them with the next connection. */
  #update(): void {
    this.#timer = undefined
    const groups = this.#group()
    const tags = groups.flat().map((receipt) => readReceipt(receipt).tags)
    if (tags.length > 0 && !this.#isUnsure && tags.every((one) => this.#watched.has(one))) return
    this.#isUnsure = false
    this.#watched.clear()
    for (let index = this.#streams.length; index < groups.length; index++) this.#streams.push(this.#createStream(index))
    for (const stream of this.#streams) stream.open()
  }

  #createStream(index: number): StreamConnection {
    return new StreamConnection({
      readReceipts: () => {
        const receipts = this.#group()[index] ?? []
        for (const { tags } of receipts.map(readReceipt)) {
          this.#watched.add(tags)
          this.#known.delete(tags)
        }
        return receipts
      },
      open: (receipts) => {
        for (const { tags, versions } of receipts.map(readReceipt)) this.#known.set(tags, versions)
      },
      change: (changes) => {
        const changed = new Map(changes.map(([receipt, versions]) => [readReceipt(receipt).tags, versions]))
        for (const [tags, versions] of changed) this.#known.set(tags, versions)
        this.#events.change(changed)
      },
      endSession: () => {
        // The receipts are of another user. The tabs read again and send new ones.
        this.#tabs.clear()
        this.#known.clear()
        this.#watched.clear()
        this.#events.endSession()
      },
    })
  }

  /** Returns one receipt for each state that a tab shows, in groups that fit into a request. */
  #group(): readonly (readonly string[])[] {
    const states = new Map<string, string>()
    for (const receipt of [...this.#tabs.values()].flat()) {
      const { tags, versions } = readReceipt(receipt)
      states.set(`${tags}.${versions}`, receipt)
    }
    const groups: string[][] = []
    let space = 0
    for (const receipt of states.values()) {
      const group = groups.at(-1)
      space -= receipt.length + 3
      if (group !== undefined && space >= 0 && group.length < MAX_STREAM_READS) group.push(receipt)
      else {
        groups.push([receipt])
        space = MAX_STREAM_BYTES - ENCLOSING_BYTES - receipt.length
      }
    }
    return groups
  }
}
