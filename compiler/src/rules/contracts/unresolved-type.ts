import { createContractRule } from '../contract-rule.ts'

/** TypeScript uses `any` for such a type, and its schema would accept every value. */
export const unresolvedType = createContractRule({
  code: 'unresolved-type',
  number: 1010,
  severity: 'error',
  title: "Type in a contract can't be resolved",
  messages: {
    unresolved:
      'The type of {where} can\'t be resolved. Check the import and the name. "tsc" reports which one is wrong.',
  },
  problems: ['unresolved'],
  check(causes, report) {
    for (const { where, finding } of causes) report('unresolved', { ...finding, data: { where } })
  },
})
