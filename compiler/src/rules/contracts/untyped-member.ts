import { createContractRule } from '../contract-rule.ts'

/** `any` and `unknown` are allowed inside a contract, but their values aren't validated. */
export const untypedMember = createContractRule({
  code: 'untyped-member',
  number: 1012,
  severity: 'warning',
  title: 'Part of a contract accepts any value',
  messages: {
    any: '"{type}" at {where} accepts every value, and model providers with strict schemas reject it. Write a specific type.',
  },
  problems: ['any'],
  check(causes, report) {
    for (const { fact, where, finding } of causes)
      if (fact.path !== 'input') report('any', { ...finding, data: { where, type: fact.type } })
  },
})
