/** Notifies the page of calls that are pending approval. */
import { type AgentRun, runWith } from '../calls/cause.ts'
import type { PageProposal } from './waiting-call.ts'

const runs = new Map<string, AgentRun>()

/**
 * Dispatches `fw:proposal` on the document. The detail is a copy, so that listeners can't change the stored proposal.
 */
export function announce(proposal: PageProposal, run?: AgentRun): void {
  if (run && proposal.state === 'pending') runs.set(proposal.id, run)
  const event = new CustomEvent('fw:proposal', { detail: structuredClone(proposal) })
  // An agent causes it, perhaps without any act in the page. The listeners' own later work isn't a user's either.
  runWith({ origin: 'agent', isPage: true }, () => document.dispatchEvent(event))
  runs.delete(proposal.id)
}

/** Whether a new proposal belongs to this call of an agent; `undefined` if unknown. */
export function isPartOfRun(id: string, run: AgentRun): boolean | undefined {
  let current = runs.get(id)
  if (current === undefined) return undefined
  while (current !== undefined && current !== run) current = current.parent
  return current !== undefined
}
