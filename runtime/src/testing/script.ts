/** The script of a scripted model: its replies, one step for each request. */

/** A tool call of the model, with the tool's full name or its wire name. */
export interface ScriptedCall {
  readonly name: string
  readonly input: unknown
  /** Default: generated. */
  readonly id?: string
  /** The arguments as the model writes them, in place of `input`: JSON that is invalid or cut off. */
  readonly json?: string
  /**
   * Of a call of `search_tools`: names of the tools that it finds. Anthropic runs the search itself, within the reply; other
   * formats ignore this member, because the app runs the search.
   */
  readonly found?: readonly string[]
}

/** A reply of the model. All members may be combined. */
export interface ScriptedAnswer {
  readonly text?: string
  /** Reasoning before the reply. It is signed, and the provider expects it back where it documents this. */
  readonly reasoning?: string
  readonly calls?: readonly ScriptedCall[]
  /** Refuses the request with this message. */
  readonly refusal?: string
  /** Ends the reply as if it had reached the token limit. */
  readonly cut?: boolean
  readonly usage?: { readonly input?: number; readonly output?: number; readonly cached?: number }
}

/** A failure of the provider. */
export interface ScriptedFailure {
  /** An HTTP status, with an error in the provider's format, or with `body`. */
  readonly status?: number
  readonly message?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent unchanged, with `status` (default 200). */
  readonly body?: string
  /** Closes the connection before a reply or in the middle of one. */
  readonly reset?: 'before' | 'within'
  /** Sends nothing, before a reply or after its first part, until the client disconnects or the model is closed. */
  readonly hang?: 'before' | 'within'
  /** An error in the stream after its first part. */
  readonly streamError?: string
}

/** A received request, with the data that all formats share. */
export interface ScriptedRequest {
  readonly format: ScriptedFormat
  /** The requested model, in the format's own naming. */
  readonly model: string
  readonly system: string
  /** Wire names of the tools. */
  readonly tools: readonly string[]
  readonly stream: boolean
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Readonly<Record<string, unknown>>
  /** Whether the client disconnected before the reply had ended. */
  readonly aborted: boolean
}

/**
 * The wire format of a provider that a scripted model supports: `openai` is the Responses API, `openai-compatible` is Chat
 * Completions.
 */
export type ScriptedFormat = 'anthropic' | 'openai' | 'openai-compatible' | 'google'

type ScriptedStepData = ScriptedAnswer & ScriptedFailure

/** A reply, a string for a text reply, or a function of the request. */
export type ScriptedStep =
  | string
  | ScriptedStepData
  | ((request: ScriptedRequest) => string | ScriptedStepData | Promise<string | ScriptedStepData>)

export type { ScriptedStepData }
