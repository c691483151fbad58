/** The outcomes of calls, by who receives them. */
import type { ParkedResult } from '#contract/agent/proposal.ts'

/** The call has run. */
export interface CallResult {
  readonly kind: 'result'
  /** The validated result of `run`, for code. */
  readonly value: unknown
  /** `value` in its JSON form, for clients and forms. */
  readonly wire: unknown
  /** `wire` as a JSON string; undefined for code, and without a result. */
  readonly json: string | undefined
  /** Redirect target of a form, if the API sets it. */
  readonly leadsTo: string | undefined
}

/** The call became a proposal. */
export interface PendingResult {
  readonly kind: 'pending'
  readonly wire: ParkedResult
  readonly json: string
}

/** `run` of a form redirected. */
interface RedirectResult {
  readonly kind: 'redirect'
  readonly location: string
}

/** A repeated call passed its checks. */
interface CheckResult {
  readonly kind: 'checked'
  /** Whether it needs approval. */
  readonly isHeld: boolean
}

/** The outcome of a call that didn't fail, for clients and code. */
export type DispatchOutcome = CallResult | PendingResult

/** The outcome of a form's call that didn't fail. */
export type FormDispatchOutcome = DispatchOutcome | RedirectResult | CheckResult

/**
 * Who receives the outcome:
 * - `client`: it sends and reads JSON.
 * - `code`: a function call on the server. The input consists of real values, and the result is returned to code whose
 *   types promise it, so the call can't become a proposal.
 * - `waiting code`: the same, but the caller handles a proposal.
 * - `form`: a `redirect()` of `run` is the response, and `leadsTo` decides where the form redirects.
 */
export type Receiver = 'client' | 'code' | 'waiting code' | 'form'

/**
 * A form's call that was made before, and ran or became a proposal: only its checks run again. One that ran without
 * approval still becomes a proposal if it needs approval now.
 */
export type RepeatedForm = 'run' | 'proposal'
