/**
 * Code that waits for a call pending approval. It continues with the result or the error once a user has decided,
 * never with the proposal.
 */
import { createCallError } from '#contract/http/call-error.ts'
import { ERRORS, type ErrorCode } from '#contract/http/error.ts'
import type { CallRefusal } from '#contract/page/page-call.ts'
import { agentHooks } from '#solid/islands/live-intents.ts'
import { untilDecided } from '../calls/activity.ts'
import type { AgentRun } from '../calls/cause.ts'

/** The properties of a refusal that its error has. */
type FailedCall = Pick<CallRefusal, 'error' | 'code' | 'status' | 'issues'>

export interface Wait {
  /** The agent's call that it is part of, if known. */
  readonly run: AgentRun | undefined
  /** The promise that the code receives. */
  readonly promise: Promise<unknown>
  approved(result: unknown): void
  failed(refusal: FailedCall): void
}

export function openWait(run: AgentRun | undefined): Wait {
  let settle: { resolve(value: unknown): void; reject(error: Error): void } | undefined
  const promise = untilDecided(
    new Promise<unknown>((resolve, reject) => {
      settle = { resolve, reject }
    }),
  )
  // Nothing listens any more if the intent has already returned a result.
  promise.catch(() => {})
  // The user has approved one call only, so code that follows has agent origin. It continues in a separate task,
  // because within the task of the user's click it would have human origin.
  const resume = (act: () => void) => void setTimeout(() => (agentHooks.goOn ? agentHooks.goOn(act) : act()))
  return {
    run,
    promise,
    approved: (result) => resume(() => settle?.resolve(result)),
    failed: (refusal) => resume(() => settle?.reject(toError(refusal))),
  }
}

/** Creates the error for a call that wasn't approved. */
export function notApproved(code: 'rejected' | 'expired'): CallRefusal {
  return { ok: false, code, error: ERRORS[code].text }
}

/** Converts a refusal to an error like that of a stub. */
export function toError({ error: message, code, status, issues }: FailedCall): Error {
  // Codes of a server of another version are unknown here.
  const known = Object.hasOwn(ERRORS, code) ? ERRORS[code as ErrorCode].status : 0
  return createCallError({ message, code, status: status ?? known, issues })
}
