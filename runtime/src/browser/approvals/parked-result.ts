/** Converts the server's response for a pending call to the result for the calling code. */
import type { ParkedResult } from '#contract/agent/proposal.ts'
import { createCallError } from '#contract/http/call-error.ts'
import { track } from '../calls/activity.ts'
import type { AgentRun } from '../calls/cause.ts'

/**
 * Shows the call to the user, and resolves after the decision with the result of the approved call as JSON, or
 * rejects with `rejected` or `expired`.
 *
 * @param run The agent's call that made it, if known.
 */
export async function whenDecided(parked: ParkedResult, run: AgentRun | undefined): Promise<unknown> {
  if (!globalThis.document) {
    const message = `${parked.tool} needs a person's approval, and only a page can ask for it.`
    throw createCallError({ message, code: 'unavailable', status: 0 })
  }
  const { awaitServer } = await track(import('./server-proposals.ts'))
  return awaitServer(parked, run)
}
