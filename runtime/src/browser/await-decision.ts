/** Code that called what waits for a person. It goes on once that person has decided, and never with the proposal as a result. */
import { ERRORS, type ErrorCode } from '#contract/error.ts'
import type { CallRefusal } from '#contract/page-call.ts'
import { agentHooks } from '#solid/live-intents.ts'
import { untilDecided } from './activity.ts'
import type { AgentRun } from './cause.ts'

export interface Wait {
  /** The agent's call that it is a part of, where that is known. */
  readonly run: AgentRun | undefined
  /** What the code gets. */
  readonly promise: Promise<unknown>
  approved(result: unknown): void
  failed(refusal: Pick<CallRefusal, 'error' | 'code' | 'issues'>): void
}

export function openWait(run: AgentRun | undefined): Wait {
  let settle: { resolve(value: unknown): void; reject(error: Error): void } | undefined
  const promise = untilDecided(
    new Promise<unknown>((resolve, reject) => {
      settle = { resolve, reject }
    }),
  )
  // An intent that was answered meanwhile listens no more.
  promise.catch(() => {})
  // The person has said yes to one call: what follows it is the agent's. A task of its own, since what follows within that
  // of the person's click would count as theirs.
  const goOn = (act: () => void) => void setTimeout(() => (agentHooks.goOn ? agentHooks.goOn(act) : act()))
  return {
    run,
    promise,
    approved: (result) => goOn(() => settle?.resolve(result)),
    failed: (refusal) => goOn(() => settle?.reject(toError(refusal))),
  }
}

/** Not approved: the code and the text of the table. */
export function notApproved(code: 'rejected' | 'expired'): CallRefusal {
  return { ok: false, code, error: ERRORS[code].text }
}

/** As a stub rejects: a refusal as an error. */
export function toError({ error, code, issues }: Pick<CallRefusal, 'error' | 'code' | 'issues'>): Error {
  // Whatever a server of another version says is passed on.
  const { status = 0 } = (ERRORS as Partial<Record<ErrorCode, { readonly status: number }>>)[code] ?? {}
  return Object.assign(new Error(error), { name: 'FwError', code, status, ...(issues && { issues }) })
}
