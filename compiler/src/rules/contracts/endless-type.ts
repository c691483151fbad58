import { createContractRule } from '../contract-rule.ts'

/** A type that requires itself has no finite value, and a type that grows has no finite schema. */
export const endlessType = createContractRule({
  code: 'endless-type',
  number: 1011,
  severity: 'error',
  title: 'Infinite type in a contract',
  messages: {
    endless:
      '"{type}" at {where} contains itself without end, so no finite value is valid. Make the recursive member optional, an array, or a union with null.',
    tooDeep:
      'The type at {where} grows with each level, to "{type}" and beyond, and so would its schema. Write out the levels that you need.',
  },
  problems: ['endless', 'too-deep'],
  check(causes, report) {
    for (const { fact, where, finding } of causes)
      report(fact.problem === 'endless' ? 'endless' : 'tooDeep', { ...finding, data: { where, type: fact.type } })
  },
})
