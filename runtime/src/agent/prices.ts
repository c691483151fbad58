/** Computes the cost of a round. Prices are list prices of November 2026; `defineAgent({ prices })` overrides them. */
import type { ModelPrice } from '#contract/agent/agent.ts'
import type { TokenUsage } from '#contract/agent/model.ts'

/** Keyed by `provider/model`. Aggregators report the cost of a round themselves. */
const PRICES: Readonly<Record<string, ModelPrice>> = {
  'anthropic/claude-opus-5-5': { input: 4, output: 20, cachedInput: 0.2 },
  'anthropic/claude-sonnet-5-5': { input: 2, output: 10, cachedInput: 0.1 },
  'anthropic/claude-haiku-4-5': { input: 1, output: 5, cachedInput: 0.1 },
  'openai/gpt-6-astra': { input: 10, output: 50, cachedInput: 1 },
  'openai/gpt-5.6-sol': { input: 4, output: 20, cachedInput: 0.4 },
  'openai/gpt-5.6-terra': { input: 2, output: 12, cachedInput: 0.2 },
  'openai/gpt-5.6-luna': { input: 0.2, output: 1.2, cachedInput: 0.02 },
  'google/gemini-3.8-flash': { input: 0.75, output: 3.75, cachedInput: 0.075 },
  'google/gemini-3.1-flash-lite': { input: 0.25, output: 1.5, cachedInput: 0.025 },
}

const MILLION = 1_000_000

/**
 * Returns the usage with its cost: the cost that the provider reports, else from a known price. Without either, the
 * cost stays unknown.
 */
export function addCost(
  usage: TokenUsage,
  model: string,
  prices: Readonly<Record<string, ModelPrice>> | undefined,
): TokenUsage {
  if (usage.costUsd !== undefined) return usage
  const price = ownPrice(prices, model) ?? ownPrice(PRICES, model)
  if (price === undefined) return usage
  const { inputTokens, outputTokens, cachedInputTokens } = usage
  const { input, output, cachedInput = input } = price
  const fresh = Math.max(0, inputTokens - cachedInputTokens)
  return { ...usage, costUsd: (fresh * input + cachedInputTokens * cachedInput + outputTokens * output) / MILLION }
}

function ownPrice(prices: Readonly<Record<string, ModelPrice>> | undefined, model: string): ModelPrice | undefined {
  return prices !== undefined && Object.hasOwn(prices, model) ? prices[model] : undefined
}
