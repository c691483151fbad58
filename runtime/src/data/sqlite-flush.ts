/**
 * Brings commits to the disk without holding up the process. What `pragma synchronous = full` does after each commit is
 * one sync of the write-ahead log, on the thread that answers requests; here the same sync runs beside it, once for all
 * commits that wait, and only for those that ask.
 */
import { type FileHandle, open } from 'node:fs/promises'

export interface Flush {
  /** Resolves when everything that was committed before the call is on the disk. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** `path`: the database file; its log lies beside it as long as somebody has it open. */
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
      // A sync that is running may have begun before this commit: it takes the one after.
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
