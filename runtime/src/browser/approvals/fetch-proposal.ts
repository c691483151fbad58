/** Requests of the approval panel to the server. */
import { ORIGIN_HEADER, PROPOSALS_PATH } from '#contract/http/path.ts'

/** Requests the caller's proposal with this id; an empty list for an unknown one. The panel is the person's, so the request is. */
export function fetchProposal(id: string, signal?: AbortSignal): Promise<Response> {
  return fetch(`${PROPOSALS_PATH}?id=${encodeURIComponent(id)}`, {
    headers: { accept: 'application/json', [ORIGIN_HEADER]: 'human' },
    ...(signal && { signal }),
  })
}
