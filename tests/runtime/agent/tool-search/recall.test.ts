import { expect, test } from 'vitest'
import { rankTools } from '../../../../runtime/src/agent/tool-search/rank-tools.ts'
import { CATALOGUE, HELD_OUT, MODEL_QUERIES, TUNING } from './catalogue.ts'

/** Returns the questions whose tool isn't among the five best. */
const findMisses = (questions: typeof TUNING) =>
  questions.filter(({ words, tool }) => !rankTools(CATALOGUE, words, 5).some(({ name }) => name === tool))

test.each([
  ['that tuned the search', 150, TUNING],
  // On their first run, 49 of these found their tool. The search must not be tuned on them.
  ['that are held out', 50, HELD_OUT],
  // On their first run, 98 of these found their tool. Of the requests themselves, without a model, 34 do.
  ['that a model wrote for the request of a person', 100, MODEL_QUERIES],
] as const)('a question finds its tool among the first five of 300: %s', (_, count, questions) => {
  expect(questions).toHaveLength(count)
  const misses = findMisses(questions)
  expect(1 - misses.length / count, JSON.stringify(misses, null, 1)).toBeGreaterThanOrEqual(0.95)
})
