/** A data store in Postgres, which several machines can share. */
import type { DataStore } from '#contract/config/data.ts'
import { toMessage, toMilliseconds, toWhole } from './lifetime.ts'
import type { PostgresStatement } from './postgres-connection.ts'
import { PostgresLink, type PostgresLinkOptions } from './postgres-link.ts'
import { postgresProposals } from './postgres-proposals.ts'
import { selectTime, toRowKey } from './postgres-row.ts'
import { createPostgresSweep } from './postgres-sweep.ts'
import type { PostgresSettings } from './postgres-url.ts'
import { PostgresWatch } from './postgres-watch.ts'

/** $1: key, $2: lifetime, $3: time. */
const CLAIM: PostgresStatement = {
  name: 'fw_claim',
  sql: `insert into $schema.claims as held (key, expires_at) select $1, at + $2::bigint from (${selectTime(3)}) as clock
    on conflict (key) do update set expires_at = excluded.expires_at
    where held.expires_at <= excluded.expires_at - $2::bigint`,
}

/**
 * $1: key, $2: limit, $3: window, $4: time. A row contains the times of its hits, in order, so that one statement removes
 * old ones, counts the others and adds a new one. The expiry is rounded up to whole minutes: most changes then leave the
 * index as it is.
 */
const HIT: PostgresStatement = {
  name: 'fw_hit',
  sql: `insert into $schema.hits as held (key, times, allowed, at, expires_at)
    select $1, case when $2::float8 >= 1 then array[at] else '{}' end, $2::float8 >= 1, at,
      (at + $3::bigint + 59999) / 60000 * 60000
    from (${selectTime(4)}) as clock
    on conflict (key) do update set (times, allowed, at, expires_at) = (
      select case when cardinality(kept) < $2::float8
          then kept || greatest(excluded.at, kept[cardinality(kept)]) else kept end,
        cardinality(kept) < $2::float8, excluded.at, greatest(held.expires_at, excluded.expires_at)
      from (select held.times[width_bucket(excluded.at - $3::bigint, held.times) + 1:] as kept) as inside)
    returning allowed, cardinality(times), times[1] + $3::bigint - at`,
}

/** $1: key, $2: amount, $3: lifetime, $4: time. */
const ADD: PostgresStatement = {
  name: 'fw_add',
  sql: `insert into $schema.sums as held (key, sum, expires_at)
    select $1, $2::bigint, at + $3::bigint from (${selectTime(4)}) as clock
    on conflict (key) do update set (sum, expires_at) = (
      select case when is_over then excluded.sum else held.sum + excluded.sum end,
        case when is_over then excluded.expires_at else held.expires_at end
      from (select held.expires_at <= excluded.expires_at - $3::bigint as is_over) as state)
    returning sum`,
}

/** $1: key, $2: time. */
const READ: PostgresStatement = {
  name: 'fw_read',
  sql: `select text from $schema.texts, (${selectTime(2)}) as clock where key = $1 and expires_at > at`,
}

/** $1: key, $2: text, $3: lifetime, $4: time. */
const WRITE: PostgresStatement = {
  name: 'fw_write',
  sql: `insert into $schema.texts (key, text, expires_at)
    select $1, $2, at + $3::bigint from (${selectTime(4)}) as clock
    on conflict (key) do update set text = excluded.text, expires_at = excluded.expires_at`,
}

const REMOVE: PostgresStatement = { name: 'fw_remove', sql: 'delete from $schema.texts where key = $1' }

const PING: PostgresStatement = { name: 'fw_ping', sql: 'select version from $schema.version' }

/**
 * Opens a store in a schema of Postgres. Claims, sums, strings and proposals survive a crash of the server. A crash may
 * undo the last moments of hits.
 */
export function openPostgresData(settings: PostgresSettings, options: PostgresLinkOptions = {}): DataStore {
  const { now } = options
  const link = new PostgresLink(settings, options)
  const watch = new PostgresWatch(link, options)
  link.onWrite = createPostgresSweep(link, options)
  const time = () => (now === undefined ? null : Math.floor(now()))
  return {
    proposals: postgresProposals(link, now),
    async claim(key, ttlMs) {
      const name = toRowKey(key)
      return (await link.run('write', CLAIM, [name, toMilliseconds(ttlMs), time()], `claims ${name}`)).count === 1
    },
    async hit(key, limit, windowMs) {
      const name = toRowKey(key)
      const values = [name, limit, toMilliseconds(windowMs), time()]
      const { rows } = await link.run('relaxed', HIT, values, `hits ${name}`)
      const [allowed, hits, resetMs] = rows[0] as [boolean, number, string | null] // `returning`
      return { allowed, remaining: Math.max(0, limit - hits), resetMs: Number(resetMs ?? 0) }
    },
    async add(key, amount, ttlMs) {
      const name = toRowKey(key)
      const values = [name, toWhole(amount), toMilliseconds(ttlMs), time()]
      return Number((await link.run('write', ADD, values, `sums ${name}`)).rows[0]?.[0])
    },
    async read(key) {
      const text = (await link.run('read', READ, [toRowKey(key), time()])).rows[0]?.[0]
      return typeof text === 'string' ? (JSON.parse(text) as string) : undefined
    },
    async write(key, text, ttlMs) {
      const name = toRowKey(key)
      // As JSON, because Postgres accepts neither NUL nor a lone surrogate.
      await link.run('write', WRITE, [name, JSON.stringify(text), toMilliseconds(ttlMs), time()], `texts ${name}`)
    },
    async remove(key) {
      const name = toRowKey(key)
      await link.run('write', REMOVE, [name], `texts ${name}`)
    },
    publish: (channel, text) => watch.publish(channel, toMessage(text)),
    watch: (channel, onMessage, onGap) => watch.add({ channel, onMessage, onGap }),
    ping: async () => void (await link.run('read', PING, [])),
    async close() {
      await watch.close()
      await link.close()
    },
  }
}
