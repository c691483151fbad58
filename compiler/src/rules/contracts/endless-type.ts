import { groupByCause } from '#diagnostic/by-cause.ts'
import { createRule } from '#diagnostic/rule.ts'

/** A type that requires itself has no finite value, and a type that grows has no finite schema. */
export const endlessType = createRule({
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
  check(facts, report) {
    for (const { fact, where, finding } of groupByCause(facts, ['endless']))
      report('endless', { ...finding, data: { where, type: fact.type } })
    for (const { fact, where, finding } of groupByCause(facts, ['too-deep']))
      report('tooDeep', {
        ...finding,
        data: { where, type: fact.type },
      })
  },
})
