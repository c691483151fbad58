/** The script of a scripted model: what it answers, one step for each request. */

/** A call of the model: the tool by its full name, or by its name on the wire. */
export interface ScriptedCall {
  readonly name: string
  readonly input: unknown
  /** Default: made up. */
  readonly id?: string
}

/** What the model says. Everything may stand together. */
export interface ScriptedAnswer {
  readonly text?: string
  readonly calls?: readonly ScriptedCall[]
  /** Refuses, with these words. */
  readonly refusal?: string
  /** Ends the answer as if it had grown too long. */
  readonly cut?: boolean
  readonly usage?: { readonly input?: number; readonly output?: number; readonly cached?: number }
}

/** What goes wrong. */
export interface ScriptedFailure {
  /** An HTTP status, with the provider's own form of an error, or `body`. */
  readonly status?: number
  readonly message?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as it is, with `status` (default 200). */
  readonly body?: string
  /** Closes the connection: before an answer, or in the middle of one. */
  readonly reset?: 'before' | 'within'
  /** Says nothing: before an answer, or after its first part. Until the caller leaves, or the model is closed. */
  readonly hang?: 'before' | 'within'
  /** An error in the stream, after its first part. */
  readonly streamError?: string
}

/** A request that came, taken apart as far as the formats agree. */
export interface ScriptedRequest {
  readonly format: ScriptedFormat
  /** What was asked for, as the format names it. */
  readonly model: string
  readonly system: string
  /** Names on the wire. */
  readonly tools: readonly string[]
  readonly stream: boolean
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Readonly<Record<string, unknown>>
  /** Whether the caller left before the answer had ended. */
  readonly aborted: boolean
}

/** The wire format of a provider that a scripted model speaks. */
export type ScriptedFormat = 'anthropic' | 'openai' | 'google'

type ScriptedStepData = ScriptedAnswer & ScriptedFailure

/** An answer, a text for short, or a function of the request. */
export type ScriptedStep =
  | string
  | ScriptedStepData
  | ((request: ScriptedRequest) => string | ScriptedStepData | Promise<string | ScriptedStepData>)

export type { ScriptedStepData }
