/** The state of a turn, and the replies that end it. */
import type { ErrorReply } from '#contract/agent/agent.ts'
import type { Message, ToolCall } from '#contract/agent/message.ts'
import {
  type ModelCall,
  type ModelReply,
  ProviderError,
  type ResolvedModel,
  type TokenUsage,
} from '#contract/agent/model.ts'
import type { ParkedResult } from '#contract/agent/proposal.ts'
import type { TurnDeps } from '#contract/agent/turn-deps.ts'

export interface TurnState {
  readonly messages: Message[]
  usage: TokenUsage
  readonly proposals: ParkedResult[]
  /** Text of the last model reply. */
  text: string
  /** Whether the model has read untrusted content; absent in a single round. */
  readonly tainted?: () => boolean
}

/** Returns the members that every reply has. */
export function pickReplyFields(
  { messages, usage, proposals, tainted }: TurnState,
  { provider, model }: ResolvedModel,
) {
  const facts = { messages, model: `${provider}/${model}`, usage, proposals }
  return tainted?.() ? { ...facts, tainted: true as const } : facts
}

export function toAssistantMessage({ text = '', toolCalls, providerMetadata }: ModelReply): Message {
  return {
    role: 'assistant',
    content: text,
    ...(toolCalls !== undefined && toolCalls.length > 0 && { toolCalls: toolCalls.map(toPlainCall) }),
    ...(providerMetadata !== undefined && { providerMetadata }),
  }
}

export function toPlainCall({ fault, ...call }: ModelCall): ToolCall {
  return call
}

export function describeCut({ stopReason }: ModelReply) {
  return stopReason === 'max_tokens' ? { stopReason } : {}
}

/**
 * Returns the reply for a provider's failure. Any other error is a bug of the framework or the app, so it is thrown
 * and its text isn't sent to the caller.
 */
export function createErrorReply(
  error: unknown,
  { usage, proposals }: TurnState,
  { showDetail }: Pick<TurnDeps, 'showDetail'>,
): ErrorReply {
  if (!(error instanceof ProviderError)) throw error
  const { failure, message, detail, retryAfterMs } = error
  return {
    type: 'error',
    error: message,
    code: failure === 'rate_limited' ? 'rate_limited' : 'provider_error',
    ...(showDetail && detail !== undefined && detail !== '' && { detail }),
    ...(retryAfterMs !== undefined && retryAfterMs > 0 && { retryAfterMs }),
    usage,
    proposals,
  }
}
