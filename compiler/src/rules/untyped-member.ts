import { causesOf } from '../diagnostic/by-cause.ts'
import { createRule } from '../diagnostic/rule.ts'

/** `any` and `unknown` inside a contract are allowed, but nothing there is checked (decisions, section 1). */
export const untypedMember = createRule({
  code: 'untyped-member',
  number: 1012,
  severity: 'warning',
  title: 'A part of a contract is any value',
  messages: {
    any: '"{type}" at {where} accepts every value, and model providers with strict schemas refuse it. Write the type that is meant.',
  },
  check(facts, report) {
    for (const { fact, where, finding } of causesOf(facts, ['any']))
      if (fact.path !== 'input') report('any', { ...finding, data: { where, type: fact.type } })
  },
})
