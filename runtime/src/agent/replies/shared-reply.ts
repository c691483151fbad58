/** Copies one reply of this process to the store, once a client may continue to read it at another process. */
import { waitUntil } from '#contract/wait-until.ts'
import { REPLY_MS, type ReplyRecord, type ReplyStore } from './reply-store.ts'

/** Time in milliseconds for which events are collected, because each batch is a write of the store. */
const BATCH_MS = 100
const RETRY_MS = 1_000
/** Most characters of one reply in the store. The oldest batches are removed first. */
const MAX_STORED = 1_048_576
/** Age in milliseconds at which a batch is removed, before the store does it. */
const MAX_AGE_MS = REPLY_MS / 2
/** Time in milliseconds for which batches of a removed reply remain, for readers at other processes. */
const LINGER_MS = 10_000

/** Events of a reply after a number. */
export interface ReplyEvents {
  /** Number of the first of them. */
  readonly first: number
  readonly events: readonly string[]
  readonly end: 'done' | 'failed' | undefined
}

/** The reply in the memory of this process. */
export interface ReplySource {
  readonly id: string
  readonly withOutputs: boolean
  /** Returns the retained events after this number. */
  readAfter(after: number): ReplyEvents
}

interface StoredBatch {
  readonly characters: number
  readonly at: number
}

export class SharedReply {
  /** Resolves when other processes can find the reply, or the store is unavailable. Never rejects. */
  readonly ready: Promise<void>
  readonly #store: ReplyStore
  readonly #source: ReplySource
  #record: ReplyRecord
  #isSharing = false
  #isRemoved = false
  /** Number of the last stored event, and whether the end is stored. */
  #last = 0
  #hasEnd = false
  readonly #batches: StoredBatch[] = []
  #characters = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #writing: Promise<void> | undefined
  #renewedAt = Date.now()

  constructor(store: ReplyStore, source: ReplySource, owner: string, process: string) {
    const { id, withOutputs } = source
    this.#store = store
    this.#source = source
    this.#record = { id, owner, process, withOutputs, firstBatch: 1 }
    this.ready = this.#writeRecord({})
  }

  /** Whether the events are copied to the store. */
  get isSharing(): boolean {
    return this.#isSharing
  }

  /** Begins to copy the retained events and the coming ones. */
  share(): void {
    if (this.#isSharing || this.#isRemoved) return
    this.#isSharing = true
    this.#write()
  }

  /** Reports that the reply has another event, or has ended. */
  notice(): void {
    if (!this.#isSharing) return
    if (this.#source.readAfter(this.#last).end !== undefined) this.#write()
    else this.#timer ??= setTimeout(() => this.#write(), BATCH_MS)
  }

  /** Reports that a reader has received the whole reply. */
  markRead(last: number): void {
    if (!this.#isRemoved) waitUntil(this.#writeRecord({ read: last }))
  }

  /** Whether a client reads the reply at another process. */
  async hasReader(): Promise<boolean> {
    return this.#isSharing && (await this.#store.hasReader(this.#source.id).catch(() => false))
  }

  /** Stores everything so far. Returns the number of the last event that a reader at another process can get. */
  async store(): Promise<number> {
    this.#write()
    await this.#writing
    return this.#last
  }

  /** Renews the entry of a reply that runs for a long time. */
  renew(): void {
    if (!this.#isRemoved && Date.now() - this.#renewedAt > REPLY_MS / 3) void this.#writeRecord({})
  }

  /** Removes the reply from the store. With `keep`, it remains for its lifetime, because this process ends. */
  remove(keep = false): void {
    if (this.#isRemoved) return
    this.#write()
    this.#isRemoved = true
    if (!keep) waitUntil(this.#remove())
  }

  async #remove(): Promise<void> {
    await this.ready
    while (this.#writing !== undefined) await this.#writing
    // Without the record, no other reader finds it.
    await this.#store.removeRecord(this.#source.id).catch(() => undefined)
    if (this.#batches.length > 0) setTimeout(() => void this.#removeBatches(), LINGER_MS).unref?.()
  }

  async #removeBatches(): Promise<void> {
    const { firstBatch } = this.#record
    for (let index = 0; index < this.#batches.length; index++)
      await this.#store.removeBatch(this.#source.id, firstBatch + index).catch(() => undefined)
  }

  /** Writes are sequential: the next one has everything that was added meanwhile. */
  #write(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (!this.#isSharing || this.#writing !== undefined) return
    this.#writing = this.#writeBatch().then(
      (hasMore) => {
        this.#writing = undefined
        if (hasMore) this.notice()
      },
      () => {
        // The store is unavailable. The events remain in memory.
        this.#writing = undefined
        if (!this.#isRemoved) this.#timer ??= setTimeout(() => this.#write(), RETRY_MS)
      },
    )
    waitUntil(this.#writing)
  }

  /** Returns whether there is more to write. */
  async #writeBatch(): Promise<boolean> {
    if (!this.#hasMore()) return false
    const { first, events, end } = this.#source.readAfter(this.#last)
    const number = this.#record.firstBatch + this.#batches.length
    await this.#store.writeBatch(this.#source.id, number, { first, events, ...(end !== undefined && { end }) })
    this.#last = first + events.length - 1
    this.#hasEnd = end !== undefined
    const characters = events.reduce((sum, { length }) => sum + length, 0)
    this.#batches.push({ characters, at: Date.now() })
    this.#characters += characters
    await this.#trim()
    return this.#hasMore()
  }

  #hasMore(): boolean {
    const { events, end } = this.#source.readAfter(this.#last)
    return events.length > 0 || (end !== undefined && !this.#hasEnd)
  }

  /** Removes the oldest batches, if too much is stored. */
  async #trim(): Promise<void> {
    let count = 0
    let characters = this.#characters
    const before = Date.now() - MAX_AGE_MS
    while (count < this.#batches.length - 1) {
      const oldest = this.#batches[count]
      if (oldest === undefined || (characters <= MAX_STORED && oldest.at > before)) break
      characters -= oldest.characters
      count += 1
    }
    if (count === 0) return
    const { firstBatch } = this.#record
    await this.#writeRecord({ firstBatch: firstBatch + count })
    this.#batches.splice(0, count)
    this.#characters = characters
    for (let index = 0; index < count; index++)
      await this.#store.removeBatch(this.#source.id, firstBatch + index).catch(() => undefined)
  }

  /** Never rejects: without an entry, the reply is only available at this process. */
  async #writeRecord(change: Partial<ReplyRecord>): Promise<void> {
    this.#record = { ...this.#record, ...change }
    this.#renewedAt = Date.now()
    await this.#store.writeRecord(this.#record).catch(() => undefined)
  }
}
