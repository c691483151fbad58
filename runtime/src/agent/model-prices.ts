/** List prices of models. `npm run prices` rewrites this file from a public table. */
import type { ModelPrice } from '#contract/agent/agent.ts'

/** Date on which the prices were last compared with their source. */
export const PRICES_DATE = '2026-11-21'

/** In dollars per million tokens, by `provider/model`. Aggregators report the cost of a round themselves. */
export const MODEL_PRICES: Readonly<Record<string, ModelPrice>> = {
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
