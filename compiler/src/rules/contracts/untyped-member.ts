import { groupByCause } from '#diagnostic/by-cause.ts'
import { createRule } from '#diagnostic/rule.ts'

/** `any` and `unknown` are allowed inside a contract, but their values aren't validated. */
export const untypedMember = createRule({
  code: 'untyped-member',
  number: 1012,
  severity: 'warning',
  title: 'Part of a contract accepts any value',
  messages: {
    any: '"{type}" at {where} accepts every value, and model providers with strict schemas reject it. Write a specific type.',
  },
  check(facts, report) {
    for (const { fact, where, finding } of groupByCause(facts, ['any']))
      if (fact.path !== 'input') report('any', { ...finding, data: { where, type: fact.type } })
  },
})
