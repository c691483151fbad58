import { pickFixes } from '#diagnostic/fix.ts'
import { createRule } from '#diagnostic/rule.ts'

/** The name of a tool contains the name of the module that defines it. */
export const apiReExport = createRule({
  code: 'api-re-export',
  number: 1003,
  severity: 'error',
  title: 'Re-export in an api module',
  eachModule: true,
  messages: {
    exported:
      '"{name}" is re-exported, but a tool is named after the module that defines it. Define it here with "export const … = api({ … })", or import it from its own module where it is used. Types may be re-exported with "export type".',
  },
  check(facts, report) {
    for (const file of facts.apiFiles)
      for (const one of file.exports)
        if (one.form === 're-export')
          report('exported', { ...pickFixes(one), span: one.span, data: { name: one.name } })
  },
})
