/** Requests to the server's own endpoints. */

import { type CallEnvelope, readCallResponse } from '#contract/http/call-response.ts'
import { ORIGIN_HEADER, TAINTED_HEADER } from '#contract/http/path.ts'
import { announceSent } from './activity.ts'
import { currentOrigin } from './cause.ts'

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

/**
 * Posts JSON with the current origin. Rejects with a `StubError` without a response. `more`: other headers.
 */
export async function postJson(
  url: string,
  body: string,
  more?: Readonly<Record<string, string>> | '',
): Promise<{ readonly status: number; readonly answer: CallEnvelope }> {
  const headers = {
    'content-type': 'application/json',
    ...more,
    ...(currentOrigin() === 'agent' && agentHeaders()),
  }
  try {
    return await readCallResponse(() => fetch(url, { method: 'POST', headers, body }))
  } finally {
    announceSent()
  }
}
