/** Removes expired rows of a store in Postgres: of all processes, one does it about once a minute. */
import { KEEP_SETTLED_MS, type StoreOptions, SWEEP_EVERY_MS } from './lifetime.ts'
import type { PostgresStatement } from './postgres-connection.ts'
import type { PostgresLink } from './postgres-link.ts'
import { selectTime } from './postgres-row.ts'

/** Maximum number of rows that a statement changes, so that it doesn't delay waiting calls. */
const ROWS = 500
/** Maximum number of statements of a kind in a sweep. */
const ROUNDS = 200

/** $1: time. Changes the row for one process only. */
const TAKE_TURN: PostgresStatement = {
  name: 'fw_sweep',
  sql: `update $schema.version set swept_at = clock.at from (${selectTime(1)}) as clock where swept_at <= clock.at - ${SWEEP_EVERY_MS / 2}`,
}

/** $1: time. */
const EXPIRE: PostgresStatement = {
  name: 'fw_sweep_pending',
  sql: `update $schema.proposals set state = 'expired', call = null, resolved = nextval('$schema.resolutions')
    where id in (select id from $schema.proposals, (${selectTime(1)}) as clock
      where state = 'pending' and expires_at <= clock.at limit ${ROWS} for update of proposals skip locked)`,
}

const SWEEPS: readonly PostgresStatement[] = [
  EXPIRE,
  removeExpired('proposals', 'id', KEEP_SETTLED_MS),
  removeExpired('claims', 'key'),
  removeExpired('texts', 'key'),
  removeExpired('sums', 'key'),
  removeExpired('hits', 'key'),
  removeExpired('messages', 'id'),
]

/** $1: time. Rows that a call changes right now are left for later. */
function removeExpired(table: string, key: string, keepMs = 0): PostgresStatement {
  return {
    name: `fw_sweep_${table}`,
    sql: `delete from $schema.${table} where ${key} in (
      select ${key} from $schema.${table}, (${selectTime(1)}) as clock
      where expires_at <= clock.at - ${keepMs} limit ${ROWS} for update of ${table} skip locked)`,
  }
}

/** Returns a function to call after writes. It sweeps in the background if it is time to. */
export function createPostgresSweep(link: PostgresLink, { now }: Pick<StoreOptions, 'now'>): () => void {
  let sweepAt = 0
  return () => {
    const at = Math.floor(now?.() ?? Date.now())
    if (at < sweepAt) return
    // Processes that start together don't remain together.
    sweepAt = at + SWEEP_EVERY_MS * (0.75 + Math.random() / 2)
    // The link logs the reason of an outage.
    sweep(link, now === undefined ? null : at).catch(() => undefined)
  }
}

async function sweep(link: PostgresLink, at: number | null): Promise<void> {
  if ((await link.run('relaxed', TAKE_TURN, [at])).count === 0) return
  for (const statement of SWEEPS)
    for (let round = 0; round < ROUNDS; round += 1) if ((await link.run('relaxed', statement, [at])).count < ROWS) break
}
