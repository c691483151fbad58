/**
 * `npm run soak`: tests that need a long time or kills. Each part returns its problems; an empty list means success.
 */
import { startPostgres } from '../servers/postgres.ts'
import { startRedis } from '../servers/redis.ts'
import { soakAssignability } from './assignability.ts'
import { soakCauses } from './causes.ts'
import { soakCrash } from './crash.ts'
import { soakEdits } from './edits.ts'
import { soakFixes } from './fixes.ts'
import { soakLeavers } from './leavers.ts'
import { buildLedger } from './ledger-app.ts'
import { soakLoad } from './load.ts'
import { soakMemory } from './memory.ts'
import { soakNavigation } from './navigation.ts'
import { soakOutage } from './outage.ts'
import { soakPages } from './page-requests.ts'
import { soakComponents } from './random-components.ts'
import { soakTypes } from './random-types.ts'
import { soakRpc } from './rpc-fuzz.ts'
import { soakStoreKills } from './store-kills.ts'
import { soakWorkers } from './workers.ts'

export interface SoakOptions {
  /** Runs one part instead of all. */
  readonly only?: string | undefined
  /** Duration of the parts with random code and with workers. */
  readonly minutes: number
  /** Seed of the random parts. */
  readonly seed: number
}

type Part = () => Promise<readonly string[]>

export async function runSoak(log: (line: string) => void, options: SoakOptions): Promise<readonly string[]> {
  const redis = lazily(startRedis)
  const postgres = lazily(startPostgres)
  const ledger = lazily(async () => buildLedger())
  const withLedger = (part: Part) => async () => {
    await ledger.get()
    return part()
  }
  const parts: Readonly<Record<string, Part>> = {
    types: () => soakTypes(options.minutes, log, options.seed),
    assignability: () => soakAssignability(options.minutes, log, options.seed),
    fixes: () => soakFixes(options.minutes, log, options.seed),
    components: () => soakComponents(options.minutes, log, options.seed),
    edits: () => soakEdits(options.minutes, log, options.seed),
    causes: () => soakCauses(options.minutes, log, options.seed),
    leavers: withLedger(() => soakLeavers(log)),
    memory: withLedger(() => soakMemory(log)),
    load: () => soakLoad(log),
    pages: () => soakPages(log),
    rpc: () => soakRpc(log, options.seed),
    navigation: () => soakNavigation(log),
    'crash-sqlite': withLedger(() => soakCrash('SQLite', 'sqlite:.fw/data/fw.db', log)),
    'crash-redis': withLedger(async () => soakCrash('Redis', (await redis.get()).url, log)),
    'crash-postgres': withLedger(async () => {
      const server = await postgres.get()
      const data = `${server.url}?schema=kills`
      return [
        ...(await soakCrash('Postgres', server.url, log)),
        ...(await soakStoreKills(['Postgres', data], server, options.minutes, log, options.seed)),
      ]
    }),
    workers: withLedger(() =>
      soakWorkers(options.minutes, log, options.seed, ['SQLite', 'sqlite:.fw/data/workers.db']),
    ),
    'workers-redis': withLedger(async () =>
      soakWorkers(options.minutes, log, options.seed, ['Redis', (await redis.get()).url]),
    ),
    'workers-postgres': withLedger(async () =>
      soakWorkers(options.minutes, log, options.seed, ['Postgres', (await postgres.get()).url]),
    ),
    outage: withLedger(async () => {
      const server = await redis.get()
      return soakOutage('Redis', server, `${server.url}?prefix=outage:`, log)
    }),
    'outage-postgres': withLedger(async () => {
      const server = await postgres.get()
      return soakOutage('Postgres', server, `${server.url}?schema=outage`, log)
    }),
  }
  const { only } = options
  const chosen = only === undefined ? Object.values(parts) : [parts[only]]
  const problems: string[] = []
  try {
    for (const part of chosen)
      problems.push(...((await part?.()) ?? [`--only ${only}: there are ${Object.keys(parts).join(', ')}.`]))
    return problems
  } finally {
    await redis.made()?.then((server) => server.close())
    await postgres.made()?.then((server) => server.close())
  }
}

/** Created on first use. */
function lazily<Value>(make: () => Promise<Value>): { get(): Promise<Value>; made(): Promise<Value> | undefined } {
  let value: Promise<Value> | undefined
  return {
    get() {
      value ??= make()
      return value
    },
    made: () => value,
  }
}
