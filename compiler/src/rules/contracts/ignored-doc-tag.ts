import { groupByCause } from '#diagnostic/by-cause.ts'
import { createRule } from '#diagnostic/rule.ts'

/** Tags that only describe, or that the framework can't validate: the contract is complete without them. */
export const ignoredDocTag = createRule({
  code: 'ignored-doc-tag',
  number: 1082,
  severity: 'warning',
  title: 'Doc tag is ignored',
  messages: {
    tag: '{detail} The tag is at {where} and is ignored.',
  },
  check(facts, report) {
    for (const { fact, where, finding } of groupByCause(facts, ['doc-hint']))
      report('tag', { ...finding, data: { detail: fact.detail ?? '', where } })
  },
})
