/** Proposals in a SQLite file: the default of `fw dev` and `fw start`. Several processes may share the file. */
import {
  type PendingProposal,
  type Proposal,
  type ProposalState,
  type ProposalStore,
  type StoredCall,
  separateCall,
} from '#contract/agent/proposal.ts'
import { type StoreOptions, toKeyText, toMilliseconds } from './lifetime.ts'
import { createSqliteLink, type SqliteLink } from './sqlite-queue.ts'

interface Row {
  readonly data: string
  /** Null once the proposal isn't pending. */
  readonly call: string | null
  readonly state: ProposalState
  readonly result: string | null
  readonly resolvedBy: string | null
}

interface Owned {
  readonly subject: string | null
}

/**
 * Prefix of the names of leases among the stored values: a key of an app never contains it, because it would be escaped.
 */
const LEASE = '\u0002'

/**
 * Creates a store in the SQLite file at `path`, and its folder. The file is opened, and the native binding loaded, on first
 * use. Throws `unavailable` while the file can't be used.
 */
export function createSqliteProposalStore(path: string, options?: StoreOptions): ProposalStore {
  const link = createSqliteLink(path, options)
  return { ...sqliteProposals(link, options?.now), close: link.close }
}

/**
 * Returns the proposal store of an open file. New and claimed proposals are on disk before the call returns: if a power
 * failure undid a claim, the same payment could be approved again. Outcomes aren't awaited: at worst, a call that ran has
 * no outcome. `claim` is one transaction, so that only one of several processes succeeds.
 */
export function sqliteProposals(link: SqliteLink, now: () => number = Date.now): ProposalStore {
  return {
    put(proposal) {
      const { call: callData, rest } = separateCall(proposal)
      const { state, result: _result, ...data } = rest
      const { id, createdAt, expiresAt } = data
      const subject = toSubject(data.subject)
      const times = [Math.floor(createdAt), Math.floor(expiresAt)]
      const call = JSON.stringify(callData)
      const row = [id, subject, state, ...times, JSON.stringify(data), call]
      return link.write((statements) => {
        const over = statements.expireProposals.run([Date.now(), subject, times[0]])
        if (over.changes > 0) statements.trimProposals.run([subject, 0])
        statements.putProposal.run(row)
      }, true)
    },
    async get(id) {
      const row = await link.read(({ getProposal }) => getProposal.get([toKeyText(id)]) as Row | undefined)
      return row === undefined ? undefined : toProposal(row)
    },
    async list(subject, now) {
      const rows = await link.read(({ listProposals }) => listProposals.all([toSubject(subject), Math.floor(now)]))
      return (rows as Row[]).map(toProposal)
    },
    async pending(subject, now) {
      const rows = await link.read(({ pendingProposals }) =>
        pendingProposals.all([toSubject(subject), Math.floor(now)]),
      )
      // The columns of the statement.
      return rows as PendingProposal[]
    },
    claim(id, state, now, resolvedBy) {
      // A running call is counted when it has a result.
      const resolvedAt = state === 'executed' ? null : Date.now()
      // As JSON, because a lone surrogate doesn't survive UTF-8.
      const by = JSON.stringify(resolvedBy) ?? null
      const values = [state, resolvedAt, by, toKeyText(id), Math.floor(now)]
      return link.write(({ claimProposal, trimProposals }) => {
        const claimed = claimProposal.get(values) as Owned | undefined
        if (claimed !== undefined && state !== 'executed') trimProposals.run([claimed.subject, 0])
        return claimed !== undefined
      }, true)
    },
    settle(id, result) {
      const values = [JSON.stringify(result) ?? null, Date.now(), toKeyText(id)]
      return link.write(({ settleProposal, trimProposals }) => {
        const settled = settleProposal.get(values) as Owned | undefined
        if (settled !== undefined) trimProposals.run([settled.subject, 1])
      }, false)
    },
    hold(id, ttlMs) {
      const [name, lifetime] = [LEASE + toKeyText(id), toMilliseconds(ttlMs)]
      return link.write(({ write }) => void write.run([name, '1', Math.floor(now()) + lifetime]), false)
    },
    isHeld: (id) => link.read(({ read }) => read.get([LEASE + toKeyText(id), Math.floor(now())]) !== undefined),
  }
}

function toSubject(subject: string | undefined): string | null {
  return subject === undefined ? null : toKeyText(subject)
}

/** The row was written by `put` from a proposal. */
function toProposal({ data, call, state, result, resolvedBy }: Row): Proposal {
  return {
    ...(JSON.parse(data) as Omit<Proposal, 'state' | 'result' | keyof StoredCall>),
    ...(call === null ? {} : (JSON.parse(call) as StoredCall)),
    ...(resolvedBy === null ? {} : { resolvedBy: JSON.parse(resolvedBy) as string }),
    state,
    ...(result === null ? {} : { result: JSON.parse(result) as unknown }),
  }
}
