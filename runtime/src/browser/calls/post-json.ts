/** Requests to the server's own endpoints. */

import { markPending, type ParkedResult } from '#contract/agent/proposal.ts'
import { createCallError } from '#contract/http/call-error.ts'
import { ORIGIN_HEADER, PROPOSAL_HEADER, TAINTED_HEADER } from '#contract/http/path.ts'
import { announceSent } from './activity.ts'
import { currentOrigin } from './cause.ts'

/** A response of an endpoint below `/_fw/`. */
interface JsonResponse {
  readonly ok?: boolean
  readonly result?: unknown
  readonly error?: string
  readonly message?: string
  readonly code?: string
  readonly issues?: readonly { readonly path: string; readonly message: string }[]
}

let tainted = false

/** Marks that an agent has read untrusted content, such as the content of this page. Its later calls declare it. */
export function noteTaint(): void {
  tainted = true
}

/** Whether an agent has read untrusted content in this page. */
export function isTaintedResponse(): boolean {
  return tainted
}

/** Returns the headers that mark a call of an agent. */
export function agentHeaders(): Record<string, string> {
  return { [ORIGIN_HEADER]: 'agent', ...(tainted && { [TAINTED_HEADER]: '1' }) }
}

/** Posts JSON with the current origin. Rejects with a `StubError` without a response. */
export async function postJson(
  url: string,
  body: string,
): Promise<{ readonly status: number; readonly answer: JsonResponse }> {
  const headers = { 'content-type': 'application/json', ...(currentOrigin() === 'agent' && agentHeaders()) }
  let status = 0
  try {
    const response = await fetch(url, { method: 'POST', headers, body })
    status = response.status
    const answer = (await response.json()) as JsonResponse // the server returns only JSON below this path
    if (response.headers.has(PROPOSAL_HEADER)) markPending(answer.result as ParkedResult) // the header marks it
    return { status, answer }
  } catch (cause) {
    const message =
      status === 0 ? 'The server could not be reached.' : `The server responded with status ${status} without JSON.`
    throw createCallError({ message, code: 'unavailable', status, cause })
  } finally {
    announceSent()
  }
}
