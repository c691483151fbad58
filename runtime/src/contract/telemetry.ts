/** What rooms tell about calls to whoever measures them. */
import type { Guard, Origin } from './api.ts'
import type { ParkedResult } from './proposal.ts'

/** How a call ended. */
export interface CallOutcome {
  readonly guard: Guard
  /** `ok`, `proposal` for a parked call, else the error code. */
  readonly code: string
  readonly input: unknown
  readonly result: unknown
  /** The call waits for a person. */
  readonly parked?: ParkedResult | undefined
  /** Id of the proposal that the call was made for. */
  readonly approves?: string | undefined
}

/** One call that is being measured. */
export interface CallSpan {
  /** Runs `work` so that what it starts belongs to the call. */
  within<Result>(work: () => Result): Result
  /** At most once. */
  end(outcome: CallOutcome): void
}

/** Told of every call when it begins. */
export type CallObserver = (tool: string, origin: Origin) => CallSpan
