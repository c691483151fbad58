import { createContractRule } from '../contract-rule.ts'

/** TypeScript assigns nearly every value to `{}`; a contract is closed to members that the type does not have. */
export const emptyObject = createContractRule({
  code: 'empty-object',
  number: 1129,
  severity: 'warning',
  title: 'Object type without members in a contract',
  messages: {
    empty:
      '"{type}" at {where} is an object type without members. Write its members, or "Record<string, unknown>" for any object, or "Record<string, never>" for an empty object.',
  },
  problems: ['empty-object'],
  check(causes, report) {
    for (const { fact, where, finding } of causes) report('empty', { ...finding, data: { where, type: fact.type } })
  },
})
