/**
 * The operations of a store in a D1 database. D1 has no interactive transactions: each operation is one statement, or one batch
 * whose later statements don't depend on a result in the client. No statement has more than a few of its 100 parameters.
 * https://developers.cloudflare.com/d1/platform/limits/
 */
import { NEXT } from '../durable-proposals.ts'
import { KEEP_SETTLED_MS } from '../lifetime.ts'
import type { D1Database } from './d1-api.ts'
import { createKeyOperations } from './d1-keys.ts'
import { createProposalOperations, OF_CALLS } from './d1-proposals.ts'
import { type D1Operations, openStatements } from './d1-statements.ts'

/** Rows of a table that a sweep deletes at most: D1 refuses statements that take long. */
const SWEEP_ROWS = 5_000
const TABLE_KEYS = { fw_claims: 'key', fw_sums: 'key', fw_hits: 'key, at, copy', fw_texts: 'key, part' }

/** Creates the operations. The tables exist. */
export function createD1Operations(database: D1Database): D1Operations {
  const statements = openStatements(database)
  return {
    ...createKeyOperations(statements),
    ...createProposalOperations(statements),
    async ping() {
      await statements.prepare('select 1').all()
    },
  }
}

/** Expires proposals whose time is over, and deletes a part of the data that has expired. */
export async function sweepD1(database: D1Database, at: number): Promise<void> {
  const prepare = (sql: string, time: number) => database.prepare(sql).bind(time)
  await database.batch([
    prepare(
      `update fw_proposals set state = 'expired', resolved = ${NEXT} where state = 'pending' and expires_at <= ?1`,
      at,
    ),
    prepare(`delete from fw_texts where key in (${OF_CALLS} where state = 'expired' and expires_at <= ?1)`, at),
    prepare('delete from fw_proposals where expires_at <= ?1', at - KEEP_SETTLED_MS),
    ...Object.entries(TABLE_KEYS).map(([table, key]) =>
      prepare(
        `delete from ${table} where (${key}) in (select ${key} from ${table} where expires_at <= ?1 limit ${SWEEP_ROWS})`,
        at,
      ),
    ),
  ])
}
