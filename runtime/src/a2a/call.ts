/** The interface between the protocol and its app, and the context of one request. */
import type { AgentMount } from '#contract/agent/agent.ts'
import type { Proposal } from '#contract/agent/proposal.ts'
import type { TurnDeps } from '#contract/agent/turn-deps.ts'
import type { ManifestTool } from '#contract/api.ts'
import type { DataStore } from '#contract/config/data.ts'
import type { FwError } from '#contract/http/error.ts'

/** Dependencies that are the same for every request. */
export interface A2aHost {
  readonly data: Pick<DataStore, 'add' | 'claim' | 'read' | 'remove' | 'write' | 'publish' | 'watch'>
  /** Maps every accepted name of a tool to its full name. */
  readonly names: ReadonlyMap<string, string>
  /** Public origin; without it the URL of the approval page is relative. */
  readonly siteUrl: string | undefined
  /** Epoch milliseconds. */
  now(): number
  /** Returns a proposal in any state. It checks no caller, because ids come from tasks only. */
  proposal(id: string): Promise<Proposal | undefined>
  /** Creates the card for a caller with these tools; `undefined` if callers aren't identified. */
  readonly extendedCard: ((tools: readonly ManifestTool[]) => object) | undefined
  /** Interval in milliseconds between two reads of a task that another process or a user changes. Default 1000. */
  readonly pollMs?: number
}

/** The context of one request. */
export interface A2aCall {
  /**
   * Returns the owner of the caller's tasks; `undefined` for an anonymous caller. It identifies the caller through
   * the app, which may refuse.
   */
  owner(): Promise<string | undefined>
  /** Read once, and only if something runs. */
  deps(): Promise<TurnDeps>
  agent(): Promise<AgentMount>
  /** Discards a proposal that a task of this caller has created. Returns whether it was pending. */
  withdraw(id: string): Promise<boolean>
  /** Converts a thrown error to the error that may be shown, and logs it if necessary. */
  toShown(error: unknown): FwError
  /** URL of the request, for the request of the turn. */
  readonly url: string
}
