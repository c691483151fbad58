/** A call of the server's own addresses. */
import { ORIGIN_HEADER, PROPOSAL_HEADER, TAINTED_HEADER } from '#contract/path.ts'
import { markPending, type ParkedResult } from '#contract/proposal.ts'
import { currentOrigin } from './cause.ts'

/** What the server answers under `/_fw/`. */
export interface JsonResponse {
  readonly ok?: boolean
  readonly result?: unknown
  readonly error?: string
  readonly message?: string
  readonly code?: string
  readonly issues?: readonly { readonly path: string; readonly message: string }[]
}

let tainted = false

/** An agent has read what this page shows, or something else that nobody vouches for. Its calls say so from now on. */
export function noteTaint(): void {
  tainted = true
}

/** Whether an agent has, in this page. */
export function isTaintedResponse(): boolean {
  return tainted
}

/** What tells the server that an agent calls. */
export function agentHeaders(): Record<string, string> {
  return { [ORIGIN_HEADER]: 'agent', ...(tainted && { [TAINTED_HEADER]: '1' }) }
}

/** Posts JSON as whoever calls now. Rejects with a `StubError` when there is no answer. */
export async function postJson(
  url: string,
  body: string,
): Promise<{ readonly status: number; readonly answer: JsonResponse }> {
  const headers = { 'content-type': 'application/json', ...(currentOrigin() === 'agent' && agentHeaders()) }
  let status = 0
  try {
    const response = await fetch(url, { method: 'POST', headers, body })
    status = response.status
    const answer = (await response.json()) as JsonResponse // the server writes nothing else under this path
    if (response.headers.has(PROPOSAL_HEADER)) markPending(answer.result as ParkedResult) // the header says so
    return { status, answer }
  } catch (cause) {
    const message = status === 0 ? 'The server could not be reached.' : `The server answered ${status} without JSON.`
    throw Object.assign(new Error(message, { cause }), { name: 'FwError', code: 'unavailable', status })
  }
}
