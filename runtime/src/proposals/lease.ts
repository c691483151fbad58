/**
 * Leases on approved calls. Processes that share a store use them to see whether a call still runs: the process that
 * runs it renews its lease.
 */

import type { Proposal, ProposalOutcome, ProposalStore } from '#contract/agent/proposal.ts'
import { ERRORS } from '#contract/http/error.ts'

/** Time in milliseconds after which a call whose process has stopped is reported as interrupted. */
const LEASE_MS = 30_000
const RENEW_MS = 10_000
/** Delay after a failed renewal. It is short, because leases may expire while the store is unavailable. */
const RETRY_MS = 1_000

/** Outcome of an approved call whose process stopped before the call ended. */
const INTERRUPTED: ProposalOutcome = { ok: false, error: ERRORS.interrupted.text, code: 'interrupted' }

interface Leases {
  /** Takes the lease of a call before it is claimed. */
  take(id: string): Promise<void>
  /** Renews the lease until the work has ended. */
  renewDuring<Result>(id: string, work: () => Promise<Result>): Promise<Result>
  /** Adds the outcome `interrupted` to a proposal that was executed, has no result, and runs in no process. */
  addInterruption(proposal: Proposal): Promise<Proposal>
}

export function createLeases(store: ProposalStore): Leases {
  /** Calls that run in this process. They count as running even if their leases couldn't be renewed in time. */
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

/**
 * Returns a function that ends the renewal. The lease itself expires by its own time, because the call has a result
 * by then.
 */
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
