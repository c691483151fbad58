import { describeTool, groupByCause, writeCallType } from '#diagnostic/by-cause.ts'
import { createRule } from '#diagnostic/rule.ts'

/** Without a type or schema, callers could send any value. */
export const apiMissingContract = createRule({
  code: 'api-missing-contract',
  number: 1006,
  severity: 'error',
  title: 'Input of a tool has no type or schema',
  messages: {
    missing:
      'The input of {tool} has neither a type nor a schema. Annotate it: "run: async ({ input }: {call}) => …", or add an "input" schema to the definition.',
  },
  check(facts, report) {
    for (const { fact, finding } of groupByCause(facts, ['missing']))
      report('missing', { ...finding, data: { tool: describeTool(fact), call: writeCallType(fact, '{ q: string }') } })
  },
})
