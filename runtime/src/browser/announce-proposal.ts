/** Tells the page of calls that wait for a person. */
import type { AgentRun } from './cause.ts'
import type { PageProposal } from './waiting-call.ts'

const runs = new Map<string, AgentRun>()

/** To whoever listens: `fw:proposal` on the document. A copy, so that nobody changes what is kept. */
export function announce(proposal: PageProposal, run?: AgentRun): void {
  if (run && proposal.state === 'pending') runs.set(proposal.id, run)
  document.dispatchEvent(new CustomEvent('fw:proposal', { detail: structuredClone(proposal) }))
  runs.delete(proposal.id)
}

/** Whether a call that was parked just now belongs to this call of an agent. Undefined where nobody knows. */
export function isPart(id: string, run: AgentRun): boolean | undefined {
  let one = runs.get(id)
  if (one === undefined) return undefined
  while (one !== undefined && one !== run) one = one.parent
  return one !== undefined
}
