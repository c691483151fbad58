/** What tools of development hear of failures: the facts that neither the log nor an answer has. */
import type { Effect, Guard, Origin } from './api.ts'

/** Where an error came by. One error comes by several places, the innermost first; each says what it knows. */
export interface FailureFacts {
  /** The `x-request-id` of the answer. */
  readonly requestId?: string | undefined
  readonly method?: string | undefined
  readonly path?: string | undefined
  /** Pattern of the page, or path of the endpoint, that answers; absent before it was found. */
  readonly route?: string | undefined
  readonly origin?: Origin | undefined
  /** The island that threw while it was rendered. */
  readonly island?: { readonly id: string; readonly component: string; readonly name: string } | undefined
  readonly call?: FailedCall | undefined
  /** Code further out has the error next, and may handle it. */
  readonly mayBeHandled?: boolean | undefined
}

/** A call of a tool that failed. */
export interface FailedCall {
  readonly tool: string
  readonly origin: Origin
  /** As it was decided for this caller. */
  readonly guard: Guard
  readonly effect?: Effect | undefined
  /** What `run` got, once it was checked; before that, what was sent. */
  readonly input: unknown
  readonly isChecked: boolean
}

/** Told of failures that are the app's own, never of a caller's mistakes. */
export type Inspect = (error: unknown, facts: FailureFacts) => void
