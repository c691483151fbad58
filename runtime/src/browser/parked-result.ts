/** What the server answers of a call that it has parked, as the code that called gets it. */
import type { ParkedResult } from '#contract/proposal.ts'
import { track } from './activity.ts'
import type { AgentRun } from './cause.ts'

/**
 * Shows the call to the person in front of the page, and goes on once they have decided: with the result of the approved
 * call as JSON carries it, or a rejection, as `rejected` or `expired`. `run`: the agent's call that made it, if known.
 */
export async function whenDecided(parked: ParkedResult, run: AgentRun | undefined): Promise<unknown> {
  if (!globalThis.document) {
    const text = `${parked.tool} waits for a person, and there is no page here to ask in.`
    throw Object.assign(new Error(text), { name: 'FwError', code: 'unavailable', status: 0 })
  }
  const { awaitServer } = await track(import('./server-proposals.ts'))
  return awaitServer(parked, run)
}
