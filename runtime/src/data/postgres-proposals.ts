/** Proposals in Postgres, for several machines. Every change is one statement, so that exactly one of several servers succeeds. */
import {
  type PendingProposal,
  type Proposal,
  type ProposalState,
  type ProposalStore,
  type StoredCall,
  separateCall,
} from '#contract/agent/proposal.ts'
import { MAX_RESOLVED, type StoreOptions, toMilliseconds } from './lifetime.ts'
import type { PostgresStatement } from './postgres-connection.ts'
import { PostgresLink } from './postgres-link.ts'
import { selectTime, toRowKey } from './postgres-row.ts'
import { parsePostgresUrl } from './postgres-url.ts'

const PROPOSAL = 'select data, call, state, result, resolved_by from $schema.proposals'
const NEXT = `nextval('$schema.resolutions')`

/**
 * Deletes a subject's resolved proposals after the newest ones. Rows that another transaction changes are skipped, because
 * its own statement deletes them. `subject` selects the subject from a table with one row, or without one.
 */
function trim(subject: string, executed: boolean, keep: number, except: string): string {
  return `delete from $schema.proposals where id in (
    select id from $schema.proposals where id in (
      select old.id from $schema.proposals as old, ${subject} as owner
      where old.subject = owner.subject and old.resolved is not null and (old.state = 'executed') = ${executed} and old.id <> ${except}
      order by old.resolved desc offset ${keep}) for update skip locked)`
}

/** $1: id, $2: subject, $3: created at, $4: expires at, $5: data, $6: call. Expired proposals lose their calls. */
const PUT: PostgresStatement = {
  name: 'fw_put',
  sql: `with over as (
      update $schema.proposals set state = 'expired', call = null, resolved = ${NEXT} where id in (
        select id from $schema.proposals
        where subject = $2 and state = 'pending' and expires_at <= $3::bigint and id <> $1 for update skip locked)
      returning subject),
    trimmed as (${trim('(select subject from over limit 1)', false, MAX_RESOLVED, '$1')})
    insert into $schema.proposals (id, subject, state, created_at, expires_at, data, call)
    values ($1, $2, 'pending', $3::bigint, $4::bigint, $5, $6)
    on conflict (id) do update set subject = excluded.subject, state = excluded.state, created_at = excluded.created_at,
      expires_at = excluded.expires_at, data = excluded.data, call = excluded.call, result = null, resolved_by = null,
      resolved = null`,
}

const GET: PostgresStatement = { name: 'fw_get', sql: `${PROPOSAL} where id = $1` }

/** $1: subject, $2: time. */
const IS_PENDING = `where subject = $1 and state = 'pending' and expires_at > $2::bigint order by created_at, position`
const LIST: PostgresStatement = { name: 'fw_list', sql: `${PROPOSAL} ${IS_PENDING}` }
const PENDING: PostgresStatement = {
  name: 'fw_pending',
  sql: `select id, created_at, expires_at from $schema.proposals ${IS_PENDING}`,
}

/** $1: id, $2: time, $3: resolved by. A running call is counted when it has a result. */
const EXECUTE: PostgresStatement = {
  name: 'fw_execute',
  sql: `update $schema.proposals set state = 'executed', resolved_by = $3, call = null
    where id = $1 and state = 'pending' and expires_at > $2::bigint`,
}

/** $1: id, $2: time, $3: resolved by, $4: state. */
const RESOLVE: PostgresStatement = {
  name: 'fw_resolve',
  sql: `with claimed as (
      update $schema.proposals set state = $4, resolved_by = $3, call = null, resolved = ${NEXT}
      where id = $1 and state = 'pending' and expires_at > $2::bigint returning subject),
    trimmed as (${trim('claimed', false, MAX_RESOLVED - 1, '$1')})
    select 1 from claimed`,
}

/** $1: id, $2: result. */
const SETTLE: PostgresStatement = {
  name: 'fw_settle',
  sql: `with settled as (
      update $schema.proposals set result = $2, resolved = ${NEXT} where id = $1 returning subject),
    trimmed as (${trim('settled', true, MAX_RESOLVED - 1, '$1')})
    select 1 from settled`,
}

/** $1: id, $2: lifetime, $3: time. */
const HOLD: PostgresStatement = {
  name: 'fw_hold',
  sql: `insert into $schema.texts (key, text, expires_at)
    select $1, '1', at + $2::bigint from (${selectTime(3)}) as clock
    on conflict (key) do update set expires_at = excluded.expires_at`,
}

/** $1: id, $2: time. */
const IS_HELD: PostgresStatement = {
  name: 'fw_is_held',
  sql: `select 1 from $schema.texts, (${selectTime(2)}) as clock where key = $1 and expires_at > at`,
}

/** Prefix of leases among the strings. A key of an app never contains it, because it would be escaped. */
const LEASE = '\u0002'

/**
 * Creates a store in the Postgres at `url` (`postgres://…`; PostgreSQL 13 or newer). Connects on first use and again after
 * a loss. Throws `unavailable` (503) while Postgres can't be reached.
 */
export function createPostgresProposalStore(url: string, options: StoreOptions = {}): ProposalStore {
  const link = new PostgresLink(parsePostgresUrl(url), options)
  return { ...postgresProposals(link, options.now), close: () => link.close() }
}

/** Returns the proposal store of a connection. */
export function postgresProposals(link: PostgresLink, now?: () => number): ProposalStore {
  const time = () => (now === undefined ? null : Math.floor(now()))
  return {
    async put(proposal) {
      const { call, rest } = separateCall(proposal)
      const { state: _state, result: _result, ...data } = rest
      const times = [Math.floor(data.createdAt), Math.floor(data.expiresAt)]
      const texts = [JSON.stringify(data), JSON.stringify(call)]
      await link.run('write', PUT, [toRowKey(data.id), toOwner(data.subject), ...times, ...texts], toRow(data.id))
    },
    async get(id) {
      const [row] = (await link.run('read', GET, [toRowKey(id)])).rows
      return row && toProposal(row)
    },
    async list(subject, at) {
      return (await link.run('read', LIST, [toOwner(subject), Math.floor(at)])).rows.map(toProposal)
    },
    async pending(subject, at) {
      const { rows } = await link.run('read', PENDING, [toOwner(subject), Math.floor(at)])
      return rows.map(
        ([id, createdAt, expiresAt]): PendingProposal => ({
          id: String(id),
          createdAt: Number(createdAt),
          expiresAt: Number(expiresAt),
        }),
      )
    },
    async claim(id, state, at, resolvedBy) {
      const key = toRowKey(id)
      // As JSON, because Postgres accepts neither NUL nor a lone surrogate.
      const values = [key, Math.floor(at), JSON.stringify(resolvedBy) ?? null]
      const { count } =
        state === 'executed'
          ? await link.run('write', EXECUTE, values, toRow(id))
          : await link.run('write', RESOLVE, [...values, state], toRow(id))
      return count === 1
    },
    async settle(id, result) {
      await link.run('write', SETTLE, [toRowKey(id), JSON.stringify(result) ?? null], toRow(id))
    },
    async hold(id, ttlMs) {
      const key = LEASE + toRowKey(id)
      await link.run('relaxed', HOLD, [key, toMilliseconds(ttlMs), time()], `texts ${key}`)
    },
    isHeld: async (id) => (await link.run('read', IS_HELD, [LEASE + toRowKey(id), time()])).count === 1,
  }
}

/** Returns the name of the locked row. */
function toRow(id: string): string {
  return `proposals ${id}`
}

/** Proposals without a subject have an owner too: an index doesn't find null. */
function toOwner(subject: string | undefined): string {
  return subject === undefined ? '' : `=${toRowKey(subject)}`
}

/** The row was written by `put` from a proposal. */
function toProposal(row: readonly unknown[]): Proposal {
  const [data, call, state, result, resolvedBy] = row as Columns
  return {
    ...(JSON.parse(data) as Omit<Proposal, 'state' | 'result' | keyof StoredCall>),
    ...(call === null ? {} : (JSON.parse(call) as StoredCall)),
    ...(resolvedBy === null ? {} : { resolvedBy: JSON.parse(resolvedBy) as string }),
    state,
    ...(result === null ? {} : { result: JSON.parse(result) as unknown }),
  }
}

type Columns = readonly [
  data: string,
  call: string | null,
  state: ProposalState,
  result: string | null,
  resolvedBy: string | null,
]
