import { createContractRule, describeTool, writeCallType } from '../contract-rule.ts'

/** Without a type or schema, callers could send any value. */
export const apiMissingContract = createContractRule({
  code: 'api-missing-contract',
  number: 1006,
  severity: 'error',
  title: 'Input of a tool has no type or schema',
  messages: {
    missing:
      'The input of {tool} has neither a type nor a schema. Annotate it: "run: async ({ input }: {call}) => …", or add an "input" schema to the definition.',
  },
  problems: ['missing'],
  check(causes, report) {
    for (const { fact, finding } of causes)
      report('missing', { ...finding, data: { tool: describeTool(fact), call: writeCallType(fact, '{ q: string }') } })
  },
})
