/** The proposal vault that the options ask for. */
import { resolve } from 'node:path'
import type { Proposal, ProposalStore } from '#contract/proposal.ts'
import { createMemoryProposalStore } from '../proposals/memory-store.ts'
import { createRedisProposalStore } from '../proposals/redis-store.ts'
import { createSqliteProposalStore } from '../proposals/sqlite-store.ts'
import { createVault, type Vault, type VaultOptions } from '../proposals/vault.ts'
import type { FwServerOptions } from './options.ts'

/** Default lifetime of a pending proposal. */
export const TEN_MINUTES_MS = 600_000
/** Default number of pending proposals of one subject. */
export const MAX_PENDING = 100
const SQLITE = 'sqlite:'

export function openVault(
  options: FwServerOptions,
  log: VaultOptions['log'],
  onParked?: (proposal: Proposal) => void,
): Vault {
  return createVault({
    store: options.proposals ?? storeFor(options.data ?? 'memory'),
    ttlMs: options.proposalTtlMs ?? TEN_MINUTES_MS,
    maxPending: options.maxPendingProposals ?? MAX_PENDING,
    now: options.now ?? Date.now,
    log,
    ...(onParked === undefined ? {} : { onParked }),
  })
}

function storeFor(data: string): ProposalStore {
  if (data === 'memory') return createMemoryProposalStore()
  if (data.startsWith(SQLITE) && data.length > SQLITE.length)
    return createSqliteProposalStore(resolve(data.slice(SQLITE.length)))
  if (/^rediss?:\/\//.test(data)) return createRedisProposalStore(data)
  throw new TypeError(
    `data: "${data}" is not known. Use "memory", "sqlite:<path>" (such as "sqlite:.fw/data/fw.db") or "redis://<host>:<port>".`,
  )
}
