import { fixesOf } from '../diagnostic/fix.ts'
import { createRule } from '../diagnostic/rule.ts'

/** Rule 2 of "api definition" in the specification: an api is named by its export. */
export const apiDefaultExport = createRule({
  code: 'api-default-export',
  number: 1001,
  severity: 'error',
  title: 'An api module has a default export',
  eachModule: true,
  messages: {
    exported:
      'Every tool is named after its export, and "{name}" is no name. Write "export const search = api({ … })" instead.',
  },
  check(facts, report) {
    for (const file of facts.apiFiles)
      for (const one of file.exports)
        if (['default', 'assignment'].includes(one.form))
          report('exported', { ...fixesOf(one), span: one.span, data: { name: one.name } })
  },
})
