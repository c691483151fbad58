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

export interface SqliteLink {
  read<Value>(run: (statements: SqliteStatements) => Value): Promise<Value>
  /** With `durable`, the write survives a power failure, not only a crash of the process. */
  write<Value>(run: (statements: SqliteStatements) => Value, durable: boolean): Promise<Value>
  close(): Promise<void>
}

/** Opens the file on first use. */
export function createSqliteLink(path: string, { now = Date.now, log }: StoreOptions = {}): SqliteLink {
  const outage = createOutage(`the SQLite file ${path}`, log)
  let opening: Promise<Queue> | undefined
  let closed = false

  function openQueue(): Promise<Queue> {
    if (closed) throw new FwError('unavailable', { message: 'This server is closing.' })
    opening ??= openPatiently(path).then(
      (file) => new Queue(file, createFlush(path), outage, now),
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

class Queue {
  readonly #file: OpenedFile
  readonly #flush: Flush
  readonly #outage: Outage
  readonly #now: () => number
  #writes: Write[] = []
  #draining: Promise<void> | undefined
  #sweepAt = 0

  constructor(file: OpenedFile, flush: Flush, outage: Outage, now: () => number) {
    this.#file = file
    this.#flush = flush
    this.#outage = outage
    this.#now = now
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
    let values: unknown[]
    try {
      values = batch.map((write) => write.run(statements))
      this.#sweep(statements)
      statements.commit.run([])
    } catch (error) {
      if (this.#file.database.inTransaction) statements.rollback.run([])
      const refusal = this.#outage.begin(getReason(error))
      for (const write of batch) write.reject(refusal)
      return
    }
    const durable = batch.some((write) => write.durable) ? this.#flush.flush() : undefined
    if (durable === undefined) this.#outage.end()
    else
      durable.then(
        () => this.#outage.end(),
        () => undefined,
      )
    for (const [index, write] of batch.entries()) {
      const resolve = () => write.resolve(values[index])
      if (durable === undefined || !write.durable) resolve()
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

  /** Removes expired rows. If a table has more than one sweep can remove, the next transaction continues. */
  #sweep(statements: SqliteStatements): void {
    const now = Math.floor(this.#now())
    if (now < this.#sweepAt) return
    const { sweepPending, sweepProposals, sweepClaims, sweepValues, sweepHits } = statements
    const swept = [
      sweepPending.run([Date.now(), now]),
      sweepProposals.run([now - KEEP_SETTLED_MS]),
      ...[sweepClaims, sweepValues, sweepHits].map((sweep) => sweep.run([now])),
    ]
    const isDone = swept.every(({ changes }) => changes < SWEEP_ROWS)
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
