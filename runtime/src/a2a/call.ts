/** What the protocol gets of its app, and of one request. */
import type { AgentMount } from '#contract/agent.ts'
import type { ManifestTool } from '#contract/api.ts'
import type { DataStore } from '#contract/data.ts'
import type { FwError } from '#contract/error.ts'
import type { Proposal } from '#contract/proposal.ts'
import type { TurnDeps } from '#contract/turn-deps.ts'

/** What is the same for every request. */
export interface A2aHost {
  readonly data: Pick<DataStore, 'add' | 'claim' | 'read' | 'write'>
  /** What a caller may write for a tool -> the tool's full name. */
  readonly names: ReadonlyMap<string, string>
  /** Public origin; the address of the approval page is relative without it. */
  readonly siteUrl: string | undefined
  /** Epoch milliseconds. */
  now(): number
  /** A proposal in whatever state, for whoever asks: ids come from tasks only. */
  proposal(id: string): Promise<Proposal | undefined>
  /** The card for a caller with these tools; undefined where no caller is asked who it is. */
  readonly extendedCard: ((tools: readonly ManifestTool[]) => object) | undefined
  /** Between two looks at a task that another process or a person changes, in milliseconds. Default 1000. */
  readonly pollMs?: number
}

/** What is known of one request. */
export interface A2aCall {
  /** Whose tasks these are; undefined for a caller whom nobody knows. Asks the app who calls, which may refuse. */
  owner(): Promise<string | undefined>
  /** Asked for once, and only where something runs. */
  deps(): Promise<TurnDeps>
  agent(): Promise<AgentMount>
  /** Discards a proposal that a task of this caller has parked. Whether it was pending. */
  withdraw(id: string): Promise<boolean>
  /** What may be shown of anything that was thrown; it is logged where it has to be. */
  toShown(error: unknown): FwError
  /** Of the request, for the turn's own. */
  readonly url: string
}
