/** Interfaces through which modules report calls to telemetry. */

import type { Message } from '../agent/message.ts'
import type { ResolvedModel, ResponseFacts, StopReason, TokenUsage } from '../agent/model.ts'
import type { ParkedResult } from '../agent/proposal.ts'
import type { Guard, Origin } from '../api.ts'

/** The outcome of a call. */
export interface CallOutcome {
  readonly guard: Guard
  /** `ok`, `proposal` for a call that became a proposal, or the error code. */
  readonly code: string
  readonly input: unknown
  readonly result: unknown
  /** The call is pending. */
  readonly parked?: ParkedResult | undefined
  /** Id of the proposal that the call executes. */
  readonly approves?: string | undefined
}

/** A measured call. */
export interface CallSpan {
  /** Runs `work` so that spans that it starts belong to the call. */
  within<Result>(work: () => Result): Result
  /** Call it at most once. */
  end(outcome: CallOutcome): void
}

/** Called at the start of every call. */
export type CallObserver = (tool: string, origin: Origin) => CallSpan

/** The outcome of a model round. */
export interface RoundOutcome {
  /** The last response of the provider; absent if it sent none. */
  readonly response?: ResponseFacts | undefined
  /** Absent for a round that failed before the provider sent any text. */
  readonly usage?: TokenUsage
  /** The model that replied. */
  readonly model?: string
  /** The provider's id of the reply. */
  readonly responseId?: string | undefined
  readonly stopReason?: StopReason
  /** The kind of failure; absent for a success. */
  readonly error?: string
  /** The framework's message about the failure. */
  readonly message?: string
  /** The provider's own message about the failure, without keys. */
  readonly detail?: string | undefined
  /** Present only if the app enables contents. */
  readonly input?: readonly Message[]
  readonly output?: string
}

/** A measured round. */
interface RoundSpan {
  /** Call it at most once. */
  end(outcome: RoundOutcome): void
}

/** A measured turn. */
export interface TurnSpan {
  /** Runs `work` so that spans that it starts belong to the turn. */
  within<Result>(work: () => Result): Result
  /** Starts a round of the model. */
  round(): RoundSpan
  /** Call it at most once. `error` is the code of the failure. */
  end(outcome: { readonly usage?: TokenUsage; readonly error?: string }): void
}

/** Called at the start of every turn. */
export type TurnObserver = (model: Pick<ResolvedModel, 'provider' | 'model'>) => TurnSpan
