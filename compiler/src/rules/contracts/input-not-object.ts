import { createContractRule, describeTool, writeCallType } from '../contract-rule.ts'

/** Tools take named arguments: MCP and every model provider require an object at the root. */
export const inputNotObject = createContractRule({
  code: 'input-not-object',
  number: 1008,
  severity: 'error',
  title: "Input isn't an object",
  messages: {
    notObject:
      'The input of {tool} has the type "{type}", but agents and clients pass named arguments to tools. Wrap it in an object: "{call}".',
  },
  problems: ['not-object'],
  check(causes, report) {
    for (const { fact, finding } of causes)
      report('notObject', {
        ...finding,
        data: { tool: describeTool(fact), type: fact.type, call: writeCallType(fact, '{ value: … }') },
      })
  },
})
