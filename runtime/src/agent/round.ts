/** One round of a model as a turn has it: priced, measured, and counted against the caller's budget. */
import type { AgentConfig, ModelPrice } from '#contract/agent.ts'
import {
  type ModelListener,
  type ModelReply,
  type ModelRequest,
  ProviderError,
  type ResolvedModel,
  type TokenUsage,
} from '#contract/model.ts'
import type { RoundOutcome, TurnSpan } from '#contract/telemetry.ts'
import type { OpenBudget } from './budget.ts'
import { addCost } from './prices.ts'
import { askModel, streamModel } from './providers/call-provider.ts'

export interface RoundOptions {
  /** Absent where nobody wants the words as they come. */
  readonly listener?: ModelListener | undefined
  readonly config: Pick<AgentConfig, 'prices'>
  readonly span?: TurnSpan | undefined
  readonly budget?: OpenBudget | undefined
}

/** An answer, and whether its caller may have another. */
export interface Round {
  readonly reply: ModelReply
  readonly isOver: boolean
}

/** Throws `ProviderError`. */
export async function round(options: RoundOptions, request: ModelRequest): Promise<Round> {
  const { config, span, budget } = options
  const heard = { length: 0 }
  const listener = options.listener && countCharacters(options.listener, heard)
  const measured = span?.round()
  let outcome: RoundOutcome = { error: 'aborted', input: request.messages }
  try {
    const answer = await (listener === undefined ? askModel(request) : streamModel(request, listener))
    const reply = withPrice(answer, request.model, config.prices)
    const { text, usage, model, stopReason } = reply
    outcome = { usage, model, stopReason, input: request.messages, ...(text !== undefined && { output: text }) }
    const isOver = (await budget?.spend(usage)) === false
    return { reply, isOver }
  } catch (error) {
    outcome = { error: error instanceof ProviderError ? error.failure : 'internal', input: request.messages }
    // Providers bill what they have read and said, and tell of it at the end: to leave before that must not be free.
    if (error instanceof ProviderError && (error.failure === 'aborted' || heard.length > 0))
      await budget?.spend(priceUsage(estimateUsage(request, heard.length), request.model, config.prices))
    throw error
  } finally {
    measured?.end(outcome)
  }
}

type Prices = Readonly<Record<string, ModelPrice>> | undefined

function withPrice(reply: ModelReply, model: ResolvedModel, prices: Prices): ModelReply {
  return { ...reply, usage: priceUsage(reply.usage, model, prices) }
}

function priceUsage(usage: TokenUsage, { provider, model }: ResolvedModel, prices: Prices): TokenUsage {
  return addCost(usage, `${provider}/${model}`, prices)
}

/** The same listener; `heard` counts the characters that it is told. */
function countCharacters(listener: ModelListener, heard: { length: number }): ModelListener {
  return {
    hear(event) {
      if (event.type !== 'call-start') heard.length += event.delta.length
      listener.hear(event)
    },
    pause: () => listener.pause(),
  }
}

/** Of a token, in most texts. */
const CHARACTERS = 4

function estimateUsage({ system, messages, tools }: ModelRequest, heard: number): TokenUsage {
  const read = JSON.stringify([system, messages, tools]).length
  const [inputTokens, outputTokens] = [read, heard].map((length) => Math.ceil(length / CHARACTERS)) as [number, number]
  return { inputTokens, outputTokens, cachedInputTokens: 0 }
}
