/** Stores proposals of calls that `invokeApi` makes outside any server: one store for the process. */
import { createMemoryProposalStore } from '#data/memory-proposals.ts'
import { createProposalRegistry } from '#proposals/proposal-registry.ts'
import { openLog } from './open-log.ts'
import { getProposalLimits } from './open-proposal-registry.ts'

/** The log for code outside any server. */
export const PROCESS_LOG = openLog({ production: process.env.NODE_ENV === 'production' })

/** Resolved by `server.settle` of any server in this process; requests have no access. */
export const PROCESS_REGISTRY = createProposalRegistry({
  store: createMemoryProposalStore(),
  ...getProposalLimits({}),
  now: Date.now,
  log: PROCESS_LOG,
})
