/** Calls of an agent that wait for the approval of a user. */
import { isPending, type ParkedResult, type ProposalOutcome, type ProposalState } from '#contract/agent/proposal.ts'
import { createCallError } from '#contract/http/call-error.ts'
import { readCallResponse, toCallError } from '#contract/http/call-response.ts'
import { ERRORS, type ErrorCode } from '#contract/http/error.ts'
import { APPROVE_PATH, PROPOSALS_PATH, REJECT_PATH } from '#contract/http/path.ts'
import { type CallOptions, type Client, runWithSignal } from './create-client.ts'

declare const RESULT: unique symbol

/** A call that waits until a user has approved it. `expiresAt` is in milliseconds since 1970. */
export interface ClientProposal<Result> extends ParkedResult {
  /** For types only: the result of the approved call. */
  readonly [RESULT]?: Result
}

type Decode = (result: unknown) => unknown

/** The decoders of proposals: their results arrive later. */
const decoders = new WeakMap<object, Decode>()

export function toClientProposal(proposal: ParkedResult, decode: Decode | undefined): ParkedResult {
  if (decode !== undefined) decoders.set(proposal, decode)
  return proposal
}

/** Whether a call waits for approval. A result that only looks like a proposal doesn't count. */
export function isProposal<Result>(value: Result | ClientProposal<Result>): value is ClientProposal<Result> {
  return isPending(value)
}

/** Options of `waitForDecision`. */
export interface DecisionOptions extends Pick<CallOptions, 'signal' | 'headers'> {
  /** Time in milliseconds between two requests. Default: 2,000. */
  readonly intervalMs?: number
}

/** A proposal as the server sends it. */
interface SentProposal {
  readonly state: ProposalState
  readonly result?: ProposalOutcome
}

/**
 * Waits for the decision of a user, and returns the result of the approved call. The client needs the identity for which the
 * call was made. Rejects with `rejected` or `expired` if the call wasn't approved, and with the error of the call.
 */
export async function waitForDecision<Result>(
  client: Client,
  proposal: ClientProposal<Result>,
  { signal, headers = {}, intervalMs = 2_000 }: DecisionOptions = {},
): Promise<Result> {
  const { tool } = proposal
  for (let { id } = proposal; ; ) {
    const path = `${PROPOSALS_PATH}?id=${encodeURIComponent(id)}`
    const { status, answer } = await runWithSignal({ signal, timeoutMs: client.timeoutMs }, (signal) =>
      readCallResponse(() => client.request(path, { method: 'GET', headers, ...(signal && { signal }) })),
    )
    if (answer.ok !== true) throw toCallError(answer, { tool, status })
    const [found] = answer.result as readonly SentProposal[] // the server's list
    if (found === undefined) throw createOwnError('unknown_proposal')
    const { state, result } = found
    if (state === 'rejected' || state === 'expired') throw createOwnError(state)
    if (state === 'executed' && result !== undefined) {
      if (!result.ok || result.next === undefined) return readOutcome(proposal, result)
      // The server of the tool has asked questions, which wait in another proposal.
      id = result.next
      continue
    }
    await pause(intervalMs, signal)
  }
}

/**
 * Approves a call, and returns its result. Users approve calls: a client of an agent is refused with `forbidden`.
 */
export async function approveProposal<Result>(
  client: Client,
  proposal: ClientProposal<Result>,
  options: CallOptions = {},
): Promise<Result> {
  const { status, answer } = await sendDecision(client, APPROVE_PATH, proposal, options)
  if (answer.ok !== true) throw toCallError(answer, { tool: proposal.tool, status })
  return decodeResult(proposal, answer.result)
}

/** Rejects a call, as a user. Returns `false` for one that isn't pending any more, or that this user may not reject. */
export async function rejectProposal(
  client: Client,
  proposal: Pick<ParkedResult, 'id' | 'tool'>,
  options: CallOptions = {},
): Promise<boolean> {
  const { status, answer } = await sendDecision(client, REJECT_PATH, proposal, options)
  if (answer.ok !== true && answer.code !== undefined) throw toCallError(answer, { tool: proposal.tool, status })
  return answer.ok === true
}

function sendDecision(
  client: Client,
  path: string,
  { id }: Pick<ParkedResult, 'id'>,
  { signal, timeoutMs = client.timeoutMs, headers = {} }: CallOptions,
) {
  return runWithSignal({ signal, timeoutMs }, (signal) =>
    readCallResponse(() =>
      client.request(path, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ id }),
        ...(signal && { signal }),
      }),
    ),
  )
}

function readOutcome<Result>(proposal: ClientProposal<Result>, outcome: ProposalOutcome): Result {
  if (outcome.ok) return decodeResult(proposal, outcome.result)
  const { error: message, code, issues } = outcome
  throw createCallError({ message, code, status: outcome.status ?? getStatus(code), issues })
}

function decodeResult<Result>(proposal: ClientProposal<Result>, result: unknown): Result {
  const decode = decoders.get(proposal)
  return (decode === undefined ? result : decode(result)) as Result // the type of the function
}

function createOwnError(code: 'unknown_proposal' | 'rejected' | 'expired'): Error {
  return createCallError({ message: ERRORS[code].text, code, status: ERRORS[code].status })
}

/** Codes of a server of another version are unknown here. */
function getStatus(code: string): number {
  return Object.hasOwn(ERRORS, code) ? ERRORS[code as ErrorCode].status : 0
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', abort, { once: true })
  })
}
