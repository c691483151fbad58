import { causesOf } from '../diagnostic/by-cause.ts'
import { createRule } from '../diagnostic/rule.ts'

/** TypeScript calls such a type `any`; a schema that accepts everything would be a silent lie. */
export const unresolvedType = createRule({
  code: 'unresolved-type',
  number: 1010,
  severity: 'error',
  title: 'A type in a contract cannot be resolved',
  messages: {
    unresolved: 'The type of {where} cannot be resolved. Check the import and the name; "tsc" says which one it is.',
  },
  check(facts, report) {
    for (const { where, finding } of causesOf(facts, ['unresolved']))
      report('unresolved', { ...finding, data: { where } })
  },
})
