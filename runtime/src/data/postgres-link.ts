/**
 * The connections to Postgres that all stores of a server share, with their handling of outages. Calls that wait for a
 * connection are sent together, and writes among them share a transaction (group commit).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { FwError } from '#contract/http/error.ts'
import type { StoreOptions } from './lifetime.ts'
import {
  connectPostgres,
  describePostgresError,
  type PostgresConnection,
  type PostgresResult,
  type PostgresStatement,
} from './postgres-connection.ts'
import type { SchemaStep } from './postgres-schema.ts'
import { formatAddresses, type PostgresSettings } from './postgres-url.ts'
import { createOutage, type Outage } from './store-outage.ts'

/** Maximum time that a call waits for a connection. */
const WAIT_MS = 2_000
/** Maximum number of calls without a response; more calls are refused immediately. */
const MAX_WAITING = 10_000
/** Maximum number of calls in a batch. */
const BATCH = 200
/** Failed attempts to connect, one after another, after which calls no longer wait for the next one. */
const AWAY = 2
/** Maximum time between two attempts to connect. */
const RECONNECT_MS = 1_000

export interface PostgresLinkOptions extends StoreOptions {
  /** The steps of the tables. Default: all of this version. */
  readonly steps?: readonly SchemaStep[]
}

/**
 * How calls are sent: `read` without a transaction; `write`, which survives a crash of the server; `relaxed`, of which a
 * crash of the server may undo the last moments; `ordered`: relaxed, in the order of the calls.
 */
type Mode = 'read' | 'write' | 'relaxed' | 'ordered'

interface Call {
  readonly statement: PostgresStatement
  readonly values: readonly unknown[]
  /** Calls of a transaction lock rows in the order of these names, so that two transactions never wait for each other. */
  readonly row: string
  /** `performance.now()` after which it no longer waits for a connection. */
  readonly until: number
  resolve(result: PostgresResult): void
  reject(error: unknown): void
}

export class PostgresLink {
  readonly settings: PostgresSettings
  readonly #outage: Outage
  readonly #steps: readonly SchemaStep[] | undefined
  readonly #queues: Readonly<Record<Mode, Call[]>> = { read: [], write: [], relaxed: [], ordered: [] }
  readonly #connections = new Set<PostgresConnection>()
  #opening: Promise<void> | undefined
  /** Number of failed attempts to connect since the last successful one. */
  #failures = 0
  #problem = 'It does not respond.'
  #waiting = 0
  #isScheduled = false
  #isOrdering = false
  #expiry: NodeJS.Timeout | undefined
  readonly #closing = new AbortController()
  /** Called after writes. */
  onWrite: () => void = () => undefined

  constructor(settings: PostgresSettings, { log, steps }: PostgresLinkOptions = {}) {
    this.settings = settings
    this.#steps = steps
    this.#outage = createOutage(`Postgres at ${formatAddresses(settings.addresses)}`, log)
  }

  run(mode: Mode, statement: PostgresStatement, values: readonly unknown[], row = ''): Promise<PostgresResult> {
    return new Promise((resolve, reject) => {
      if (this.#closing.signal.aborted)
        return reject(new FwError('unavailable', { message: 'This server is closing.' }))
      if (this.#waiting >= MAX_WAITING) return reject(this.#outage.begin('Too many calls wait for its response.'))
      if (this.#failures >= AWAY && this.#connections.size === 0) return reject(this.#outage.begin(this.#problem))
      this.#waiting += 1
      const until = performance.now() + WAIT_MS
      this.#queues[mode].push({ statement, values, row, until, resolve, reject })
      if (this.#isScheduled) return
      this.#isScheduled = true
      // All calls of this turn of the event loop are sent together.
      setImmediate(() => {
        this.#isScheduled = false
        this.#dispatch()
      })
    })
  }

  async close(): Promise<void> {
    this.#closing.abort()
    clearTimeout(this.#expiry)
    await this.#opening
    while ([...this.#connections].some(({ isBusy }) => isBusy)) await sleep(5)
    this.#refuse(() => true, 'This server is closing.')
    await Promise.all([...this.#connections].map((connection) => connection.end()))
  }

  #dispatch(): void {
    for (;;) {
      const mode = this.#findNext()
      if (mode === undefined) return
      const idle = [...this.#connections].find(({ isBusy }) => !isBusy)
      if (idle === undefined) break
      void this.#send(idle, mode, this.#queues[mode].splice(0, BATCH))
    }
    if (this.#connections.size < this.settings.pool) this.#opening ??= this.#open()
    // The timer keeps the process alive: a command whose call waits for a connection would end without its outcome.
    this.#expiry ??= setTimeout(() => {
      this.#expiry = undefined
      const now = performance.now()
      this.#refuse(({ until }) => until <= now, 'It does not respond.')
      this.#dispatch()
    }, WAIT_MS / 4)
  }

  /** Returns the mode whose first call has waited longest. */
  #findNext(): Mode | undefined {
    let next: Mode | undefined
    let until = Number.POSITIVE_INFINITY
    for (const mode of ['read', 'write', 'relaxed', 'ordered'] as const) {
      const [first] = this.#queues[mode]
      if (first === undefined || first.until >= until || (mode === 'ordered' && this.#isOrdering)) continue
      next = mode
      until = first.until
    }
    return next
  }

  async #send(connection: PostgresConnection, mode: Mode, calls: Call[]): Promise<void> {
    connection.isBusy = true
    if (mode === 'ordered') this.#isOrdering = true
    else if (mode !== 'read' && calls.length > 1) calls.sort(compareRows)
    try {
      const isShared = mode !== 'read' && (calls.length > 1 || mode !== 'write')
      const shared = isShared ? await connection.commit(calls, mode !== 'write') : undefined
      const results = shared ?? (await connection.send(calls))
      for (const [index, call] of calls.entries()) this.#settle(connection, call, results[index])
      if (mode !== 'read') this.onWrite()
    } catch (error) {
      const refusal = this.#outage.begin(describePostgresError(error))
      for (const call of calls) call.reject(refusal)
    } finally {
      this.#waiting -= calls.length
      connection.isBusy = false
      if (mode === 'ordered') this.#isOrdering = false
      this.#dispatch()
    }
  }

  #settle(
    connection: PostgresConnection,
    { resolve, reject }: Call,
    result: Awaited<ReturnType<PostgresConnection['send']>>[number] | undefined,
  ): void {
    if (result !== undefined && !('error' in result)) {
      this.#outage.end()
      resolve(result)
      return
    }
    const error = result?.error
    reject(this.#outage.begin(describePostgresError(error)))
    if (isOfServer(error)) connection.destroy()
  }

  /** Connects once. If it fails, tries again later, until it succeeds. Never rejects. */
  async #open(): Promise<void> {
    try {
      const connection = await connectPostgres(this.settings, {
        onLost: (lost) => this.#lose(lost),
        steps: this.#steps,
      })
      if (connection.lost !== undefined) throw connection.lost
      this.#failures = 0
      this.#connections.add(connection)
    } catch (error) {
      this.#failures += 1
      this.#problem = describePostgresError(error)
      // With other connections, the calls wait for these.
      if (this.#failures >= AWAY && this.#connections.size === 0) this.#refuse(() => true, this.#problem)
    }
    this.#opening = undefined
    if (this.#closing.signal.aborted) return
    if (this.#failures === 0) this.#dispatch()
    else this.#retry()
  }

  #retry(): void {
    const delay = Math.min(RECONNECT_MS, 25 * 2 ** Math.min(this.#failures, 10)) * (0.5 + Math.random() / 2)
    const { signal } = this.#closing
    this.#opening = sleep(delay, undefined, { ref: false, signal }).then(
      () => this.#open(),
      () => undefined,
    )
  }

  #lose(connection: PostgresConnection): void {
    this.#connections.delete(connection)
    // The next call shouldn't wait for a new connection.
    if (this.#connections.size === 0 && !this.#closing.signal.aborted) this.#opening ??= this.#open()
  }

  #refuse(which: (call: Call) => boolean, reason: string): void {
    for (const mode of Object.keys(this.#queues) as Mode[]) {
      const queue = this.#queues[mode]
      const refused = queue.filter(which)
      if (refused.length === 0) continue
      this.#queues[mode].splice(0, queue.length, ...queue.filter((call) => !which(call)))
      const refusal = this.#outage.begin(reason)
      for (const call of refused) call.reject(refusal)
      this.#waiting -= refused.length
    }
  }
}

function compareRows(one: Call, other: Call): number {
  return one.row < other.row ? -1 : one.row > other.row ? 1 : 0
}

/** The classes of errors that concern the server instead of one statement: it stops, is read-only, or lost its tables. */
const OF_SERVER = /^(?:57P|25006|3F000|42P01|08)/

function isOfServer(error: unknown): boolean {
  return error instanceof Error && 'code' in error && OF_SERVER.test(String(error.code))
}
