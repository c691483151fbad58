/** `npm run soak`: what only time and kills show. Every part returns its problems; none means it held. */
import { startRedis } from '../servers/redis.ts'
import { soakCrash } from './crash.ts'
import { soakLeavers } from './leavers.ts'
import { buildLedger } from './ledger-app.ts'
import { soakMemory } from './memory.ts'
import { soakOutage } from './outage.ts'
import { soakPages } from './page-requests.ts'
import { soakTypes } from './random-types.ts'

export interface SoakOptions {
  /** `types`: nothing but random types. */
  readonly only?: string | undefined
  /** For the random types. */
  readonly minutes: number
  readonly seed: number
}

export async function runSoak(log: (line: string) => void, options: SoakOptions): Promise<readonly string[]> {
  if (options.only !== undefined && options.only !== 'types') return [`--only ${options.only}: there is only "types".`]
  if (options.only === 'types') return soakTypes(options.minutes, log, options.seed)
  buildLedger()
  const redis = await startRedis()
  try {
    return [
      ...(await soakTypes(options.minutes, log, options.seed)),
      ...(await soakLeavers(log)),
      ...(await soakMemory(log)),
      ...(await soakPages(log)),
      ...(await soakCrash('SQLite', 'sqlite:.fw/data/fw.db', log)),
      ...(await soakCrash('Redis', redis.url, log)),
      ...(await soakOutage(redis, log)),
    ]
  } finally {
    await redis.close()
  }
}
