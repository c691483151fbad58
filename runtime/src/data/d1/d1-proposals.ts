/** Proposals in a D1 database. */
import type { PendingProposal } from '#contract/agent/proposal.ts'
import { CALL, NEXT, RESULT, type StoredProposal } from '../durable-proposals.ts'
import { splitStoredText } from '../durable-texts.ts'
import { KEEP_SETTLED_MS, MAX_RESOLVED } from '../lifetime.ts'
import type { D1Operations, D1Statements } from './d1-statements.ts'

type ProposalOperations = Pick<D1Operations, 'put' | 'get' | 'list' | 'pending' | 'resolve' | 'settle'>

const IS_OVER = `state = 'pending' and expires_at <= ?2`
/** Selects the names of calls among the strings. */
export const OF_CALLS = `select '${CALL}' || id from fw_proposals`
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

export function createProposalOperations(statements: D1Statements): ProposalOperations {
  return { ...createChanges(statements), ...createReads(statements) }
}

function createReads({ prepare }: D1Statements): Pick<ProposalOperations, 'get' | 'list' | 'pending'> {
  const find = async (sql: string, ...values: readonly (string | number)[]): Promise<readonly StoredProposal[]> =>
    collectProposals((await prepare(sql, ...values).all()).results as unknown as readonly Row[]) // the columns
  return {
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
  }
}

function createChanges({
  prepare,
  batch,
  writeParts,
}: D1Statements): Pick<ProposalOperations, 'put' | 'resolve' | 'settle'> {
  return {
    async put({ id, subject, state, createdAt, expiresAt, data, call }) {
      await batch([
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
    async resolve(id, state, at, resolvedBy) {
      const isExecuted = state === 'executed'
      const subject = '(select subject from fw_proposals where id = ?1)'
      const [claimed] = await batch([
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
      const parts = result === undefined ? [] : splitStoredText(result)
      const old = selectOld('(select subject from fw_proposals where id = ?1)', 1)
      await batch([
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
