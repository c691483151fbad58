/**
 * A data store in a D1 database of Cloudflare, with the messages of another store: D1 has none. The framework creates its tables,
 * whose names begin with `fw_`, on first use.
 */
import type { DataStore } from '#contract/config/data.ts'
import { TABLES, TABLES_VERSION } from '../durable-tables.ts'
import { SWEEP_EVERY_MS } from '../lifetime.ts'
import { type AttemptOptions, createAttempt, createOperationStore, type RunOperation } from '../operation-store.ts'
import type { D1Database } from './d1-api.ts'
import { createD1Operations, sweepD1 } from './d1-operations.ts'

type Messages = Pick<DataStore, 'publish' | 'watch' | 'close'>

const SWEEP_MS = 10 * SWEEP_EVERY_MS
/** Claimed by the process that sweeps. A key of an app never begins like this, because it would be escaped. */
const SWEEP_KEY = '\u0005sweep'
const CHANGES: ReadonlySet<string> = new Set(['claim', 'hit', 'add', 'write', 'put'])

export function openD1Data(database: D1Database, messages: Messages, options: AttemptOptions = {}): DataStore {
  const { now, waitUntil } = options
  const attempt = createAttempt('the D1 database', options)
  const operations = createD1Operations(database)
  const time = () => Math.floor(now === undefined ? Date.now() : now())
  let isReady = false
  let nextSweep = 0

  // A promise of one request must not be awaited in another one, so requests that come at once all prepare the tables.
  const prepareOnce = async (): Promise<void> => {
    if (isReady) return
    await prepareTables(database)
    isReady = true
  }
  const sweep = async (at: number): Promise<void> => {
    if (await operations.claim(SWEEP_KEY, SWEEP_MS, at)) await sweepD1(database, at)
  }
  const sweepLater = (at: number): void => {
    if (at < nextSweep) return
    nextSweep = at + SWEEP_MS
    // A later sweep deletes what a failed one leaves.
    const swept = sweep(at).catch(() => undefined)
    waitUntil?.(swept)
  }
  const run: RunOperation = (_key, name, ...values) =>
    attempt(async () => {
      await prepareOnce()
      const operation = operations[name] as (...values: readonly unknown[]) => Promise<never>
      const result = await operation(...values)
      if (CHANGES.has(name)) sweepLater(time())
      return result
    })

  return { ...createOperationStore(run, time), publish: messages.publish, watch: messages.watch, close: messages.close }
}

/** Creates the tables of a new database. Throws for those of a newer version of this package. */
async function prepareTables(database: D1Database): Promise<void> {
  const read = () => database.prepare('select version from fw_version').all()
  const { results } = await read().catch(async (error: unknown) => {
    if (!/no such table/i.test(String(error))) throw error
    const statements = [
      ...TABLES.split(';'),
      `insert into fw_version select ${TABLES_VERSION} where not exists (select 1 from fw_version)`,
    ]
    await database.batch(statements.filter((sql) => sql.trim() !== '').map((sql) => database.prepare(sql)))
    return read()
  })
  const version = Number(results[0]?.version ?? TABLES_VERSION)
  if (version > TABLES_VERSION)
    throw new Error(
      `The database has schema ${version}, but this version of @fw/runtime supports schemas up to ${TABLES_VERSION}. Update @fw/runtime`,
    )
}
