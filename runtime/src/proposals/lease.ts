/** How processes that share a store know whether an approved call still runs: the process that runs it renews a lease. */

import { ERRORS } from '#contract/error.ts'
import type { Proposal, ProposalOutcome, ProposalStore } from '#contract/proposal.ts'

/** The call of a process that stopped is shown as interrupted after this. */
const LEASE_MS = 30_000
const RENEW_MS = 10_000
/** After a renewal that failed: the store was away, and its leases may be over once it is back. */
const RETRY_MS = 1_000

/** The outcome of a call that was approved and whose process stopped before the call ended. */
const INTERRUPTED: ProposalOutcome = { ok: false, error: ERRORS.interrupted.text, code: 'interrupted' }

export interface Leases {
  /** Takes the lease of a call before it is claimed. */
  take(id: string): Promise<void>
  /** Renews the lease until the work has ended. */
  renewDuring<Result>(id: string, work: () => Promise<Result>): Promise<Result>
  /** Adds the outcome `interrupted` to a proposal that was executed, has no result, and runs in no process. */
  addInterruption(proposal: Proposal): Promise<Proposal>
}

export function createLeases(store: ProposalStore): Leases {
  /** Calls of this process: it knows that they run, also when it had no time to renew their leases. */
  const running = new Set<string>()
  return {
    take: async (id) => store.hold?.(id, LEASE_MS),
    async renewDuring(id, work) {
      running.add(id)
      const stop = startRenewal(store, id)
      try {
        return await work()
      } finally {
        stop()
        running.delete(id)
      }
    },
    async addInterruption(proposal) {
      const { id, state, result } = proposal
      if (state !== 'executed' || result !== undefined || running.has(id) || store.isHeld === undefined) return proposal
      if (await store.isHeld(id)) return proposal
      // The call may have ended between the two reads.
      const latest = await store.get(id)
      return { ...proposal, result: latest?.result ?? INTERRUPTED }
    },
  }
}

/** Returns a function that ends the renewal. The lease itself is left to its time: by then the call has a result. */
function startRenewal(store: ProposalStore, id: string): () => void {
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const renewIn = (ms: number): void => {
    if (isOver) return
    timer = setTimeout(renew, ms)
    timer.unref()
  }
  const renew = (): void => {
    // The store reports its own outages.
    store.hold?.(id, LEASE_MS).then(
      () => renewIn(RENEW_MS),
      () => renewIn(RETRY_MS),
    )
  }
  if (store.hold !== undefined) renewIn(RENEW_MS)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
