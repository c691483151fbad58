/** Proposals in this process: for tests, and for apps that may lose what is pending when they stop. */
import type { Proposal, ProposalStore } from '#contract/proposal.ts'
import { KEEP_SETTLED_MS, SWEEP_EVERY_MS } from './lifetime.ts'

/** A store in memory. Everything is copied in and out: what is kept cannot be changed from outside. */
export function createMemoryProposalStore(): ProposalStore {
  const proposals = new Map<string, Proposal>()
  /** Subject -> what is pending of it, so that a listing does not walk through everybody's. */
  const pending = new Map<string | undefined, Set<string>>()
  let sweptAt = Number.NEGATIVE_INFINITY

  const forgetPending = ({ id, subject }: Proposal): void => {
    const ids = pending.get(subject)
    ids?.delete(id)
    if (ids?.size === 0) pending.delete(subject)
  }
  const sweep = (now: number): void => {
    if (now - sweptAt < SWEEP_EVERY_MS) return
    sweptAt = now
    for (const proposal of proposals.values()) {
      if (proposal.expiresAt <= now) forgetPending(proposal)
      if (proposal.expiresAt + KEEP_SETTLED_MS < now) proposals.delete(proposal.id)
    }
  }

  return {
    async put(proposal) {
      sweep(proposal.createdAt)
      proposals.set(proposal.id, structuredClone(proposal))
      const ids = pending.get(proposal.subject)
      if (ids === undefined) pending.set(proposal.subject, new Set([proposal.id]))
      else ids.add(proposal.id)
    },
    async get(id) {
      return structuredClone(proposals.get(id))
    },
    async list(subject, now) {
      return [...(pending.get(subject) ?? [])]
        .flatMap((id) => proposals.get(id) ?? [])
        .filter((proposal) => proposal.expiresAt > now)
        .sort((a, b) => a.createdAt - b.createdAt)
        .map((proposal) => structuredClone(proposal))
    },
    async pending(subject, now) {
      return [...(pending.get(subject) ?? [])]
        .flatMap((id) => proposals.get(id) ?? [])
        .filter((proposal) => proposal.expiresAt > now)
        .map(({ id, createdAt, expiresAt }) => ({ id, createdAt, expiresAt }))
        .sort((a, b) => a.createdAt - b.createdAt)
    },
    async claim(id, state, now) {
      const proposal = proposals.get(id)
      if (proposal === undefined || proposal.state !== 'pending' || proposal.expiresAt <= now) return false
      proposals.set(id, { ...proposal, state })
      forgetPending(proposal)
      return true
    },
    async settle(id, result) {
      const proposal = proposals.get(id)
      if (proposal !== undefined) proposals.set(id, { ...proposal, result: structuredClone(result) })
    },
  }
}
