/** One round of a model as a turn has it: priced and measured. */
import type { AgentConfig, ModelPrice } from '#contract/agent.ts'
import {
  type ModelListener,
  type ModelReply,
  type ModelRequest,
  ProviderError,
  type ResolvedModel,
} from '#contract/model.ts'
import type { RoundOutcome, TurnSpan } from '#contract/telemetry.ts'
import { priced } from './prices.ts'
import { askModel, streamModel } from './providers/call-provider.ts'

export interface RoundOptions {
  /** Absent where nobody wants the words as they come. */
  readonly listener?: ModelListener | undefined
  readonly config: Pick<AgentConfig, 'prices'>
  readonly span?: TurnSpan | undefined
}

/** Throws `ProviderError`. */
export async function round({ listener, config, span }: RoundOptions, request: ModelRequest): Promise<ModelReply> {
  const measured = span?.round()
  let outcome: RoundOutcome = { error: 'aborted', input: request.messages }
  try {
    const answer = await (listener === undefined ? askModel(request) : streamModel(request, listener))
    const reply = withPrice(answer, request.model, config.prices)
    const { text, usage, model, stopReason } = reply
    outcome = { usage, model, stopReason, input: request.messages, ...(text !== undefined && { output: text }) }
    return reply
  } catch (error) {
    outcome = { error: error instanceof ProviderError ? error.failure : 'internal', input: request.messages }
    throw error
  } finally {
    measured?.end(outcome)
  }
}

function withPrice(
  reply: ModelReply,
  { provider, model }: ResolvedModel,
  prices: Readonly<Record<string, ModelPrice>> | undefined,
): ModelReply {
  return { ...reply, usage: priced(reply.usage, `${provider}/${model}`, prices) }
}
