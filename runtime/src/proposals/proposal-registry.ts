/**
 * Creates and resolves proposals. A proposal leaves the state `pending` in the store before anything runs: at most one
 * of several approvals wins, also across processes, and a call that throws can't be approved again.
 */

import { countParts } from '#contract/agent/count-parts.ts'
import {
  type ParkedResult,
  type PendingProposal,
  type Proposal,
  type ProposalOutcome,
  type ProposalStore,
  type ProposedCall,
  withoutCall,
} from '#contract/agent/proposal.ts'
import type { Logger } from '#contract/config/log.ts'
import { FwError } from '#contract/http/error.ts'
import { createProposal, type ProposalSource, toParkedResult } from './create-proposal.ts'
import { createLeases } from './lease.ts'

export interface ProposalRegistryOptions {
  readonly store: ProposalStore
  /** Lifetime of a pending proposal in milliseconds. */
  readonly ttlMs: number
  /** Pending proposals of one subject. A further one replaces the oldest. */
  readonly maxPending: number
  readonly now: () => number
  readonly log: Pick<Logger, 'error'>
  /** Receives each proposal once it is stored. Must not throw. */
  readonly onParked?: (proposal: ProposedCall) => void
}

/** Whether a caller may resolve a proposal. */
export type MaySettle = (proposal: Proposal) => boolean | Promise<boolean>

/** The result of running a stored call: the outcome to store, and any other data that the caller of `approve` needs. */
export interface Execution {
  readonly outcome: ProposalOutcome
}

/** A page of pending proposals. Each of them is complete. */
export interface ProposalList {
  readonly proposals: readonly Proposal[]
  /** Position of the first one among all of them. */
  readonly first: number
  /** Number of all pending proposals of the subject. */
  readonly count: number
  /** Id of the first proposal of the next page; absent on the last one. */
  readonly next?: string
}

export interface ProposalRegistry {
  /**
   * Creates a proposal.
   *
   * @throws FwError `payload_too_large` for an input with too many values, and `rate_limited` for a caller without a
   * subject and a verified key if too many such proposals are pending.
   */
  park(source: ProposalSource): Promise<ParkedResult>
  /**
   * Returns the proposal in any state, if the caller may resolve it or could have. A proposal past its time is
   * `expired`, and a call whose process stopped has the outcome `interrupted`. `input` and `message` are present
   * while it is pending. Returns `undefined` for unknown ids and for those of other users.
   */
  find(id: string, maySettle: MaySettle): Promise<Proposal | undefined>
  /**
   * Claims the proposal, runs its call once and stores the outcome. `execute` must not throw.
   *
   * @param by Subject of the user who decides.
   * @param check Called before the claim. If it throws, the proposal stays pending.
   * @throws FwError `unknown_proposal`
   */
  approve<Ran extends Execution>(
    id: string,
    maySettle: MaySettle,
    execute: (proposal: Proposal) => Promise<Ran>,
    options?: { readonly by?: string | undefined; readonly check?: (proposal: Proposal) => void },
  ): Promise<Ran>
  /**
   * Returns whether this call rejected the proposal.
   *
   * @param decline Runs instead for a call that waits for responses, and whose outcome is then stored. Must not throw.
   */
  reject(
    id: string,
    maySettle: MaySettle,
    options?: { readonly by?: string | undefined; readonly decline?: (proposal: Proposal) => Promise<Execution> },
  ): Promise<boolean>
  /**
   * Returns a page of the pending proposals of a subject, oldest first.
   *
   * @param from Id of the first proposal of the page. The oldest by default, and if this one isn't pending.
   */
  list(subject: string | undefined, from?: string): Promise<ProposalList>
  close(): Promise<void>
}

/** 18 to 64 base64url characters. Any other string can't be an id and never reaches a store. */
const ID = /^[\w-]{18,64}$/

export function createProposalRegistry(options: ProposalRegistryOptions): ProposalRegistry {
  const { store, ttlMs, now, log, onParked } = options
  const leases = createLeases(store)

  // Any valid id, known or unknown, costs one read of the store, so that the response time reveals nothing.
  const find = async (id: string, maySettle: MaySettle): Promise<Proposal | undefined> => {
    const stored = ID.test(id) ? await store.get(id) : undefined
    if (stored === undefined) return undefined
    const proposal = toCurrent(stored, now())
    return (await maySettle(proposal)) ? leases.addInterruption(proposal) : undefined
  }
  const claim = async (
    id: string,
    maySettle: MaySettle,
    by: string | undefined,
    decide: (proposal: Proposal) => 'executed' | 'rejected',
  ): Promise<Proposal | undefined> => {
    const proposal = await find(id, maySettle)
    if (proposal?.state !== 'pending') return undefined
    const state = decide(proposal)
    // The lease precedes the claim, so that no reader finds a running call without a lease.
    if (state === 'executed') await leases.take(id)
    return (await store.claim(id, state, now(), by)) ? proposal : undefined
  }

  const run = <Ran extends Execution>(
    proposal: Proposal,
    execute: (proposal: Proposal) => Promise<Ran>,
  ): Promise<Ran> => {
    const { id } = proposal
    return leases.renewDuring(id, async () => {
      const execution = await execute(proposal)
      try {
        await store.settle(id, execution.outcome)
      } catch (error) {
        // The call has run, so the user must not get an error.
        log.error(`The outcome of proposal ${id} could not be stored.`, { proposal: id, err: error })
      }
      return execution
    })
  }

  return {
    async park(source) {
      const proposal = createProposal(source, now(), ttlMs)
      await put(options, proposal)
      // A copy, so that changes by a listener don't reach the result.
      onParked?.(structuredClone(proposal))
      return toParkedResult(proposal)
    },
    find,
    async approve(id, maySettle, execute, { by, check } = {}) {
      const proposal = await claim(id, maySettle, by, (found) => {
        check?.(found)
        return 'executed'
      })
      if (proposal === undefined) throw new FwError('unknown_proposal')
      return run(proposal, execute)
    },
    async reject(id, maySettle, { by, decline } = {}) {
      const isDeclined = ({ question }: Proposal) => question !== undefined && decline !== undefined
      const proposal = await claim(id, maySettle, by, (found) => (isDeclined(found) ? 'executed' : 'rejected'))
      if (proposal !== undefined && decline !== undefined && isDeclined(proposal)) await run(proposal, decline)
      return proposal !== undefined
    },
    list: (subject, from) => listPage(options, subject, from),
    close: async () => store.close?.(),
  }
}

/**
 * Returns the current state of a proposal, which its store may not have updated yet. An app's own store may return
 * the call of a resolved proposal, so it is removed.
 */
function toCurrent(stored: Proposal, now: number): Proposal {
  if (stored.state !== 'pending') return withoutCall(stored)
  return stored.expiresAt <= now ? { ...withoutCall(stored), state: 'expired' } : stored
}

/** Maximum size of the inputs of a page, which a short request can cause. A longer input has a page of its own. */
const MAX_PAGE_SIZE = 524_288

/** Reads only the inputs of the page. */
async function listPage(
  { store, now }: ProposalRegistryOptions,
  subject: string | undefined,
  from: string | undefined,
): Promise<ProposalList> {
  const pending = await listPending(store, subject, now())
  const count = pending.length
  const first = Math.max(
    0,
    pending.findIndex(({ id }) => id === from),
  )
  const proposals: Proposal[] = []
  let size = 0
  for (const { id } of pending.slice(first)) {
    const proposal = await store.get(id)
    if (proposal?.state !== 'pending') continue
    size += getSize(proposal)
    if (proposals.length > 0 && size > MAX_PAGE_SIZE) return { proposals, first, count, next: id }
    proposals.push(proposal)
  }
  return { proposals, first, count }
}

/** Maximum size of the pending inputs of one owner together. */
const MAX_PENDING_SIZE = 4_194_304
/** Size of a value besides its JSON: many small values take longer than a long string. */
const VALUE_SIZE = 40

/**
 * Stores a new proposal within its limits. For a subject, or for a verified agent without a subject, the oldest
 * proposals are dropped. Proposals of anonymous callers are rejected at the limit instead, so that they can't push out
 * other proposals.
 */
async function put(options: ProposalRegistryOptions, proposal: Proposal): Promise<void> {
  const { store, maxPending, now } = options
  const { id, subject, agent } = proposal
  const isAnonymous = subject === undefined && agent === undefined
  if (isAnonymous) refuseFrom(maxPending, await listPending(store, undefined, now()), now())
  await store.put(proposal)
  // Short inputs can't exceed the size together, so they aren't read. Counted after the put, so that the last of several
  // concurrent processes sees all of them.
  const isLong = getSize(proposal) > MAX_PENDING_SIZE / maxPending
  const all = await (isLong ? store.list(subject, now()) : listPending(store, subject, now()))
  if (!isAnonymous) {
    if (!isLong && all.length <= maxPending) return
    return dropOldest(options, subject === undefined ? await listAgentProposals(store, agent, now()) : all)
  }
  const most = countNewest(all, maxPending)
  if (all.length <= most) return
  const before = all.filter((other) => other.createdAt < proposal.createdAt || isTieBefore(other, proposal))
  if (before.length < most) return
  await store.claim(id, 'expired', now())
  refuseFrom(most, before, now())
}

/**
 * Drops only proposals older than the newest ones within the limits, including the new one. Two concurrent calls therefore
 * drop the same ones.
 */
async function dropOldest(
  { store, maxPending, now }: ProposalRegistryOptions,
  pending: readonly (PendingProposal | Proposal)[],
): Promise<void> {
  const most = countNewest(pending, maxPending)
  for (const { id } of pending.slice(0, Math.max(0, pending.length - most))) await store.claim(id, 'expired', now())
}

/** Returns the number of newest proposals within both limits, at least 1. Proposals without their inputs count as short. */
function countNewest(pending: readonly (PendingProposal | Proposal)[], maxPending: number): number {
  let size = 0
  let count = 0
  for (const proposal of [...pending].reverse()) {
    size += 'input' in proposal ? getSize(proposal) : 0
    if (count > 0 && (count === maxPending || size > MAX_PENDING_SIZE)) break
    count += 1
  }
  return count
}

/** Returns the length of the input and of the questions as JSON, and more for each value. */
function getSize({ input, question }: Pick<Proposal, 'input' | 'question'>): number {
  const most = MAX_PENDING_SIZE / VALUE_SIZE
  const size = (value: unknown) => (JSON.stringify(value)?.length ?? 0) + countParts(value, most) * VALUE_SIZE
  return size(input) + (question === undefined ? 0 : size(question))
}

function listPending(
  store: ProposalStore,
  subject: string | undefined,
  now: number,
): Promise<readonly PendingProposal[]> {
  return store.pending === undefined ? store.list(subject, now) : store.pending(subject, now)
}

/** Returns the proposals of one verified agent without a subject. */
async function listAgentProposals(
  store: ProposalStore,
  agent: string | undefined,
  now: number,
): Promise<readonly Proposal[]> {
  return (await store.list(undefined, now)).filter((other) => other.agent === agent)
}

/** Orders proposals of the same millisecond in a way that every process agrees on. */
function isTieBefore(one: PendingProposal, other: PendingProposal): boolean {
  return one.createdAt === other.createdAt && one.id < other.id
}

function refuseFrom(most: number, pending: readonly PendingProposal[], now: number): void {
  const [oldest] = pending
  if (oldest === undefined || pending.length < most) return
  throw new FwError('rate_limited', {
    message: `${pending.length} anonymous calls are already pending approval. Try again later, or sign in.`,
    headers: { 'retry-after': String(Math.max(1, Math.ceil((oldest.expiresAt - now) / 1000))) },
  })
}
