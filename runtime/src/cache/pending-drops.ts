/**
 * Invalidations that a store couldn't take. They are repeated until it does, because the data has changed: other processes
 * would serve outdated results for as long as these are cached.
 */
import { setTimeout as sleep } from 'node:timers/promises'

export interface PendingDrops {
  add(tags: readonly string[]): void
  close(): void
}

/** Maximum number of tags. The oldest are given up for more. */
const MAX_TAGS = 100_000
const FIRST_RETRY_MS = 250
const RETRY_MS = 5_000

/** `drop` rejects while the store is unavailable. */
export function createPendingDrops(drop: (tags: readonly string[]) => Promise<void>): PendingDrops {
  const pending = new Set<string>()
  let isRunning = false
  let isClosed = false

  async function run(): Promise<void> {
    let delay = FIRST_RETRY_MS
    while (pending.size > 0 && !isClosed) {
      await sleep(delay * (0.5 + Math.random() / 2), undefined, { ref: false })
      const tags = [...pending]
      // A tag that is invalidated again meanwhile stays.
      pending.clear()
      try {
        await drop(tags)
        delay = FIRST_RETRY_MS
      } catch {
        for (const tag of tags) pending.add(tag)
        delay = Math.min(RETRY_MS, delay * 2)
      }
    }
    isRunning = false
  }

  return {
    add(tags) {
      for (const tag of tags) {
        pending.delete(tag)
        pending.add(tag)
      }
      for (const oldest of pending) {
        if (pending.size <= MAX_TAGS) break
        pending.delete(oldest)
      }
      if (isRunning || isClosed) return
      isRunning = true
      void run()
    },
    close() {
      isClosed = true
      pending.clear()
    },
  }
}
