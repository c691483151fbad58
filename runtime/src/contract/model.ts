/** One round with a model provider, the same for every wire format (spec: Model resolution order; decisions: Agent). */
import type { JsonSchema } from './json-schema.ts'
import type { Message, ToolCall } from './message.ts'

/** `openai-compatible` is any server that speaks OpenAI's format: a local model, a proxy. */
export type ProviderName = 'anthropic' | 'openai' | 'google' | 'openrouter' | 'openai-compatible'

/** A model, and what reaches it. */
export interface ResolvedModel {
  readonly provider: ProviderName
  /** As the provider names it, without the provider's own name in front. */
  readonly model: string
  /** Empty where the provider asks for none. Never logged or sent to a browser. */
  readonly apiKey: string
  /** What decided: `agent` (its `model`), or the environment variable. */
  readonly source: string
  /** Where requests go, without a trailing slash. Default: the provider's own address. */
  readonly baseUrl?: string
  /** Provider-specific fields of every request; fields that would replace the model, the messages or the tools are left out. */
  readonly options?: Readonly<Record<string, unknown>>
}

/** A tool as a provider sees it. */
export interface ModelTool {
  /** Wire name: `shop__search`. */
  readonly name: string
  readonly description: string
  /** The whole contract; each format sends its own projection of it. */
  readonly input: JsonSchema
}

/** Counted by the provider. `inputTokens` holds the cached ones. */
export interface TokenUsage {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cachedInputTokens: number
  /** Where the provider says it, or the price of the model is known. */
  readonly costUsd?: number
}

/** Why a model stopped: it was done, it calls tools, it ran out of tokens, it refused. */
export type StopReason = 'end' | 'tool_calls' | 'max_tokens' | 'refusal'

/** What a model answered. */
export interface ModelReply {
  readonly text?: string
  /** In the model's order; names are wire names, inputs are as the model wrote them, restored to the contract. */
  readonly toolCalls?: readonly ToolCall[]
  readonly stopReason: StopReason
  /** Why it would not answer, in the provider's words; with `stopReason: 'refusal'`. */
  readonly refusal?: string
  readonly usage: TokenUsage
  /** The model that answered, as the provider says. */
  readonly model: string
  /** Goes back verbatim with the assistant's message. */
  readonly providerMetadata?: unknown
}

/** What arrives while a model answers. */
export type ModelEvent =
  | { readonly type: 'text'; readonly delta: string }
  | { readonly type: 'call-start'; readonly id: string; readonly name: string }
  | { readonly type: 'call-delta'; readonly id: string; readonly delta: string }

/** Whoever wants a model's words as they come. */
export interface ModelListener {
  hear(event: ModelEvent): void
  /** Called behind what arrived together. What it answers is waited for before more is read. */
  pause(): Promise<void> | undefined
}

export interface ModelRequest {
  readonly model: ResolvedModel
  readonly system: string
  readonly messages: readonly Message[]
  readonly tools: readonly ModelTool[]
  /** Aborts the request. May be aborted already. */
  readonly signal?: AbortSignal
  /** Default: the global one. */
  readonly fetch?: typeof fetch
  /** Longest silence of the provider in milliseconds, before and between bytes. Default 60 000. */
  readonly idleTimeoutMs?: number
  /** Attempts after the first, none of them once a byte has been streamed. Default 2. */
  readonly retries?: number
}

/** Why a model's provider gave no reply, in words that are the same for all of them. */
export type ProviderFailure =
  /** The key is missing, wrong or may not use the model. */
  | 'auth'
  | 'rate_limited'
  /** The provider refuses the request itself: unknown model, too long a conversation. */
  | 'rejected'
  /** 5xx, no connection, or it broke off. */
  | 'unavailable'
  /** What came is not what the format says. */
  | 'invalid_response'
  | 'timeout'
  /** The caller left. */
  | 'aborted'

/** A round that failed. `message` may be shown; the provider's own words are in `detail` only (security rule 16). */
export class ProviderError extends Error {
  readonly failure: ProviderFailure
  /** HTTP status of the provider's answer, where there was one. */
  readonly status: number | undefined
  /** The provider's own words, cut to 2000 characters and without keys. */
  readonly detail: string | undefined
  /** Milliseconds that the provider asks to wait. */
  readonly retryAfterMs: number | undefined

  constructor(
    failure: ProviderFailure,
    message: string,
    facts: {
      readonly status?: number | undefined
      readonly detail?: string | undefined
      readonly retryAfterMs?: number | undefined
      readonly cause?: unknown
    } = {},
  ) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.name = 'ProviderError'
    this.failure = failure
    this.status = facts.status
    this.detail = facts.detail
    this.retryAfterMs = facts.retryAfterMs
  }
}
