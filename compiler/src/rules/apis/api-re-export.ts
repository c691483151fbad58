import { pickFixes } from '#diagnostic/fix.ts'
import { createRule } from '../rule.ts'

/** The name of a tool contains the name of the module that defines it. */
export const apiReExport = createRule({
  code: 'api-re-export',
  number: 1003,
  severity: 'error',
  title: 'Re-export in an api module',
  messages: {
    exported:
      '"{name}" is re-exported, but a tool is named after the module that defines it. Define it here with "export const … = api({ … })", or import it from its own module where it is used. Types may be re-exported with "export type".',
  },
  collectFile: ({ facts }) => facts.exports.filter(({ form }) => form === 're-export'),
  check(facts, report) {
    for (const one of facts) report('exported', { ...pickFixes(one), span: one.span, data: { name: one.name } })
  },
})
