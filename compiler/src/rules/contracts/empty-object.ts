import { groupByCause } from '#diagnostic/by-cause.ts'
import { createRule } from '#diagnostic/rule.ts'

/** TypeScript assigns nearly every value to `{}`; a contract is closed to members that the type does not have. */
export const emptyObject = createRule({
  code: 'empty-object',
  number: 1129,
  severity: 'warning',
  title: 'Object type without members in a contract',
  messages: {
    empty:
      '"{type}" at {where} is an object type without members. Write its members, or "Record<string, unknown>" for any object, or "Record<string, never>" for an empty object.',
  },
  check(facts, report) {
    for (const { fact, where, finding } of groupByCause(facts, ['empty-object']))
      report('empty', { ...finding, data: { where, type: fact.type } })
  },
})
