/**
 * A connection to the SQLite file for all callers. Concurrent writes share a transaction (group commit). If another process
 * holds the lock, writes wait for a limited time without blocking this process.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { FwError } from '#contract/http/error.ts'
import { KEEP_SETTLED_MS, type StoreOptions, SWEEP_EVERY_MS } from './lifetime.ts'
import { type OpenedFile, openSqliteFile, type SqliteStatements, SWEEP_ROWS, UnusableFile } from './sqlite-file.ts'
import { createFlush, type Flush } from './sqlite-flush.ts'
import { createOutage, type Outage } from './store-outage.ts'

/** Maximum time that a call waits for the lock of another process. */
const WAIT_MS = 2_000
/** Maximum time between two attempts to get the lock. */
const RETRY_MS = 20
/** Maximum number of writes in a transaction, so that it doesn't block the process for long. */
const BATCH = 500
/** Maximum number of writes that wait for the lock; more are refused immediately. */
const MAX_WAITING = 10_000
/** Minimum time before a file that could not be opened is opened again. */
const REOPEN_AFTER_MS = 500

interface Write {
  readonly run: (statements: SqliteStatements) => unknown
  /** Resolved only when the write is on disk. */
  readonly durable: boolean
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
  /** `performance.now()` after which the write no longer waits for the lock. */
  readonly until: number
}

type WriteResult =
  | { readonly value: unknown; readonly error?: never }
  | { readonly value?: never; readonly error: unknown }

export interface SqliteLink {
  read<Value>(run: (statements: SqliteStatements) => Value): Promise<Value>
  /** With `durable`, the write survives a power failure, not only a crash of the process. */
  write<Value>(run: (statements: SqliteStatements) => Value, durable: boolean): Promise<Value>
  close(): Promise<void>
}

/** Opens the file on first use. */
export function createSqliteLink(path: string, { now = Date.now, log = console.error }: StoreOptions = {}): SqliteLink {
  const outage = createOutage(`the SQLite file ${path}`, log)
  let opening: Promise<Queue> | undefined
  let closed = false

  function openQueue(): Promise<Queue> {
    if (closed) throw new FwError('unavailable', { message: 'This server is closing.' })
    opening ??= openPatiently(path).then(
      (file) => new Queue(file, createFlush(path), { outage, now, log }),
      (error: unknown) => {
        setTimeout(() => {
          opening = undefined
        }, REOPEN_AFTER_MS).unref()
        throw outage.begin(getReason(error))
      },
    )
    return opening
  }

  return {
    read: async (run) => (await openQueue()).read(run),
    write: async (run, durable) => (await openQueue()).write(run, durable),
    async close() {
      closed = true
      const queue = await opening?.catch(() => undefined)
      opening = undefined
      await queue?.close()
    },
  }
}

type QueueOptions = Required<StoreOptions> & { readonly outage: Outage }

class Queue {
  readonly #file: OpenedFile
  readonly #flush: Flush
  readonly #outage: Outage
  readonly #now: () => number
  readonly #log: (message: string) => void
  #writes: Write[] = []
  #draining: Promise<void> | undefined
  #sweepAt = 0

  constructor(file: OpenedFile, flush: Flush, { outage, now, log }: QueueOptions) {
    this.#file = file
    this.#flush = flush
    this.#outage = outage
    this.#now = now
    this.#log = log
  }

  /** In WAL mode readers don't wait, except while another process recovers or resets the log. */
  async read<Value>(run: (statements: SqliteStatements) => Value): Promise<Value> {
    const until = performance.now() + WAIT_MS
    for (;;) {
      try {
        const value = run(this.#file.statements)
        this.#outage.end()
        return value
      } catch (error) {
        if (!isBusy(error) || performance.now() > until) throw this.#outage.begin(getReason(error))
      }
      await sleep(RETRY_MS)
    }
  }

  write<Value>(run: (statements: SqliteStatements) => Value, durable: boolean): Promise<Value> {
    return new Promise((resolve, reject) => {
      if (this.#writes.length >= MAX_WAITING) return reject(this.#outage.begin('Too many calls wait for its lock.'))
      const until = performance.now() + WAIT_MS
      // `run` returned this value.
      this.#writes.push({ run, durable, resolve: resolve as Write['resolve'], reject, until })
      this.#draining ??= this.#drain()
    })
  }

  async close(): Promise<void> {
    while (this.#draining !== undefined) await this.#draining
    await this.#flush.close()
    this.#file.database.close()
  }

  async #drain(): Promise<void> {
    // Waits for a microtask, so that all writes of this turn of the event loop share the transaction.
    await undefined
    let wait = 1
    while (this.#writes.length > 0) {
      try {
        this.#commit()
        wait = 1
      } catch (error) {
        if (!isBusy(error)) {
          this.#refuse(() => true, error)
          continue
        }
        const now = performance.now()
        this.#refuse(({ until }) => until <= now, error)
        await sleep(wait * (0.5 + Math.random() / 2))
        wait = Math.min(RETRY_MS, wait * 2)
      }
    }
    // Synchronous with the last check of the queue, so that a later write starts a new run.
    this.#draining = undefined
  }

  /** Runs one transaction without interruption. If it can't begin, throws and leaves the queue unchanged. */
  #commit(): void {
    const { statements } = this.#file
    statements.begin.run([])
    const batch = this.#writes.splice(0, BATCH)
    let results: WriteResult[]
    try {
      results = this.#run(batch)
      statements.commit.run([])
    } catch (error) {
      if (this.#file.database.inTransaction) statements.rollback.run([])
      const refusal = this.#outage.begin(getReason(error))
      for (const write of batch) write.reject(refusal)
      return
    }
    this.#settle(batch, results)
    this.#sweep()
  }

  /**
   * Runs the writes of a transaction. If one fails, all run again, each with a savepoint of its own: the failed write is
   * undone, and the others remain. Savepoints double the time of a write, so the first attempt has a single one. Throws for
   * errors that end the transaction, such as a full disk.
   */
  #run(batch: readonly Write[]): WriteResult[] {
    const { statements, database } = this.#file
    statements.savepoint.run([])
    try {
      return batch.map(({ run }) => ({ value: run(statements) }))
    } catch (error) {
      if (!database.inTransaction) throw error
      statements.undo.run([])
    }
    return batch.map(({ run }) => {
      statements.savepoint.run([])
      try {
        return { value: run(statements) }
      } catch (error) {
        if (!database.inTransaction) throw error
        statements.undo.run([])
        return { error }
      } finally {
        if (database.inTransaction) statements.release.run([])
      }
    })
  }

  /** Resolves the writes of a committed transaction; durable ones when they are on disk. */
  #settle(batch: readonly Write[], results: readonly WriteResult[]): void {
    const durable = batch.some((write) => write.durable) ? this.#flush.flush() : undefined
    if (durable === undefined) this.#outage.end()
    else
      durable.then(
        () => this.#outage.end(),
        () => undefined,
      )
    for (const [index, write] of batch.entries()) {
      const result = results[index] as WriteResult // one for each write
      const resolve = () => write.resolve(result.value)
      if ('error' in result) write.reject(this.#outage.begin(getReason(result.error)))
      else if (durable === undefined || !write.durable) resolve()
      else durable.then(resolve, (error) => write.reject(this.#outage.begin(getReason(error))))
    }
  }

  #refuse(which: (write: Write) => boolean, error: unknown): void {
    const refused = this.#writes.filter(which)
    if (refused.length === 0) return
    const refusal = this.#outage.begin(getReason(error))
    this.#writes = this.#writes.filter((write) => !which(write))
    for (const write of refused) write.reject(refusal)
  }

  /**
   * Removes expired rows, each kind in its own transaction, so that no failure concerns callers or other kinds. If a table
   * has more than one sweep can remove, the next one continues.
   */
  #sweep(): void {
    const now = Math.floor(this.#now())
    if (now < this.#sweepAt) return
    const { sweepPending, sweepProposals, ...others } = this.#file.statements
    const { sweepClaims, sweepValues, sweepHits, sweepMessages } = others
    const sweeps = [
      () => sweepPending.run([Date.now(), now]),
      () => sweepProposals.run([now - KEEP_SETTLED_MS]),
      ...[sweepClaims, sweepValues, sweepHits, sweepMessages].map((sweep) => () => sweep.run([now])),
    ]
    let isDone = true
    for (const sweep of sweeps) {
      try {
        if (sweep().changes >= SWEEP_ROWS) isDone = false
      } catch (error) {
        // Another process holds the lock: the next transaction tries again.
        if (isBusy(error)) isDone = false
        else this.#log(`data: expired rows can't be removed: ${getReason(error)}`)
      }
    }
    this.#sweepAt = isDone ? now + SWEEP_EVERY_MS : now
  }
}

/** Retries, because several processes that start at once lock the file briefly. */
async function openPatiently(path: string): Promise<OpenedFile> {
  const until = performance.now() + WAIT_MS
  for (;;) {
    try {
      return await openSqliteFile(path)
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error
    }
    await sleep(RETRY_MS)
  }
}

function isBusy(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'))
}

function getReason(error: unknown): string {
  if (error instanceof UnusableFile) return error.message
  if (isBusy(error)) return 'Another process holds its lock for too long.'
  return error instanceof Error ? `${error.message}.` : String(error)
}
