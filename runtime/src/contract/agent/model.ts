/** One round with a model provider, independent of the wire format. */
import type { JsonSchema } from '../schema/json-schema.ts'
import type { LanguageModel } from './language-model.ts'
import type { Message, ToolCall } from './message.ts'

/**
 * `openai-compatible` is any server with the wire format of Chat Completions, such as a local model or a proxy; `ai-sdk` is
 * a model object of the AI SDK.
 */
export type ProviderName = 'anthropic' | 'openai' | 'google' | 'openrouter' | 'openai-compatible' | 'ai-sdk'

/** Settings with the same meaning for all providers. A setting that a model refuses is left out. */
export interface ModelSettings {
  /** How much the model reasons before it replies. Default: the provider's own. */
  readonly reasoning?: 'none' | 'low' | 'medium' | 'high' | 'xhigh'
  /** Randomness of the reply, from 0. Most reasoning models refuse it. */
  readonly temperature?: number
  /** Most tokens of one reply, its reasoning included. */
  readonly maxOutputTokens?: number
}

/** A model, with the settings to reach it. */
export interface ResolvedModel {
  readonly provider: ProviderName
  /** Name of the model without the provider prefix. */
  readonly model: string
  /** Empty if the provider needs no key. Never logged or sent to a browser. */
  readonly apiKey: string
  /** The setting that selected the model: `agent` (its `model`), or the name of the environment variable. */
  readonly source: string
  /** Base URL of requests, without a trailing slash. Default: the provider's own. */
  readonly baseUrl?: string
  /**
   * Provider-specific fields that are added to every request. Fields that would replace the model, the messages or the
   * tools are ignored.
   */
  readonly options?: Readonly<Record<string, unknown>>
  readonly settings?: ModelSettings
  /** Only with the provider `ai-sdk`. */
  readonly languageModel?: LanguageModel
}

/** Whether the model may, must not or must call tools, or must call one tool by its full name. */
export type ToolChoice = 'auto' | 'none' | 'required' | { readonly type: 'tool'; readonly toolName: string }

/** A tool in the form that providers receive. */
export interface ModelTool {
  /** Wire name: `shop__search`. */
  readonly name: string
  readonly description: string
  /** The complete schema. Each wire format sends its own projection of it. */
  readonly input: JsonSchema
}

/** Token counts of the provider. `inputTokens` includes the cached ones. */
export interface TokenUsage {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cachedInputTokens: number
  /** Cost, if the provider reports it or the price of the model is known. */
  readonly costUsd?: number
}

/**
 * Why a model stopped: it finished, it calls tools, it reached the token limit, it refused, or the provider paused a long
 * reply, which the next request continues.
 */
export type StopReason = 'end' | 'tool_calls' | 'max_tokens' | 'refusal' | 'pause'

/**
 * A call as a model wrote it. A call with a fault does not run: the reply reached its length limit within the arguments, or
 * the arguments are not JSON (`input` is then their text), or they have too many levels (`input` is then empty).
 */
export interface ModelCall extends ToolCall {
  readonly fault?: 'cut_off' | 'invalid_json' | 'too_deep'
}

/** The reply of a model. */
export interface ModelReply {
  readonly text?: string
  /** What the provider shows of the model's reasoning. */
  readonly reasoning?: string
  /**
   * In the model's order. Names are wire names; inputs are converted back from the provider's schema to the tool's schema.
   */
  readonly toolCalls?: readonly ModelCall[]
  readonly stopReason: StopReason
  /** The provider's explanation of a refusal; only with `stopReason: 'refusal'`. */
  readonly refusal?: string
  /** Who refused: the model itself, which is the default, or the provider's filter of replies or of requests. */
  readonly refusalReason?: 'model' | 'content_filter' | 'prompt_blocked'
  /** The provider's own name of the reason, such as `SAFETY`; only with `stopReason: 'refusal'`. */
  readonly finishReason?: string
  readonly usage: TokenUsage
  /** The model that replied, as the provider reports it. */
  readonly model: string
  /** The provider's id of the reply; absent if it has none. */
  readonly responseId?: string
  /** Sent back unchanged with the assistant's message. */
  readonly providerMetadata?: unknown
}

/** An event of a streamed reply. */
export type ModelEvent =
  | { readonly type: 'text'; readonly delta: string }
  | { readonly type: 'reasoning'; readonly delta: string }
  | { readonly type: 'call-start'; readonly id: string; readonly name: string }
  | { readonly type: 'call-delta'; readonly id: string; readonly delta: string }

/** Receives the events of a streamed reply. */
export interface ModelListener {
  hear(event: ModelEvent): void
  /** Called after each batch of events. Reading continues when the returned promise resolves. */
  pause(): Promise<void> | undefined
}

export interface ModelRequest {
  readonly model: ResolvedModel
  readonly system: string
  readonly messages: readonly Message[]
  readonly tools: readonly ModelTool[]
  /** Schema of the reply, which describes an object. Absent: the reply is text. */
  readonly output?: JsonSchema | undefined
  /** Default `auto`. Ignored without tools. */
  readonly toolChoice?: ToolChoice | undefined
  /** Further tools, which the model finds by a search. */
  readonly deferred?: readonly ModelTool[]
  /** Aborts the request. May be aborted already. */
  readonly signal?: AbortSignal
  /** Sends the requests. Default: `node:http` with open connections; the global `fetch` on Bun. */
  readonly fetch?: typeof fetch
  /** Maximum time without data from the provider in milliseconds, before and between bytes. Default 60 000. */
  readonly idleTimeoutMs?: number
  /** Number of retries after the first attempt. A reply isn't retried after its first streamed byte. Default 2. */
  readonly retries?: number
  /** Called with each response of the provider as soon as its headers arrive, also with one that is retried. */
  readonly onResponse?: (response: ResponseFacts) => void
}

/** Identifies a response of a provider for its support. */
export interface ResponseFacts {
  /** HTTP status; absent for the response of a model object, which doesn't report it. */
  readonly status?: number | undefined
  /** The id in the headers of the response; absent if the provider sends none. */
  readonly requestId?: string | undefined
}

/** The kind of a provider failure, the same for all providers. */
export type ProviderFailure =
  /** The key is missing, invalid or not allowed to use the model. */
  | 'auth'
  | 'rate_limited'
  /** The provider refuses the request itself: unknown model, conversation too long. */
  | 'rejected'
  /** 5xx, no connection, or a lost connection. */
  | 'unavailable'
  /** The response doesn't match the wire format. */
  | 'invalid_response'
  | 'timeout'
  /** The caller disconnected. */
  | 'aborted'

/** A failed round. `message` may be shown to users; the provider's own message is only in `detail`. */
export class ProviderError extends Error {
  readonly failure: ProviderFailure
  /** HTTP status of the provider's response, if there was one. */
  readonly status: number | undefined
  /** The provider's own message, truncated to 2000 characters and without keys. */
  readonly detail: string | undefined
  /** Milliseconds to wait, as the provider requests. */
  readonly retryAfterMs: number | undefined
  /** The provider reports that a retry fails too, for example because the account has no credit. */
  readonly isFinal: boolean
  /** The model can't read so much at once. */
  readonly isTooLong: boolean

  constructor(
    failure: ProviderFailure,
    message: string,
    facts: {
      readonly status?: number | undefined
      readonly detail?: string | undefined
      readonly retryAfterMs?: number | undefined
      readonly isFinal?: boolean | undefined
      readonly isTooLong?: boolean | undefined
      readonly cause?: unknown
    } = {},
  ) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.name = 'ProviderError'
    this.failure = failure
    this.status = facts.status
    this.detail = facts.detail
    this.retryAfterMs = facts.retryAfterMs
    this.isFinal = facts.isFinal ?? false
    this.isTooLong = facts.isTooLong ?? false
  }
}
