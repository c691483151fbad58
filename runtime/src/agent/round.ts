/** One round of a model as a turn has it: priced and measured. */
import type { AgentConfig, ModelPrice } from '#contract/agent.ts'
import {
  type ModelEvent,
  type ModelReply,
  type ModelRequest,
  ProviderError,
  type ResolvedModel,
} from '#contract/model.ts'
import type { RoundOutcome, TurnSpan } from '#contract/telemetry.ts'
import { priced } from './prices.ts'
import { askModel, streamModel } from './providers/call-provider.ts'

/** What comes while a model answers. */
export type ModelWords = Exclude<ModelEvent, { type: 'reply' }>

export interface RoundOptions {
  readonly stream: boolean
  readonly config: Pick<AgentConfig, 'prices'>
  readonly span?: TurnSpan | undefined
}

/** Its words are passed on where somebody listens. Throws `ProviderError`. */
export async function* round(
  { stream, config, span }: RoundOptions,
  request: ModelRequest,
): AsyncGenerator<ModelWords, ModelReply> {
  const measured = span?.round()
  let outcome: RoundOutcome = { error: 'aborted', input: request.messages }
  try {
    const reply = withPrice(stream ? yield* streamed(request) : await askModel(request), request.model, config.prices)
    const { text, usage, model, stopReason } = reply
    outcome = { usage, model, stopReason, input: request.messages, ...(text !== undefined && { output: text }) }
    return reply
  } catch (error) {
    outcome = { error: error instanceof ProviderError ? error.failure : 'internal', input: request.messages }
    throw error
  } finally {
    // A client that leaves in the middle of a stream ends the round here.
    measured?.end(outcome)
  }
}

async function* streamed(request: ModelRequest): AsyncGenerator<ModelWords, ModelReply> {
  for await (const event of streamModel(request)) {
    if (event.type === 'reply') return event.reply
    yield event
  }
  throw new ProviderError('invalid_response', 'The model ended without an answer.')
}

function withPrice(
  reply: ModelReply,
  { provider, model }: ResolvedModel,
  prices: Readonly<Record<string, ModelPrice>> | undefined,
): ModelReply {
  return { ...reply, usage: priced(reply.usage, `${provider}/${model}`, prices) }
}
