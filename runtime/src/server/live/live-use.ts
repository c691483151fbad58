/** Whether an app uses live reads, in any of its processes: an app without them must pay nothing for those of others. */
import type { DataStore } from '#contract/config/data.ts'

export interface LiveUse {
  /** Notes that a receipt was created or a stream was opened. Never throws. */
  note(): void
  /**
   * Returns whether any process may have open streams. The first use in another process is seen within a second. False if the store
   * is unavailable and this process has none. Never rejects.
   */
  mayHaveStreams(): boolean | Promise<boolean>
}

const KEY = 'live:used'
const LIFETIME_MS = 400 * 86_400_000
/** The note is written again after this time, in case the store was emptied. */
const WRITE_MS = 60_000
/** Time in milliseconds before the next attempt to read or write. */
const RETRY_MS = 1_000

export function createLiveUse(store: Pick<DataStore, 'read' | 'write'>): LiveUse {
  let isUsed = false
  let nextWrite = 0
  let nextRead = 0
  let reading: Promise<boolean> | undefined

  const write = async (): Promise<void> => {
    nextWrite = performance.now() + WRITE_MS
    try {
      await store.write(KEY, '1', LIFETIME_MS)
    } catch {
      // The store logs its failures.
      nextWrite = performance.now() + RETRY_MS
    }
  }
  const read = async (): Promise<boolean> => {
    try {
      isUsed ||= (await store.read(KEY)) !== undefined
    } catch {
      // The store logs its failures.
    }
    nextRead = performance.now() + RETRY_MS
    reading = undefined
    return isUsed
  }

  return {
    note() {
      isUsed = true
      if (performance.now() >= nextWrite) void write()
    },
    mayHaveStreams() {
      if (isUsed || performance.now() < nextRead) return isUsed
      reading ??= read()
      return reading
    },
  }
}
