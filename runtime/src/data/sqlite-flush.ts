/**
 * Writes commits to disk without blocking the process. With `pragma synchronous = full`, each commit would sync the
 * write-ahead log on the thread that handles requests. Here the same sync runs asynchronously, once for all waiting
 * commits, and only for those that need it.
 */
import { type FileHandle, open } from 'node:fs/promises'

export interface Flush {
  /** Resolves when everything that was committed before the call is on disk. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** `path` is the database file; its log is beside it while the database is open. */
export function createFlush(path: string): Flush {
  let log: Promise<FileHandle> | undefined
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined

  async function sync(): Promise<void> {
    log ??= open(`${path}-wal`, 'r+')
    try {
      await (await log).datasync()
    } catch (error) {
      log = undefined
      throw error
    }
  }

  return {
    flush() {
      // A running sync may have begun before this commit, so the next one is needed.
      next ??= running
        .catch(() => undefined)
        .then(() => {
          next = undefined
          running = sync()
          return running
        })
      return next
    },
    async close() {
      await running.catch(() => undefined)
      const handle = await log?.catch(() => undefined)
      log = undefined
      await handle?.close()
    },
  }
}
