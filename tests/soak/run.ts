/** `npm run soak`: what only time and kills show. Every part returns its problems; none means it held. */
import { startRedis } from '../servers/redis.ts'
import { soakCrash } from './crash.ts'
import { soakLeavers } from './leavers.ts'
import { buildLedger } from './ledger-app.ts'
import { soakMemory } from './memory.ts'
import { soakOutage } from './outage.ts'
import { soakPages } from './page-requests.ts'

export async function runSoak(log: (line: string) => void): Promise<readonly string[]> {
  buildLedger()
  const redis = await startRedis()
  try {
    return [
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
