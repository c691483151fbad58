/** Proposals in a SQLite file: the default of `fw dev` and `fw start`. Several processes may share the file. */
import type { PendingProposal, Proposal, ProposalState, ProposalStore } from '#contract/proposal.ts'
import { type StoreOptions, toKeyText } from './lifetime.ts'
import { createSqliteLink, type SqliteLink } from './sqlite-queue.ts'

interface Row {
  readonly data: string
  readonly state: ProposalState
  readonly result: string | null
}

/**
 * A store in the SQLite file at `path`, whose folder is made. The file is opened, and the native binding loaded, by the
 * first use. Throws `unavailable` while the file cannot be used.
 */
export function createSqliteProposalStore(path: string, options?: StoreOptions): ProposalStore {
  const link = createSqliteLink(path, options)
  return { ...sqliteProposals(link), close: link.close }
}

/**
 * The proposals of an open file. What is parked and what is claimed is on the disk before it is answered: a claim that a
 * loss of power took back would let the same payment be approved again. The outcome is not waited for: at worst a call
 * that ran is left without one. `claim` is one statement, so that one of several processes wins.
 */
export function sqliteProposals(link: SqliteLink): ProposalStore {
  return {
    put({ state, result: _result, ...data }) {
      const { id, subject, createdAt, expiresAt } = data
      const row = [id, toSubject(subject), state, Math.floor(createdAt), Math.floor(expiresAt), JSON.stringify(data)]
      return link.write(({ putProposal }) => void putProposal.run(row), true)
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
      // The columns that the statement names.
      return rows as PendingProposal[]
    },
    claim(id, state, now) {
      const values = [state, toKeyText(id), Math.floor(now)]
      return link.write(({ claimProposal }) => claimProposal.run(values).changes === 1, true)
    },
    settle(id, result) {
      const values = [JSON.stringify(result) ?? null, toKeyText(id)]
      return link.write(({ settleProposal }) => void settleProposal.run(values), false)
    },
  }
}

function toSubject(subject: string | undefined): string | null {
  return subject === undefined ? null : toKeyText(subject)
}

/** The row was written by `put` from a proposal. */
function toProposal(row: Row): Proposal {
  const data = JSON.parse(row.data) as Omit<Proposal, 'state' | 'result'>
  return { ...data, state: row.state, ...(row.result === null ? {} : { result: JSON.parse(row.result) as unknown }) }
}
