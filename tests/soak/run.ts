/** `npm run soak`: what only time and kills show. Every part returns its problems; none means it held. */
import { soakCrash } from './crash.ts'
import { buildLedger } from './ledger-app.ts'
import { soakMemory } from './memory.ts'

export async function runSoak(log: (line: string) => void): Promise<readonly string[]> {
  buildLedger()
  return [...(await soakMemory(log)), ...(await soakCrash(log))]
}
