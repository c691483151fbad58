/** Proposals in this process: for tests, and for apps that may lose what is pending when they stop. */
import type { Proposal, ProposalStore } from '#contract/proposal.ts'

/** Settled proposals are kept this long, so that a listing can still show what happened. */
const KEEP_SETTLED_MS = 3_600_000

/** A store in memory. Everything is copied in and out: what is kept cannot be changed from outside. */
export function createMemoryProposalStore(): ProposalStore {
  const proposals = new Map<string, Proposal>()

  const sweep = (now: number): void => {
    for (const [id, proposal] of proposals) if (proposal.expiresAt + KEEP_SETTLED_MS < now) proposals.delete(id)
  }

  return {
    async put(proposal) {
      sweep(proposal.createdAt)
      proposals.set(proposal.id, structuredClone(proposal))
    },
    async get(id) {
      return structuredClone(proposals.get(id))
    },
    async list(subject, now) {
      return [...proposals.values()]
        .filter((proposal) => proposal.state === 'pending' && proposal.expiresAt > now && proposal.subject === subject)
        .sort((a, b) => a.createdAt - b.createdAt)
        .map((proposal) => structuredClone(proposal))
    },
    async claim(id, state, now) {
      const proposal = proposals.get(id)
      if (proposal === undefined || proposal.state !== 'pending' || proposal.expiresAt <= now) return false
      proposals.set(id, { ...proposal, state })
      return true
    },
    async settle(id, result) {
      const proposal = proposals.get(id)
      if (proposal !== undefined) proposals.set(id, { ...proposal, result: structuredClone(result) })
    },
  }
}
