/**
 * Runs one round of a model within a turn: it adds the cost, measures and logs the round, and counts it against the
 * caller's budget.
 */
import type { AgentConfig, ErrorReply, ModelPrice } from '#contract/agent/agent.ts'
import {
  type ModelListener,
  type ModelReply,
  type ModelRequest,
  ProviderError,
  type ResolvedModel,
  type ResponseFacts,
  type TokenUsage,
} from '#contract/agent/model.ts'
import type { TurnDeps } from '#contract/agent/turn-deps.ts'
import type { RoundOutcome, TurnSpan } from '#contract/config/telemetry.ts'
import type { OpenBudget } from './budget.ts'
import { CallIds } from './call-ids.ts'
import { logRound } from './log-round.ts'
import { addCost } from './prices.ts'
import { askModel, streamModel } from './providers/call-provider.ts'
import { hideKeys } from './providers/hide-keys.ts'

export interface RoundOptions {
  /** Absent if the caller doesn't want the text as it arrives. */
  readonly listener?: ModelListener | undefined
  readonly config: Pick<AgentConfig, 'prices'>
  readonly span?: TurnSpan | undefined
  readonly budget?: OpenBudget | undefined
  readonly deps: Pick<TurnDeps, 'warn' | 'log'>
}

/** The reply of a round, or of the budget that doesn't allow it. */
export type Round = { readonly reply: ModelReply } | { readonly refusal: ErrorReply }

/**
 * Runs a round of the model. Its calls have ids that no earlier call of the conversation has.
 *
 * @throws ProviderError
 */
export async function runRound(options: RoundOptions, roundRequest: ModelRequest): Promise<Round> {
  const { config, span, budget, deps } = options
  const refusal = await budget?.reserve(estimateMost(roundRequest, config.prices))
  if (refusal !== undefined) return { refusal }
  const heard = { length: 0 }
  const ids = new CallIds(roundRequest.messages)
  const listener = options.listener && countCharacters(ids.renameEvents(options.listener), heard)
  const responses: ResponseFacts[] = []
  const request: ModelRequest = { ...roundRequest, onResponse: (response) => responses.push(response) }
  const started = performance.now()
  const measured = span?.round()
  let outcome: RoundOutcome = { error: 'aborted', input: request.messages }
  let used: TokenUsage | undefined
  try {
    const modelReply = await (listener === undefined ? askModel(request) : streamModel(request, listener))
    const reply = withPrice(withUsage(modelReply, request, deps), request.model, config.prices)
    const { text, usage, model, responseId, stopReason } = reply
    used = usage
    const output = text === undefined ? {} : { output: text }
    outcome = { usage, model, responseId, stopReason, input: request.messages, ...output }
    return { reply: ids.renameReply(reply) }
  } catch (thrown) {
    const error = thrown instanceof ProviderError ? withoutKeys(thrown, request.model) : thrown
    outcome = { ...describeFailure(error), input: request.messages }
    // Providers bill what they have read and written, but report it only at the end: aborting before that must not be
    // free.
    if (error instanceof ProviderError && (error.failure === 'aborted' || heard.length > 0)) {
      used = priceUsage(estimateUsage(request, heard.length), request.model, config.prices)
      outcome = { ...outcome, usage: used }
    }
    throw error
  } finally {
    const { length, [length - 1]: response } = responses
    outcome = { ...outcome, response }
    measured?.end(outcome)
    logRound(deps, request.model, { outcome, responses: length, durationMs: performance.now() - started })
    await budget?.settle(used)
  }
}

/** Tokens of a reply whose length the app doesn't limit. */
const MAX_OUTPUT_TOKENS = 16_384

/** Estimates the most that a round may use. */
function estimateMost(request: ModelRequest, prices: Prices): TokenUsage {
  const { maxOutputTokens: outputTokens = MAX_OUTPUT_TOKENS } = request.model.settings ?? {}
  return priceUsage({ ...estimateUsage(request, 0), outputTokens }, request.model, prices)
}

function describeFailure(error: unknown): RoundOutcome {
  return error instanceof ProviderError
    ? { error: error.failure, message: error.message, detail: error.detail }
    : { error: 'internal' }
}

/** Returns the error with a detail that contains no key, wherever the provider has put its words. */
function withoutKeys(error: ProviderError, { apiKey }: ResolvedModel): ProviderError {
  const { failure, message, status, detail, retryAfterMs, isFinal, isTooLong, cause } = error
  if (detail === undefined) return error
  return new ProviderError(failure, message, {
    status,
    detail: hideKeys(detail, apiKey),
    retryAfterMs,
    isFinal,
    isTooLong,
    cause,
  })
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
