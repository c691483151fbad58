import { createContractRule } from '../contract-rule.ts'

/** A pattern that backtracks lets one short request occupy the server for hours. The message ids are the kinds of slowness. */
export const slowPattern = createContractRule({
  code: 'slow-pattern',
  number: 1050,
  severity: 'error',
  title: 'Pattern may take too long to match',
  messages: {
    exponential:
      'The pattern "{pattern}" at {where} takes twice as long for each further character of some strings. Let each string match in only one way: don\'t repeat a part that is itself a repetition, or alternatives that match the same string.',
    polynomial:
      'The pattern "{pattern}" at {where} takes the square of the length of some strings, or longer. Begin it with "^", and let consecutive repetitions match different characters.',
    branching:
      'The pattern "{pattern}" at {where} tries thousands of combinations for some short strings. Replace consecutive optional parts with one bounded repetition.',
    unknown:
      'The pattern "{pattern}" at {where} is too large to verify that it is fast. Shorten it, or check the rest in "run".',
  },
  problems: ['slow-pattern'],
  check(causes, report) {
    for (const { fact, where, finding } of causes) {
      const id = SLOWNESS.find((slowness) => slowness === fact.detail) ?? 'unknown'
      report(id, { ...finding, data: { where, pattern: fact.type } })
    }
  },
})

const SLOWNESS = ['exponential', 'polynomial', 'branching', 'unknown'] as const
