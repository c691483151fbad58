/** Creates the proposal vault from the options, on the server's data store. */

import type { ProposedCall } from '#contract/agent/proposal.ts'
import type { DataStore } from '#contract/config/data.ts'
import { createVault, type Vault, type VaultOptions } from '#proposals/vault.ts'
import type { FwServerOptions } from './options.ts'

/** Default lifetime of a pending proposal. */
export const TEN_MINUTES_MS = 600_000
/** Default number of pending proposals of one subject. */
export const MAX_PENDING = 100

/** Creates the vault. The app's own proposal store takes precedence over `data`. */
export function openVault(
  options: FwServerOptions,
  data: DataStore,
  log: VaultOptions['log'],
  onParked?: (proposal: ProposedCall) => void,
): Vault {
  return createVault({
    store: options.proposals ?? data.proposals,
    ttlMs: options.proposalTtlMs ?? TEN_MINUTES_MS,
    maxPending: options.maxPendingProposals ?? MAX_PENDING,
    now: options.now ?? Date.now,
    log,
    ...(onParked === undefined ? {} : { onParked }),
  })
}
