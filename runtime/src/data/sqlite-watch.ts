/**
 * Watches the messages of a SQLite file. SQLite has no notifications, so one poll reads the new rows for all watchers. It
 * runs only while there are watchers.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { StoreOptions } from './lifetime.ts'
import type { SqliteLink } from './sqlite-queue.ts'
import { type Watcher, Watchers } from './watchers.ts'

/** Minimum time for which a message is stored. A process that is blocked for longer misses messages. */
export const KEEP_MESSAGES_MS = 10_000
/** Maximum number of stored messages. */
export const MAX_MESSAGES = 10_000

/** Time between two polls. */
const POLL_MS = 50
/** Maximum time between two attempts while the file can't be read. */
const RETRY_MS = 1_000
/** Maximum number of messages that a poll reads, because each can be long. */
const BATCH = 100

interface Row {
  readonly id: number
  readonly channel: string
  readonly text: string
}

export class SqliteWatch {
  readonly #link: Pick<SqliteLink, 'read'>
  readonly #watchers: Watchers
  /** Id of the last delivered message; undefined before the first successful read. */
  #last: number | undefined
  /** Resolves after the first attempt of the running poll. */
  #started: Promise<unknown> | undefined
  #failures = 0
  #closed = false

  constructor(link: Pick<SqliteLink, 'read'>, { log }: StoreOptions) {
    this.#link = link
    this.#watchers = new Watchers(log)
  }

  async add(watcher: Watcher): Promise<() => Promise<void>> {
    const remove = this.#watchers.add(watcher)
    this.#started ??= this.#watchers.inStoreScope(() => this.#start())
    await this.#started
    return async () => remove()
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#started
  }

  /** Resolves after the first poll. The following ones continue in the background. */
  async #start(): Promise<void> {
    this.#last = undefined
    this.#failures = 0
    const isFull = await this.#poll()
    void this.#continue(isFull)
  }

  async #continue(isFull: boolean): Promise<void> {
    let isBehind = isFull
    for (;;) {
      // A full batch is followed by others; other work of the process has its turn in between.
      await sleep(isBehind ? 0 : this.#findDelay(), undefined, { ref: false })
      if (this.#closed || this.#watchers.channels.length === 0) break
      isBehind = await this.#poll()
    }
    this.#started = undefined
  }

  #findDelay(): number {
    if (this.#failures === 0) return POLL_MS
    return Math.min(RETRY_MS, POLL_MS * 2 ** Math.min(this.#failures, 10)) * (0.5 + Math.random() / 2)
  }

  /** Delivers new messages. Returns whether there may be more of them. Never rejects. */
  async #poll(): Promise<boolean> {
    const last = this.#last
    let rows: readonly Row[]
    try {
      if (last === undefined) {
        const newest = await this.#link.read(({ lastMessage }) => lastMessage.get([]) as { id: number })
        this.#last = newest.id
        // The watchers have waited since before the outage.
        if (this.#failures > 0) this.#watchers.reportGap()
        this.#failures = 0
        return false
      }
      rows = await this.#link.read(({ readMessages }) => readMessages.all([last, BATCH]) as Row[])
    } catch {
      // The link has logged the outage. A read of the next poll returns what was published in the meantime.
      this.#failures += 1
      return false
    }
    this.#failures = 0
    this.#deliver(last, rows)
    return rows.length === BATCH
  }

  #deliver(last: number, rows: readonly Row[]): void {
    const [first] = rows
    if (first === undefined) return
    this.#last = rows.at(-1)?.id
    // Ids have no gaps, so the messages between have been removed.
    if (first.id !== last + 1) this.#watchers.reportGap()
    for (const { channel, text } of rows) if (this.#watchers.has(channel)) this.#watchers.deliverJson(channel, text)
  }
}
