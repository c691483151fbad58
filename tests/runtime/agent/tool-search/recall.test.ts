import { expect, test } from 'vitest'
import { rankTools } from '../../../../runtime/src/agent/tool-search/rank-tools.ts'
import { CATALOGUE, HELD_OUT, TUNING } from './catalogue.ts'

/** Returns the questions whose tool isn't among the five best. */
const findMisses = (questions: typeof TUNING) =>
  questions.filter(({ words, tool }) => !rankTools(CATALOGUE, words, 5).some(({ name }) => name === tool))

test.each([
  ['that tuned the search', 100, TUNING, 0.95],
  // 0.94 is the figure of its first run: the search must not be tuned on these.
  ['that are held out', 50, HELD_OUT, 0.94],
  ['of both kinds', 150, [...TUNING, ...HELD_OUT], 0.95],
] as const)('a question finds its tool among the first five of 300: %s', (_, count, questions, least) => {
  expect(questions).toHaveLength(count)
  const misses = findMisses(questions)
  expect(1 - misses.length / count, JSON.stringify(misses, null, 1)).toBeGreaterThanOrEqual(least)
})
