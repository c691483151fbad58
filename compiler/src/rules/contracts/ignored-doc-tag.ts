import { createContractRule } from '../contract-rule.ts'

/** Tags that only describe, or that the framework can't validate: the contract is complete without them. */
export const ignoredDocTag = createContractRule({
  code: 'ignored-doc-tag',
  number: 1082,
  severity: 'warning',
  title: 'Doc tag is ignored',
  messages: {
    tag: '{detail} The tag is at {where} and is ignored.',
  },
  problems: ['doc-hint'],
  check(causes, report) {
    for (const { fact, where, finding } of causes)
      report('tag', { ...finding, data: { detail: fact.detail ?? '', where } })
  },
})
