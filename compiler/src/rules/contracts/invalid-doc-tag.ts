import { createContractRule } from '../contract-rule.ts'

/** If the compiler ignored an invalid keyword, a check that the author relies on would never run. */
export const invalidDocTag = createContractRule({
  code: 'invalid-doc-tag',
  number: 1013,
  severity: 'error',
  title: 'Invalid doc tag',
  messages: {
    tag: '{detail} The tag is at {where}.',
  },
  problems: ['doc-tag'],
  check(causes, report) {
    for (const { fact, where, finding } of causes)
      report('tag', { ...finding, data: { detail: fact.detail ?? '', where } })
  },
})
