/** The data of an app: what its processes share or what must survive one of them. */
import type { DataStore } from '#contract/config/data.ts'
import type { Logger } from '#contract/config/log.ts'
import { SetupError } from '#contract/config/setup-error.ts'
import { openData } from '#data/open-data.ts'
import { createFormRunner } from '#forms/run-once.ts'
import type { ProposalRegistry } from '#proposals/proposal-registry.ts'
import { keepStoreScope } from '#signals/store-scope.ts'
import { callSink } from './call-sink.ts'
import { getProposalLimits, openProposalRegistry, type ProposalLimits } from './open-proposal-registry.ts'
import type { FwServerOptions } from './options.ts'

export interface AppData {
  /** The store of the `data` option: nonces, limits and other data. */
  readonly store: DataStore
  /** The same store, if other processes use it, too. */
  readonly shared: DataStore | undefined
  readonly proposals: ProposalRegistry
  readonly proposalLimits: ProposalLimits
  /** Runs a form once for each key. */
  readonly formRuns: ReturnType<typeof createFormRunner>
}

export function openAppData(options: FwServerOptions, log: Logger): AppData {
  const { onProposal } = options
  const store =
    options.dataStore ?? openData(resolveData(options), { now: options.now, log: (message) => log.warn(message) })
  keepStoreScope(store)
  const onParked =
    onProposal &&
    ((proposal: Parameters<typeof onProposal>[0]) => callSink('onProposal', log, () => onProposal(proposal)))
  return {
    store,
    shared: isShared(options) ? store : undefined,
    proposals: openProposalRegistry(options, store, log, onParked),
    proposalLimits: getProposalLimits(options),
    formRuns: createFormRunner(store),
  }
}

/** A SQLite file belongs to one server, unless several processes serve the app. */
function isShared({ data = 'memory', dataStore, sharesData = false }: FwServerOptions): boolean {
  if (dataStore !== undefined) return true
  return data !== 'memory' && (sharesData || !data.startsWith('sqlite:'))
}

/** Throws if several processes would each have separate data. */
function resolveData({ data = 'memory', sharesData = false }: FwServerOptions): string {
  if (!sharesData || data !== 'memory') return data
  throw new SetupError(
    'data: "memory" can\'t be shared, and several processes serve this app: each would have its own proposals, limits and schedules. Remove data to use a SQLite file, or set the URL of a Redis or a Postgres, such as "redis://localhost:6379".',
  )
}
