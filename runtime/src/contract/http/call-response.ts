/** The response of a call, as the stubs of browsers and the functions of generated clients read it. */
import { markPending, type ParkedResult } from '../agent/proposal.ts'
import type { Issue } from '../schema/validation.ts'
import { type CallError, createCallError } from './call-error.ts'
import { PROPOSAL_HEADER } from './path.ts'

/** The JSON of an endpoint below `/_fw/`. */
export interface CallEnvelope {
  readonly ok?: boolean
  readonly result?: unknown
  readonly error?: string
  readonly message?: string
  readonly code?: string
  readonly issues?: readonly Issue[]
}

/** The members of a web `Response` that are read. Its body needn't be a stream. */
export interface ReceivedResponse {
  readonly ok: boolean
  readonly status: number
  readonly headers: { has(name: string): boolean }
  json(): Promise<unknown>
}

/**
 * Sends a request and reads the response. Rejects with the error `unavailable` without a response, and for one without JSON.
 *
 * @param readBody Reads another body than that of an endpoint below `/_fw/`.
 */
export async function readCallResponse(
  send: () => Promise<ReceivedResponse>,
  readBody?: (response: ReceivedResponse) => Promise<CallEnvelope>,
): Promise<{ readonly status: number; readonly answer: CallEnvelope }> {
  let status = 0
  try {
    const response = await send()
    status = response.status
    const answer = (await (readBody ? readBody(response) : response.json())) as CallEnvelope // sent by the framework
    if (response.headers.has(PROPOSAL_HEADER)) markPending(answer.result as ParkedResult) // the header marks it
    return { status, answer }
  } catch (cause) {
    const message =
      status === 0 ? 'The server could not be reached.' : `The server responded with status ${status} without JSON.`
    throw createCallError({ message, code: 'unavailable', status, cause })
  }
}

/** Returns the error of a failed call. */
export function toCallError(
  { message, error, code = 'internal', issues }: CallEnvelope,
  { tool, status }: { readonly tool: string; readonly status: number },
): CallError {
  return createCallError({ message: message ?? error ?? `${tool} failed with status ${status}`, code, status, issues })
}
