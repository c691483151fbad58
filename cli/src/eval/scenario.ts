/** What a scenario file says (spec: eval rules, 2 to 5). */

/** What is expected of the outcome of a step. */
export interface Expectation {
  /** Default true. */
  readonly ok: boolean
  readonly status?: number
  /** Part of the error text. */
  readonly error?: string
  /** Error code, such as `invalid_input`. */
  readonly code?: string
  /** A part of the result, matchers included. Absent: anything. */
  readonly result?: unknown
}

interface AnyStep {
  readonly expect: Expectation
}

/** Calls a tool of the server, as an agent does. */
export interface ToolStep extends AnyStep {
  readonly form: 'tool'
  readonly tool: string
  /** May hold references. */
  readonly input: unknown
}

/** Settles a proposal, as the person of the session does. */
export interface SettleStep extends AnyStep {
  readonly form: 'approve' | 'reject'
  /** An id, or a reference to one. */
  readonly proposal: string
}

/** Asks the app's own agent. */
export interface TurnStep extends AnyStep {
  readonly form: 'turn'
  readonly message: string
  /** The page on which it is asked. */
  readonly path: string
}

export type Step = ToolStep | SettleStep | TurnStep

export interface Scenario {
  /** Relative to the app, with `/`. */
  readonly file: string
  readonly name: string
  /** Boots a `--start` app anew first. */
  readonly reset: boolean
  readonly steps: readonly Step[]
}

/** What a step did, in one line. */
export function describeStep(step: Step): string {
  switch (step.form) {
    case 'tool':
      return step.tool
    case 'turn':
      return `turn ${JSON.stringify(step.message)}`
    default:
      return `${step.form} ${step.proposal}`
  }
}
