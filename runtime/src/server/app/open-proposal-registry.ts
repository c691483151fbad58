/** Creates the proposal registry from the options, on the server's data store. */

import type { ProposedCall } from '#contract/agent/proposal.ts'
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
    store: options.proposals ?? data.proposals,
    ...getProposalLimits(options),
    now: options.now ?? Date.now,
    log,
    ...(onParked === undefined ? {} : { onParked }),
  })
}
