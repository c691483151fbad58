/**
 * Parking and settling (decisions: Proposals). A proposal leaves `pending` in the store before anything runs: at most one
 * of several approvals wins, also across processes, and a call that throws is spent.
 */
import { FwError } from '#contract/error.ts'
import type { Logger } from '#contract/log.ts'
import {
  type ParkedResult,
  type PendingProposal,
  type Proposal,
  type ProposalOutcome,
  type ProposalStore,
  type ProposedCall,
  withoutCall,
} from '#contract/proposal.ts'
import { createLeases } from './lease.ts'
import { createProposal, type ProposalSource, toParkedResult } from './record.ts'

export interface VaultOptions {
  readonly store: ProposalStore
  /** Lifetime of a pending proposal in milliseconds. */
  readonly ttlMs: number
  /** Pending proposals of one subject; the oldest goes when one more comes. */
  readonly maxPending: number
  readonly now: () => number
  readonly log: Pick<Logger, 'error'>
  /** Hears of each proposal once it is stored. Must not throw. */
  readonly onParked?: (proposal: ProposedCall) => void
}

/** Whether a caller may settle a proposal. */
export type MaySettle = (proposal: Proposal) => boolean | Promise<boolean>

/** What running a stored call came to: what is kept of it, and whatever else the one who ran it needs. */
export interface Execution {
  readonly outcome: ProposalOutcome
}

export interface Vault {
  /** Throws `rate_limited` for a caller without subject and verified key when too many of those wait already. */
  park(source: ProposalSource): Promise<ParkedResult>
  /**
   * The proposal in whatever state, where the caller may settle it or could have; one whose time is over is `expired`,
   * and a call whose process stopped has the outcome `interrupted`. `input` and `message` are there while it is pending.
   * Undefined for unknown and foreign ids alike.
   */
  find(id: string, maySettle: MaySettle): Promise<Proposal | undefined>
  /**
   * Claims, then runs once and keeps the outcome. Throws `unknown_proposal`. `execute` must not throw. `by`: the subject of
   * the user who decides.
   */
  approve<Ran extends Execution>(
    id: string,
    maySettle: MaySettle,
    execute: (proposal: Proposal) => Promise<Ran>,
    by?: string,
  ): Promise<Ran>
  /** Whether this call discarded it. */
  reject(id: string, maySettle: MaySettle, by?: string): Promise<boolean>
  /** Pending proposals of a subject, oldest first. */
  list(subject: string | undefined): Promise<readonly Proposal[]>
  close(): Promise<void>
}

/** 18 to 64 base64url characters; anything else cannot be an id and never reaches a store. */
const ID = /^[\w-]{18,64}$/

/** Whether a text could be an id at all. */
export function isProposalId(text: string): boolean {
  return ID.test(text)
}

export function createVault(options: VaultOptions): Vault {
  const { store, ttlMs, now, log, onParked } = options
  const leases = createLeases(store)

  // One read of the store for every id that could exist, known or not: the time that an answer takes tells nothing.
  const find = async (id: string, maySettle: MaySettle): Promise<Proposal | undefined> => {
    const stored = isProposalId(id) ? await store.get(id) : undefined
    if (stored === undefined) return undefined
    const proposal = toCurrent(stored, now())
    return (await maySettle(proposal)) ? leases.addInterruption(proposal) : undefined
  }
  const claim = async (
    id: string,
    maySettle: MaySettle,
    state: 'executed' | 'rejected',
    by: string | undefined,
  ): Promise<Proposal | undefined> => {
    const proposal = await find(id, maySettle)
    if (proposal?.state !== 'pending') return undefined
    // Before the claim: no reader may find a call that runs and has no lease yet.
    if (state === 'executed') await leases.take(id)
    return (await store.claim(id, state, now(), by)) ? proposal : undefined
  }

  return {
    async park(source) {
      const proposal = createProposal(source, now(), ttlMs)
      await put(options, proposal)
      // A copy: what a listener does to it must not reach the answer.
      onParked?.(structuredClone(proposal))
      return toParkedResult(proposal)
    },
    find,
    async approve(id, maySettle, execute, by) {
      const proposal = await claim(id, maySettle, 'executed', by)
      if (proposal === undefined) throw new FwError('unknown_proposal')
      return leases.renewDuring(id, async () => {
        const ran = await execute(proposal)
        try {
          await store.settle(id, ran.outcome)
        } catch (error) {
          // It ran: the person must not be told that it did not.
          log.error(`The outcome of proposal ${id} could not be kept.`, { proposal: id, err: error })
        }
        return ran
      })
    },
    reject: async (id, maySettle, by) => (await claim(id, maySettle, 'rejected', by)) !== undefined,
    list: (subject) => store.list(subject, now()),
    close: async () => store.close?.(),
  }
}

/** The proposal as it is now, whether or not its store has noticed. A store of an app may leave the call in the record. */
function toCurrent(stored: Proposal, now: number): Proposal {
  if (stored.state !== 'pending') return withoutCall(stored)
  return stored.expiresAt <= now ? { ...withoutCall(stored), state: 'expired' } : stored
}

/**
 * Keeps a new proposal within the bound of those that it counts with. Of one subject, or of one verified agent without a
 * subject, the oldest goes. Callers that nobody knows come last: once the bound is full of calls that belong to nobody,
 * the new one is refused, so that a stranger pushes out nothing that others wait for.
 */
async function put(options: VaultOptions, proposal: Proposal): Promise<void> {
  const { store, maxPending, now } = options
  const { id, subject, agent } = proposal
  const isStranger = subject === undefined && agent === undefined
  if (isStranger) refuseBeyond(maxPending - 1, await listPending(store, undefined, now()), now())
  await store.put(proposal)
  // Counted after the put, so that of several at once, in whatever processes, the last one sees them all.
  const all = await listPending(store, subject, now())
  if (all.length <= maxPending) return
  if (!isStranger) return dropOldest(options, subject === undefined ? await listProposals(store, agent, now()) : all)
  const before = all.filter((other) => other.createdAt < proposal.createdAt || isTieBefore(other, proposal))
  if (before.length < maxPending) return
  await store.claim(id, 'expired', now())
  refuseBeyond(maxPending - 1, before, now())
}

/** Only what is older than the newest `maxPending` goes, the new one included: two that drop at once drop the same. */
async function dropOldest(
  { store, maxPending, now }: VaultOptions,
  pending: readonly PendingProposal[],
): Promise<void> {
  for (const { id } of pending.slice(0, Math.max(0, pending.length - maxPending)))
    await store.claim(id, 'expired', now())
}

function listPending(
  store: ProposalStore,
  subject: string | undefined,
  now: number,
): Promise<readonly PendingProposal[]> {
  return store.pending === undefined ? store.list(subject, now) : store.pending(subject, now)
}

/** What one verified agent asked for on behalf of nobody. */
async function listProposals(
  store: ProposalStore,
  agent: string | undefined,
  now: number,
): Promise<readonly Proposal[]> {
  return (await store.list(undefined, now)).filter((other) => other.agent === agent)
}

/** An order of proposals of the same millisecond that every process agrees on. */
function isTieBefore(one: PendingProposal, other: PendingProposal): boolean {
  return one.createdAt === other.createdAt && one.id < other.id
}

function refuseBeyond(most: number, pending: readonly PendingProposal[], now: number): void {
  const [oldest] = pending
  if (oldest === undefined || pending.length <= most) return
  throw new FwError('rate_limited', {
    message: `${pending.length} calls that belong to nobody wait for a person already. Try again later, or sign in.`,
    headers: { 'retry-after': String(Math.max(1, Math.ceil((oldest.expiresAt - now) / 1000))) },
  })
}
