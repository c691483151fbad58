/** Creates the proposal registry from the options, on the server's data store. */

import { PROPOSALS_CHANNEL, type ProposalStore, type ProposedCall } from '#contract/agent/proposal.ts'
import type { DataStore } from '#contract/config/data.ts'
import {
  createProposalRegistry,
  type ProposalRegistry,
  type ProposalRegistryOptions,
} from '#proposals/proposal-registry.ts'
import type { FwServerOptions } from './options.ts'

/** Default lifetime of a pending proposal. */
const TEN_MINUTES_MS = 600_000
/** Default number of pending proposals of one subject. */
const MAX_PENDING = 100

/** Limits of pending proposals. */
export type ProposalLimits = Pick<ProposalRegistryOptions, 'ttlMs' | 'maxPending'>

export function getProposalLimits({
  proposalTtlMs: ttlMs = TEN_MINUTES_MS,
  maxPendingProposals: maxPending = MAX_PENDING,
}: FwServerOptions): ProposalLimits {
  return { ttlMs, maxPending }
}

/** Creates the registry. The app's own proposal store takes precedence over `data`. */
export function openProposalRegistry(
  options: FwServerOptions,
  data: DataStore,
  log: ProposalRegistryOptions['log'],
  onParked?: (proposal: ProposedCall) => void,
): ProposalRegistry {
  return createProposalRegistry({
    store: reportResolved(options.proposals ?? data.proposals, data),
    ...getProposalLimits(options),
    now: options.now ?? Date.now,
    log,
    ...(onParked === undefined ? {} : { onParked }),
  })
}

/** Reports resolved proposals to every process: tasks of A2A wait for them. */
function reportResolved(store: ProposalStore, { publish }: Pick<DataStore, 'publish'>): ProposalStore {
  // While the store is unavailable, those who wait find out by their next poll.
  const report = (id: string) => publish(PROPOSALS_CHANNEL, id).catch(() => undefined)
  const after =
    <Args extends [id: string, ...unknown[]], Result>(method: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      const result = await method.apply(store, args)
      if (result !== false) await report(args[0])
      return result
    }
  const claim = after(store.claim)
  const settle = after(store.settle)
  // The app's own store may be a class, whose methods need it as `this`.
  return new Proxy(store, {
    get(_, name) {
      if (name === 'claim') return claim
      if (name === 'settle') return settle
      const member: unknown = Reflect.get(store, name, store)
      return typeof member === 'function' ? member.bind(store) : member
    },
  })
}
