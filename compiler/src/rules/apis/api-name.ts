import { nameProblem } from '@fw/runtime/contract'
import { pickFixes } from '#diagnostic/fix.ts'
import { createRule } from '#diagnostic/rule.ts'

/** Names of tools become parts of URLs and of names for model providers, so their characters are restricted. */
export const apiName = createRule({
  code: 'api-name',
  number: 1005,
  severity: 'error',
  title: 'Invalid name of an api module or export',
  eachModule: true,
  messages: {
    name: '{problem} {todo}',
  },
  check(facts, report) {
    for (const file of facts.apiFiles) {
      const problem = nameProblem('module', file.module)
      const span = { file: file.file, start: 0, end: 0, line: 1, column: 1 }
      if (problem !== undefined) report('name', { span, data: { problem, todo: 'Rename the file.' } })
      for (const one of file.exports) {
        const wrong = one.form === 'api' ? nameProblem('export', one.name) : undefined
        if (wrong !== undefined)
          report('name', { ...pickFixes(one), span: one.span, data: { problem: wrong, todo: 'Rename the export.' } })
      }
    }
  },
})
