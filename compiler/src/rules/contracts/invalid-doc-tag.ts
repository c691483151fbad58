import { groupByCause } from '#diagnostic/by-cause.ts'
import { createRule } from '#diagnostic/rule.ts'

/** If the compiler ignored an invalid keyword, a check that the author relies on would never run. */
export const invalidDocTag = createRule({
  code: 'invalid-doc-tag',
  number: 1013,
  severity: 'error',
  title: 'Invalid doc tag',
  messages: {
    tag: '{detail} The tag is at {where}.',
  },
  check(facts, report) {
    for (const { fact, where, finding } of groupByCause(facts, ['doc-tag']))
      report('tag', { ...finding, data: { detail: fact.detail ?? '', where } })
  },
})
