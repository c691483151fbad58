/** The data of a pending call for the approval panel. */
import type { Proposal, ProposalOutcome } from '#contract/agent/proposal.ts'
import type { CallQuestions, FormContent } from '#contract/agent/question.ts'
import type { ToolDescription } from '#contract/approval/shown-call.ts'
import type { ShownContext } from './call-context.ts'

/** The proposal, as on the server. The hash is absent without WebCrypto, that is without HTTPS. */
export type PageProposal = Omit<Proposal, 'inputHash' | 'message'> & {
  readonly inputHash?: string
  /** Title of a call of the page for people, if its tool has one. */
  readonly title?: string
  readonly message: string
}

export type Decision = 'approve' | 'reject'

export interface WaitingCall extends ShownContext {
  readonly proposal: PageProposal
  /** Description of its tool; absent if it isn't known. */
  readonly about?: ToolDescription
  /** Whether the server stores the call and has a page for it. */
  readonly isOnServer?: boolean
  /** The call runs, and waits for responses to these questions. */
  readonly question?: CallQuestions
  /** Ends the call without a decision: it is another user's. */
  drop(): void
  /**
   * Resolves the call with a decision. Never rejects. `changed`: the call may now do something else than the user
   * has seen, and is still pending.
   *
   * @param responses Values for the questions, by their names and those of their fields.
   */
  settle(
    decision: Decision,
    responses?: Readonly<Record<string, FormContent>>,
  ): Promise<ProposalOutcome | { readonly changed: ShownContext }>
}
