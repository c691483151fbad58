/** Types of a scenario file. */

/** Expected outcome of a step. */
export interface Expectation {
  /** Defaults to true. */
  readonly ok: boolean
  readonly status?: number
  /** Substring of the error. */
  readonly error?: string
  /** Error code, such as `invalid_input`. */
  readonly code?: string
  /** Expected subset of the result, which may contain matchers. Absent: any result. */
  readonly result?: unknown
}

interface AnyStep {
  readonly expect: Expectation
}

/** Call of a server tool as an agent. */
interface ToolStep extends AnyStep {
  readonly form: 'tool'
  readonly tool: string
  /** May contain references. */
  readonly input: unknown
}

/** Approval or rejection of a proposal, as the user of the session. */
interface SettleStep extends AnyStep {
  readonly form: 'approve' | 'reject'
  /** Id of the proposal, or a reference to it. */
  readonly proposal: string
}

/** Message to the app's own agent. */
interface TurnStep extends AnyStep {
  readonly form: 'turn'
  readonly message: string
  /** Path of the page that the message is sent from. */
  readonly path: string
}

export type Step = ToolStep | SettleStep | TurnStep

export interface Scenario {
  /** Path relative to the app, with `/`. */
  readonly file: string
  readonly name: string
  /** Whether to restart a `--start` app first. */
  readonly reset: boolean
  readonly steps: readonly Step[]
}

/** Describes a step in one line. */
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
