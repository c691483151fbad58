import { pickFixes } from '#diagnostic/fix.ts'
import { createRule } from '#diagnostic/rule.ts'

/** The name of a tool contains the name of its export. */
export const apiDefaultExport = createRule({
  code: 'api-default-export',
  number: 1001,
  severity: 'error',
  title: 'Default export in an api module',
  eachModule: true,
  messages: {
    exported: 'The export "{name}" can\'t name a tool. Write "export const search = api({ … })" instead.',
  },
  check(facts, report) {
    for (const file of facts.apiFiles)
      for (const one of file.exports)
        if (['default', 'assignment'].includes(one.form))
          report('exported', { ...pickFixes(one), span: one.span, data: { name: one.name } })
  },
})
