/** Sums of token counts. */
import type { TokenUsage } from './model.ts'

export const NO_USAGE: TokenUsage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 }

/** Returns the sum of both. It has a cost if at least one of them has. */
export function addUsage(one: TokenUsage, other: TokenUsage): TokenUsage {
  const isPriced = one.costUsd !== undefined || other.costUsd !== undefined
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cachedInputTokens: one.cachedInputTokens + other.cachedInputTokens,
    ...(isPriced && { costUsd: (one.costUsd ?? 0) + (other.costUsd ?? 0) }),
  }
}
