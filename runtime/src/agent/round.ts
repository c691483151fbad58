/**
 * Runs one round of a model within a turn: it adds the cost, measures the round, and counts it against the caller's
 * budget.
 */
import type { AgentConfig, ModelPrice } from '#contract/agent/agent.ts'
import {
  type ModelListener,
  type ModelReply,
  type ModelRequest,
  ProviderError,
  type ResolvedModel,
  type TokenUsage,
} from '#contract/agent/model.ts'
import type { TurnDeps } from '#contract/agent/turn-deps.ts'
import type { RoundOutcome, TurnSpan } from '#contract/config/telemetry.ts'
import type { OpenBudget } from './budget.ts'
import { addCost } from './prices.ts'
import { askModel, streamModel } from './providers/call-provider.ts'

interface RoundOptions {
  /** Absent if the caller doesn't want the text as it arrives. */
  readonly listener?: ModelListener | undefined
  readonly config: Pick<AgentConfig, 'prices'>
  readonly span?: TurnSpan | undefined
  readonly budget?: OpenBudget | undefined
  readonly deps: Pick<TurnDeps, 'warn'>
}

/** The reply of a round. */
export interface Round {
  readonly reply: ModelReply
  /** Whether the caller's budget is used up. */
  readonly isBudgetSpent: boolean
}

/**
 * Runs a round of the model.
 *
 * @throws ProviderError
 */
export async function runRound(options: RoundOptions, request: ModelRequest): Promise<Round> {
  const { config, span, budget } = options
  const output = { length: 0 }
  const listener = options.listener && countCharacters(options.listener, output)
  const measured = span?.round()
  let outcome: RoundOutcome = { error: 'aborted', input: request.messages }
  try {
    const modelReply = await (listener === undefined ? askModel(request) : streamModel(request, listener))
    const reply = withPrice(withUsage(modelReply, request, options.deps), request.model, config.prices)
    const { text, usage, model, stopReason } = reply
    outcome = { usage, model, stopReason, input: request.messages, ...(text !== undefined && { output: text }) }
    const isBudgetSpent = (await budget?.spend(usage)) === false
    return { reply, isBudgetSpent }
  } catch (error) {
    outcome = { error: error instanceof ProviderError ? error.failure : 'internal', input: request.messages }
    // Providers bill what they have read and written, but report it only at the end: aborting before that must not be
    // free.
    if (error instanceof ProviderError && (error.failure === 'aborted' || output.length > 0))
      await budget?.spend(priceUsage(estimateUsage(request, output.length), request.model, config.prices))
    throw error
  } finally {
    measured?.end(outcome)
  }
}

/** Models whose server reports no usage, which has been logged. */
const withoutUsage = new Set<string>()

/** Estimates the usage of a reply whose server reports none, as some local servers do. */
function withUsage(reply: ModelReply, request: ModelRequest, { warn }: RoundOptions['deps']): ModelReply {
  if (reply.usage.inputTokens + reply.usage.outputTokens > 0) return reply
  const model = `${request.model.provider}/${request.model.model}`
  if (!withoutUsage.has(model)) warn(`The server of ${model} reports no token usage, so it is estimated.`)
  withoutUsage.add(model)
  const calls = (reply.toolCalls ?? []).map(({ name, input }) => [name, input])
  return { ...reply, usage: estimateUsage(request, (reply.text ?? '').length + JSON.stringify(calls).length) }
}

type Prices = Readonly<Record<string, ModelPrice>> | undefined

function withPrice(reply: ModelReply, model: ResolvedModel, prices: Prices): ModelReply {
  return { ...reply, usage: priceUsage(reply.usage, model, prices) }
}

function priceUsage(usage: TokenUsage, { provider, model }: ResolvedModel, prices: Prices): TokenUsage {
  return addCost(usage, `${provider}/${model}`, prices)
}

/** Returns a listener that also adds the characters it receives to `output`. */
function countCharacters(listener: ModelListener, output: { length: number }): ModelListener {
  return {
    hear(event) {
      if (event.type !== 'call-start') output.length += event.delta.length
      listener.hear(event)
    },
    pause: () => listener.pause(),
  }
}

/** Average number of characters in a token. */
const CHARACTERS = 4

function estimateUsage({ system, messages, tools }: ModelRequest, outputLength: number): TokenUsage {
  const inputLength = JSON.stringify([system, messages, tools]).length
  const [inputTokens, outputTokens] = [inputLength, outputLength].map((length) => Math.ceil(length / CHARACTERS)) as [
    number,
    number,
  ]
  return { inputTokens, outputTokens, cachedInputTokens: 0 }
}
