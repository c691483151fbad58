/** What rooms tell about calls to whoever measures them. */
import type { Guard, Origin } from './api.ts'
import type { Message } from './message.ts'
import type { ResolvedModel, StopReason, TokenUsage } from './model.ts'
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

/** How a round of a model ended. */
export interface RoundOutcome {
  /** Absent for a round that failed. */
  readonly usage?: TokenUsage
  /** The model that answered. */
  readonly model?: string
  readonly stopReason?: StopReason
  /** The kind of failure; absent for success. */
  readonly error?: string
  /** Told only where the app asks for contents. */
  readonly input?: readonly Message[]
  readonly output?: string
}

/** One round that is being measured. */
export interface RoundSpan {
  /** At most once. */
  end(outcome: RoundOutcome): void
}

/** One turn that is being measured. */
export interface TurnSpan {
  /** Runs `work` so that what it starts belongs to the turn. */
  within<Result>(work: () => Result): Result
  /** A round of the model begins. */
  round(): RoundSpan
  /** At most once. `error` is the code of what went wrong. */
  end(outcome: { readonly usage?: TokenUsage; readonly error?: string }): void
}

/** Told of every turn when it begins. */
export type TurnObserver = (model: Pick<ResolvedModel, 'provider' | 'model'>) => TurnSpan
