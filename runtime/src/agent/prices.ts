/** Computes the cost of a round from the list prices of its model; `defineAgent({ prices })` overrides them. */
import type { ModelPrice } from '#contract/agent/agent.ts'
import type { TokenUsage } from '#contract/agent/model.ts'
import { MODEL_PRICES } from './model-prices.ts'

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
  const price = ownPrice(prices, model) ?? ownPrice(MODEL_PRICES, model)
  if (price === undefined) return usage
  const { inputTokens, outputTokens, cachedInputTokens } = usage
  const { input, output, cachedInput = input } = price
  const fresh = Math.max(0, inputTokens - cachedInputTokens)
  return { ...usage, costUsd: (fresh * input + cachedInputTokens * cachedInput + outputTokens * output) / MILLION }
}

function ownPrice(prices: Readonly<Record<string, ModelPrice>> | undefined, model: string): ModelPrice | undefined {
  return prices !== undefined && Object.hasOwn(prices, model) ? prices[model] : undefined
}
