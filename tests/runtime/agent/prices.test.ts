import { expect, test } from 'vitest'
import { KNOWN_PROVIDERS } from '../../../runtime/src/agent/known-models.ts'
import { addCost } from '../../../runtime/src/agent/prices.ts'

const usage = { inputTokens: 1_000_000, outputTokens: 100_000, cachedInputTokens: 400_000 }

test.each([
  ['anthropic/claude-sonnet-5-5', 0.6 * 2 + 0.4 * 0.1 + 0.1 * 10],
  ['openai/gpt-5.6-terra', 0.6 * 2 + 0.4 * 0.2 + 0.1 * 12],
  ['google/gemini-3.8-flash', 0.6 * 0.75 + 0.4 * 0.075 + 0.1 * 3.75],
])('a round of %s has the price of its list', (model, dollars) => {
  expect(addCost(usage, model, undefined).costUsd).toBeCloseTo(dollars, 9)
})

test('every default model has a price, or a provider that reports the cost itself', () => {
  const unpriced = KNOWN_PROVIDERS.filter(
    ({ provider, defaultModel }) =>
      defaultModel !== undefined && addCost(usage, `${provider}/${defaultModel}`, undefined).costUsd === undefined,
  )
  expect(unpriced.map(({ provider }) => provider)).toEqual(['openrouter'])
})

test("the provider's cost wins, then the app's prices, and an unknown model has no price", () => {
  const prices = {
    'anthropic/claude-sonnet-5-5': { input: 10, output: 0 },
    'openai-compatible/mine': { input: 1, output: 1 },
  }
  expect(addCost({ ...usage, costUsd: 7 }, 'anthropic/claude-sonnet-5-5', prices).costUsd).toBe(7)
  expect(addCost(usage, 'anthropic/claude-sonnet-5-5', prices).costUsd).toBeCloseTo(10, 9)
  expect(addCost(usage, 'openai-compatible/mine', prices).costUsd).toBeCloseTo(1.1, 9)
  for (const model of ['openai-compatible/other', 'constructor', '__proto__'])
    expect(addCost(usage, model, prices)).toEqual(usage)
})

test('a provider that counts more cached tokens than tokens makes no cost negative', () => {
  const odd = { inputTokens: 10, outputTokens: 0, cachedInputTokens: 30 }
  expect(addCost(odd, 'anthropic/claude-sonnet-5-5', undefined).costUsd).toBeCloseTo(0.000003, 12)
})
