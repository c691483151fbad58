/**
 * Parking and settling (decisions: Proposals). A proposal leaves `pending` in the store before anything runs: at most one
 * of several approvals wins, also across processes, and a call that throws is spent.
 */
import { FwError } from '#contract/error.ts'
import type { ParkedResult, Proposal, ProposalStore } from '#contract/proposal.ts'
import { createProposal, type ProposalSource, toParkedResult } from './record.ts'

export interface VaultOptions {
  readonly store: ProposalStore
  /** Lifetime of a pending proposal in milliseconds. */
  readonly ttlMs: number
  /** Pending proposals of one subject; the oldest goes when one more comes. */
  readonly maxPending: number
  readonly now: () => number
  /** Hears of each proposal once it is stored. Must not throw. */
  readonly onParked?: (proposal: Proposal) => void
}

/** Whether a caller may settle a proposal. */
export type MaySettle = (proposal: Proposal) => boolean | Promise<boolean>

export interface Vault {
  park(source: ProposalSource): Promise<ParkedResult>
  /** The pending proposal, where the caller may settle it. Undefined for unknown, foreign, settled and expired ids alike. */
  find(id: string, maySettle: MaySettle): Promise<Proposal | undefined>
  /** Claims, then runs once and keeps the wire result. Throws `unknown_proposal`, or what `execute` threw. */
  approve(id: string, maySettle: MaySettle, execute: (proposal: Proposal) => Promise<unknown>): Promise<unknown>
  /** Whether this call discarded it. */
  reject(id: string, maySettle: MaySettle): Promise<boolean>
  /** Pending proposals of a subject, oldest first. */
  list(subject: string | undefined): Promise<readonly Proposal[]>
  close(): Promise<void>
}

/** 18 to 64 base64url characters; anything else cannot be an id and never reaches a store. */
const ID = /^[\w-]{18,64}$/

export function createVault({ store, ttlMs, maxPending, now, onParked }: VaultOptions): Vault {
  const find = async (id: string, maySettle: MaySettle): Promise<Proposal | undefined> => {
    const proposal = ID.test(id) ? await store.get(id) : undefined
    if (proposal === undefined || proposal.state !== 'pending' || proposal.expiresAt <= now()) return undefined
    return (await maySettle(proposal)) ? proposal : undefined
  }

  return {
    async park(source) {
      const proposal = createProposal(source, now(), ttlMs)
      await store.put(proposal)
      await dropOldest(store, source.subject, maxPending, now())
      onParked?.(proposal)
      return toParkedResult(proposal)
    },
    find,
    async approve(id, maySettle, execute) {
      const proposal = await find(id, maySettle)
      if (proposal === undefined || !(await store.claim(id, 'executed', now()))) throw new FwError('unknown_proposal')
      const result = await execute(proposal)
      await store.settle(id, result)
      return result
    },
    async reject(id, maySettle) {
      const proposal = await find(id, maySettle)
      return proposal !== undefined && (await store.claim(id, 'rejected', now()))
    },
    list: (subject) => store.list(subject, now()),
    close: async () => store.close?.(),
  }
}

async function dropOldest(store: ProposalStore, subject: string | undefined, max: number, now: number): Promise<void> {
  const pending = await store.list(subject, now)
  for (const proposal of pending.slice(0, Math.max(0, pending.length - max)))
    await store.claim(proposal.id, 'expired', now)
}
