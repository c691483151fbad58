/** What the approval panel is told of a call that waits. */
import type { Proposal, ProposalOutcome } from '#contract/proposal.ts'
import type { Preview } from './shadow-run.ts'

/** As on the server; the hash is absent where the browser has no WebCrypto, which is without HTTPS. */
export type PageProposal = Omit<Proposal, 'inputHash' | 'message'> & {
  readonly inputHash?: string
  readonly message: string
}

export type Decision = 'approve' | 'reject'

export interface WaitingCall {
  readonly proposal: PageProposal
  readonly title?: string
  readonly description?: string
  /** What would change, where the tool says what it changes. */
  readonly preview?: Preview
  /** The server keeps it, and has a page of its own about it. */
  readonly isOnServer?: boolean
  /**
   * Never rejects. `changed`: it would do something else by now than what the person has seen, and still waits.
   */
  settle(decision: Decision): Promise<ProposalOutcome | { readonly changed: Preview }>
}
