/**
 * The operations of a store in a D1 database. D1 has no interactive transactions: each operation is one statement, or one batch
 * whose later statements don't depend on a result in the client. No statement has more than a few of its 100 parameters.
 * https://developers.cloudflare.com/d1/platform/limits/
 */
import type { PendingProposal } from '#contract/agent/proposal.ts'
import type { D1Database, D1Statement } from './d1-api.ts'
import type { DurableOperations } from './durable-object.ts'
import { CALL, NEXT, RESULT, type StoredProposal } from './durable-proposals.ts'
import { splitText } from './durable-texts.ts'
import { KEEP_SETTLED_MS, MAX_RESOLVED } from './lifetime.ts'

type Operations = {
  readonly [Name in keyof DurableOperations]: (
    ...values: Parameters<DurableOperations[Name]>
  ) => Promise<ReturnType<DurableOperations[Name]>>
}

/** Rows of a table that a sweep deletes at most: D1 refuses statements that take long. */
const SWEEP_ROWS = 5_000
const TABLE_KEYS = { fw_claims: 'key', fw_sums: 'key', fw_hits: 'key, at, copy', fw_texts: 'key, part' }

const IS_OVER = `state = 'pending' and expires_at <= ?2`
const OF_CALLS = `select '${CALL}' || id from fw_proposals`
/** ?1: subject. The proposals of calls that ran, or of calls that never ran, after the newest ones. */
const selectOld = (subject: string, ended: 0 | 1) => `select id from fw_proposals
  where subject = ${subject} and ended = ${ended} and resolved is not null
  order by resolved desc, rowid desc limit -1 offset ${MAX_RESOLVED}`

/** A proposal, and the parts of its call or of its result. */
const PROPOSAL = `select proposal.*, parts.text as text from fw_proposals as proposal left join fw_texts as parts
  on parts.key = case when proposal.state = 'pending' then '${CALL}' else '${RESULT}' end || proposal.id`

interface Row {
  readonly id: string
  readonly subject: string
  readonly state: StoredProposal['state']
  readonly created_at: number
  readonly expires_at: number
  readonly data: string
  readonly resolved_by: string | null
  readonly text: string | null
}

/** Creates the operations. The tables exist. */
export function createD1Operations(database: D1Database): Operations {
  const prepare = (sql: string, ...values: readonly (string | number | null)[]) => database.prepare(sql).bind(...values)
  const writeParts = (key: string, text: string, expiresAt: number): readonly D1Statement[] => {
    const parts = splitText(text)
    return [
      prepare('delete from fw_texts where key = ?1 and part >= ?2', key, parts.length),
      ...parts.map((part, index) =>
        prepare('insert or replace into fw_texts values (?1, ?2, ?3, ?4)', key, index, part, expiresAt),
      ),
    ]
  }
  const find = async (sql: string, ...values: readonly (string | number)[]): Promise<readonly StoredProposal[]> =>
    collectProposals((await prepare(sql, ...values).all()).results as unknown as readonly Row[]) // the columns

  return {
    async claim(key, ttlMs, time = Date.now()) {
      const claimed = prepare(
        `insert into fw_claims values (?1, ?2) on conflict (key) do update set expires_at = excluded.expires_at
          where fw_claims.expires_at <= ?3 returning key`,
        ...[key, time + ttlMs, time],
      )
      return (await claimed.all()).results.length === 1
    },
    async hit(key, limit, windowMs, time = Date.now()) {
      const [, added, counted] = await database.batch([
        prepare('delete from fw_hits where key = ?1 and at <= ?2', key, time - windowMs),
        prepare(
          `insert into fw_hits
            select ?1, ?2, (select coalesce(max(copy), 0) + 1 from fw_hits where key = ?1 and at = ?2), ?3
            where (select count(*) from fw_hits where key = ?1) < ?4 returning at`,
          ...[key, time, time + windowMs, limit],
        ),
        prepare('select count(*) as hits, min(at) as oldest from fw_hits where key = ?1', key),
      ])
      // An aggregate always returns a row.
      const row = counted?.results[0] ?? {}
      const { hits, oldest } = row as { readonly hits: number; readonly oldest: number | null }
      return {
        allowed: added?.results.length === 1,
        remaining: Math.max(0, limit - hits),
        resetMs: oldest === null ? 0 : oldest + windowMs - time,
      }
    },
    async add(key, amount, ttlMs, time = Date.now()) {
      const added = prepare(
        `insert into fw_sums values (?1, ?2, ?3) on conflict (key) do update set
          sum = case when fw_sums.expires_at > ?4 then fw_sums.sum + excluded.sum else excluded.sum end,
          expires_at = case when fw_sums.expires_at > ?4 then fw_sums.expires_at else excluded.expires_at end
          returning sum`,
        ...[key, amount, time + ttlMs, time],
      )
      return Number((await added.all()).results[0]?.sum)
    },
    async read(key, time = Date.now()) {
      const { results } = await prepare(
        'select text from fw_texts where key = ?1 and expires_at > ?2 order by part',
        ...[key, time],
      ).all()
      return results.length === 0 ? undefined : results.map(({ text }) => text).join('')
    },
    async write(key, text, ttlMs, time = Date.now()) {
      await database.batch(writeParts(key, text, time + ttlMs))
    },
    async remove(key) {
      await prepare('delete from fw_texts where key = ?1', key).all()
    },
    async put({ id, subject, state, createdAt, expiresAt, data, call }) {
      await database.batch([
        prepare(
          `update fw_proposals set state = 'expired', resolved = ${NEXT} where subject = ?1 and ${IS_OVER}`,
          ...[subject, createdAt],
        ),
        prepare(`delete from fw_texts where key in (${OF_CALLS} where subject = ?1 and state = 'expired')`, subject),
        prepare(`delete from fw_proposals where id in (${selectOld('?1', 0)})`, subject),
        prepare(
          'insert or replace into fw_proposals values (?1, ?2, ?3, ?4, ?5, ?6, null, null, 0)',
          ...[id, subject, state, createdAt, expiresAt, data],
        ),
        prepare('delete from fw_texts where key = ?1', RESULT + id),
        ...(call === undefined ? [] : writeParts(CALL + id, call, expiresAt + KEEP_SETTLED_MS)),
      ])
    },
    get: async (id) => (await find(`${PROPOSAL} where proposal.id = ?1 order by part`, id))[0],
    list: (subject, at) =>
      find(
        `${PROPOSAL} where proposal.subject = ?1 and proposal.state = 'pending' and proposal.expires_at > ?2
          order by proposal.created_at, proposal.rowid, part`,
        ...[subject, at],
      ),
    async pending(subject, at) {
      const { results } = await prepare(
        `select id, created_at as createdAt, expires_at as expiresAt from fw_proposals
          where subject = ?1 and state = 'pending' and expires_at > ?2 order by created_at, rowid`,
        ...[subject, at],
      ).all()
      return results as unknown as readonly PendingProposal[] // the columns of the statement
    },
    async resolve(id, state, at, resolvedBy) {
      const isExecuted = state === 'executed'
      const subject = '(select subject from fw_proposals where id = ?1)'
      const [claimed] = await database.batch([
        prepare(
          // A running call is counted when it has a result.
          `update fw_proposals set state = ?2, resolved_by = ?3, resolved = ${isExecuted ? 'null' : NEXT}
            where id = ?1 and state = 'pending' and expires_at > ?4 returning id`,
          ...[id, state, resolvedBy ?? null, at],
        ),
        prepare(`delete from fw_texts where key in (${OF_CALLS} where id = ?1 and state <> 'pending')`, id),
        ...(isExecuted ? [] : [prepare(`delete from fw_proposals where id in (${selectOld(subject, 0)})`, id)]),
      ])
      return claimed?.results.length === 1
    },
    async settle(id, result) {
      const parts = result === undefined ? [] : splitText(result)
      const old = selectOld('(select subject from fw_proposals where id = ?1)', 1)
      await database.batch([
        prepare(`update fw_proposals set resolved = ${NEXT}, ended = 1 where id = ?1`, id),
        ...parts.map((part, index) =>
          prepare(
            `insert or replace into fw_texts select ?2, ?3, ?4, expires_at + ?5 from fw_proposals where id = ?1`,
            ...[id, RESULT + id, index, part, KEEP_SETTLED_MS],
          ),
        ),
        prepare(`delete from fw_texts where key in (select '${RESULT}' || id from (${old}))`, id),
        prepare(`delete from fw_proposals where id in (${old})`, id),
      ])
    },
    async ping() {
      await prepare('select 1').all()
    },
  }
}

/** Joins the rows of each proposal. */
function collectProposals(rows: readonly Row[]): readonly StoredProposal[] {
  const found = new Map<string, StoredProposal>()
  for (const { text, ...row } of rows) {
    const isPending = row.state === 'pending'
    const before = found.get(row.id)
    const joined = text === null ? undefined : ((isPending ? before?.call : before?.result) ?? '') + text
    found.set(row.id, {
      ...{ id: row.id, subject: row.subject, state: row.state, data: row.data },
      ...{ createdAt: row.created_at, expiresAt: row.expires_at, resolvedBy: row.resolved_by ?? undefined },
      call: isPending ? joined : undefined,
      result: isPending ? undefined : joined,
    })
  }
  return [...found.values()]
}

/** Expires proposals whose time is over, and deletes a part of the data that nobody can read any more. */
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
