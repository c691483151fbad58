import { causesOf } from '../diagnostic/by-cause.ts'
import { createRule } from '../diagnostic/rule.ts'

/** A pattern that backtracks lets one short request occupy the server for hours. Message ids are its slowness. */
export const slowPattern = createRule({
  code: 'slow-pattern',
  number: 1050,
  severity: 'error',
  title: 'A pattern can take too long',
  messages: {
    exponential:
      'The pattern "{pattern}" at {where} takes twice as long for each further character of some texts. Let each text match in one way only: no repetition of what is itself repeated, no repeated alternatives that match the same text.',
    polynomial:
      'The pattern "{pattern}" at {where} takes the square of the length of some texts, or more. Begin it with "^", and let two repetitions in a row share no character.',
    branching:
      'The pattern "{pattern}" at {where} tries thousands of ways through some short texts. Replace optional parts in a row by one repetition with a bound.',
    unknown:
      'The pattern "{pattern}" at {where} is too large for a proof that it is fast. Shorten it, or check the rest in "run".',
  },
  check(facts, report) {
    for (const { fact, where, finding } of causesOf(facts, ['slow-pattern'])) {
      const id = SLOWNESS.find((slowness) => slowness === fact.detail) ?? 'unknown'
      report(id, { ...finding, data: { where, pattern: fact.type } })
    }
  },
})

const SLOWNESS = ['exponential', 'polynomial', 'branching', 'unknown'] as const
