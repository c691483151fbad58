import { nameProblem } from '@fw/runtime/contract'
import type { SourceSpan } from '#model.ts'
import { createRule } from '../rule.ts'

interface NameFact {
  readonly problem: string
  readonly todo: string
  readonly span: SourceSpan
}

/** Names of tools become parts of URLs and of names for model providers, so their characters are restricted. */
export const apiName = createRule({
  code: 'api-name',
  number: 1005,
  severity: 'error',
  title: 'Invalid name of an api module or export',
  messages: {
    name: '{problem} {todo}',
  },
  collectFile({ facts: { file, module, exports } }): readonly NameFact[] {
    const ofModule = nameProblem('module', module)
    const span = { file, start: 0, end: 0, line: 1, column: 1 }
    return [
      ...(ofModule === undefined ? [] : [{ problem: ofModule, todo: 'Rename the file.', span }]),
      ...exports.flatMap((one) => {
        const problem = one.form === 'api' ? nameProblem('export', one.name) : undefined
        return problem === undefined ? [] : [{ problem, todo: 'Rename the export.', span: one.span }]
      }),
    ]
  },
  check(facts, report) {
    for (const { problem, todo, span } of facts) report('name', { span, data: { problem, todo } })
  },
})
