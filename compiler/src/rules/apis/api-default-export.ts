import { pickFixes } from '#diagnostic/fix.ts'
import { createRule } from '../rule.ts'

/** The name of a tool contains the name of its export. */
export const apiDefaultExport = createRule({
  code: 'api-default-export',
  number: 1001,
  severity: 'error',
  title: 'Default export in an api module',
  messages: {
    exported: 'The export "{name}" can\'t name a tool. Write "export const search = api({ … })" instead.',
  },
  collectFile: ({ facts }) => facts.exports.filter(({ form }) => form === 'default' || form === 'assignment'),
  check(facts, report) {
    for (const one of facts) report('exported', { ...pickFixes(one), span: one.span, data: { name: one.name } })
  },
})
