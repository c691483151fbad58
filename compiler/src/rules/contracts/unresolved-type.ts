import { groupByCause } from '#diagnostic/by-cause.ts'
import { createRule } from '#diagnostic/rule.ts'

/** TypeScript uses `any` for such a type, and its schema would accept every value. */
export const unresolvedType = createRule({
  code: 'unresolved-type',
  number: 1010,
  severity: 'error',
  title: "Type in a contract can't be resolved",
  messages: {
    unresolved:
      'The type of {where} can\'t be resolved. Check the import and the name. "tsc" reports which one is wrong.',
  },
  check(facts, report) {
    for (const { where, finding } of groupByCause(facts, ['unresolved']))
      report('unresolved', { ...finding, data: { where } })
  },
})
