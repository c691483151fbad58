/** Proposals in the memory of this process: for tests, and for apps that may lose pending proposals when they stop. */
import { type Proposal, type ProposalStore, type StoredCall, separateCall } from '#contract/agent/proposal.ts'
import { BoundedTable, type TableLimits } from './bounded-table.ts'
import { KEEP_SETTLED_MS, MAX_RESOLVED, SWEEP_EVERY_MS } from './lifetime.ts'

/** Limits for all subjects together, since a caller may begin any number of sessions. Sizes are bytes. */
const LIMITS: TableLimits = { maxEntries: 10_000, maxSize: 67_108_864 }

/**
 * Creates a store in memory. Values are stored as JSON, so that stored data can't be changed from outside, and a value that
 * isn't read costs nothing.
 */
export function createMemoryProposalStore(): ProposalStore {
  return openMemoryProposals(LIMITS)
}

/**
 * Opens a store with at most as many proposals. Beyond that, it drops proposals of the owner with the largest share, which
 * loses the proposals without a change for the longest time first.
 */
export function openMemoryProposals(limits: TableLimits): ProposalStore {
  const proposals = createTable(limits, (proposal) => {
    for (const index of [pending, executed, notRun]) index.delete(proposal)
  })
  /** Indexed by subject, so that a listing doesn't iterate over all proposals. */
  const pending = createSubjectIndex()
  const executed = createSubjectIndex()
  const notRun = createSubjectIndex()
  let sweptAt = Number.NEGATIVE_INFINITY

  /** Adds a resolved proposal as the newest one of its subject, and removes the oldest ones beyond the limit. */
  const trim = (index: SubjectIndex, proposal: StoredProposal): void => {
    index.delete(proposal)
    index.add(proposal)
    const ids = index.list(proposal.subject)
    for (const id of ids.slice(0, Math.max(0, ids.length - MAX_RESOLVED))) {
      index.delete({ id, subject: proposal.subject })
      proposals.delete(id)
    }
  }
  const resolve = (proposal: StoredProposal, state: Proposal['state'], resolvedBy?: string): void => {
    pending.delete(proposal)
    const by = resolvedBy === undefined ? {} : { resolvedBy }
    proposals.set(proposal.id, { ...proposal, call: undefined, state, ...by })
    // A running call is added when it has a result.
    if (state !== 'executed') trim(notRun, proposal)
  }
  const expire = (subject: string | undefined, now: number): void => {
    for (const id of pending.list(subject)) {
      const proposal = proposals.get(id)
      if (proposal !== undefined && proposal.expiresAt <= now) resolve(proposal, 'expired')
    }
  }
  const sweep = (now: number): void => {
    if (now - sweptAt < SWEEP_EVERY_MS) return
    sweptAt = now
    for (const subject of pending.subjects()) expire(subject, now)
    for (const proposal of proposals.removeExpired(now - KEEP_SETTLED_MS - 1))
      for (const index of [executed, notRun]) index.delete(proposal)
  }
  const listPending = (subject: string | undefined, now: number): StoredProposal[] =>
    pending
      .list(subject)
      .flatMap((id) => proposals.get(id) ?? [])
      .filter((proposal) => proposal.expiresAt > now)
      .sort((a, b) => a.createdAt - b.createdAt)

  return {
    async put(proposal) {
      sweep(proposal.createdAt)
      expire(proposal.subject, proposal.createdAt)
      pending.add(proposal)
      proposals.set(proposal.id, toStored(proposal))
    },
    async get(id) {
      const proposal = proposals.get(id)
      return proposal && toProposal(proposal)
    },
    async list(subject, now) {
      sweep(now)
      return listPending(subject, now).map(toProposal)
    },
    async pending(subject, now) {
      return listPending(subject, now).map(({ id, createdAt, expiresAt }) => ({ id, createdAt, expiresAt }))
    },
    async claim(id, state, now, by) {
      const proposal = proposals.get(id)
      if (proposal === undefined || proposal.state !== 'pending' || proposal.expiresAt <= now) return false
      resolve(proposal, state, by)
      sweep(now)
      return true
    },
    async settle(id, result) {
      const proposal = proposals.get(id)
      if (proposal === undefined) return
      proposals.set(id, { ...proposal, result: JSON.stringify(result) })
      trim(executed, proposal)
    },
  }
}

/** A proposal with its large members as JSON. */
interface StoredProposal extends Omit<Proposal, keyof StoredCall | 'result'> {
  /** Its `StoredCall`; absent once the proposal isn't pending. */
  readonly call?: string | undefined
  readonly result?: string | undefined
}

function toStored(proposal: Proposal): StoredProposal {
  const { call, rest } = separateCall(proposal)
  const { result, ...facts } = rest
  return {
    ...facts,
    call: JSON.stringify(call),
    ...(result !== undefined && { result: JSON.stringify(result) }),
  }
}

function toProposal({ call, result, ...rest }: StoredProposal): Proposal {
  return {
    ...rest,
    ...(call === undefined ? {} : (JSON.parse(call) as StoredCall)), // written above
    ...(result === undefined ? {} : { result: JSON.parse(result) as unknown }),
  }
}

function createTable({ maxEntries, maxSize }: TableLimits, onDrop: (proposal: StoredProposal) => void) {
  return new BoundedTable<StoredProposal>({
    maxEntries: Math.min(maxEntries, LIMITS.maxEntries),
    maxSize: Math.min(maxSize, LIMITS.maxSize),
    measure: (_id, { call = '', result = '', ...rest }) =>
      Buffer.byteLength(call) + Buffer.byteLength(result) + Buffer.byteLength(JSON.stringify(rest)),
    getOwner: (_id, { subject, agent }) => subject ?? agent,
    // The outcome of a running call must find its proposal.
    mayDrop: ({ state, result }) => state !== 'executed' || result !== undefined,
    onDrop,
  })
}

type Key = Pick<Proposal, 'id' | 'subject'>

/** Ids of proposals for each subject, in insertion order. */
interface SubjectIndex {
  add(proposal: Key): void
  delete(proposal: Key): void
  list(subject: string | undefined): string[]
  subjects(): (string | undefined)[]
}

function createSubjectIndex(): SubjectIndex {
  const sets = new Map<string | undefined, Set<string>>()
  return {
    add({ id, subject }) {
      const ids = sets.get(subject)
      if (ids === undefined) sets.set(subject, new Set([id]))
      else ids.add(id)
    },
    delete({ id, subject }) {
      const ids = sets.get(subject)
      ids?.delete(id)
      if (ids?.size === 0) sets.delete(subject)
    },
    list: (subject) => [...(sets.get(subject) ?? [])],
    subjects: () => [...sets.keys()],
  }
}
