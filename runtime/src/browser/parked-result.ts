/** What the server answers of a call that it has parked. */
import type { ParkedResult } from '#contract/proposal.ts'
import { track } from './activity.ts'

/** Shows what the server has parked to the person in front of the page, if there is one. Answers it. */
export function askForServer(parked: ParkedResult): ParkedResult {
  const failed = (error: unknown) => console.error('[fw] The approval panel could not be loaded.', error)
  if (globalThis.document)
    void track(import('./approvals.ts')).then(({ showServerProposal }) => showServerProposal(parked), failed)
  return parked
}
