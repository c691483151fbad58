import { describeTool, groupByCause, writeCallType } from '#diagnostic/by-cause.ts'
import { createRule } from '#diagnostic/rule.ts'

/** Tools take named arguments: MCP and every model provider require an object at the root. */
export const inputNotObject = createRule({
  code: 'input-not-object',
  number: 1008,
  severity: 'error',
  title: "Input isn't an object",
  messages: {
    notObject:
      'The input of {tool} has the type "{type}", but agents and clients pass named arguments to tools. Wrap it in an object: "{call}".',
  },
  check(facts, report) {
    for (const { fact, finding } of groupByCause(facts, ['not-object']))
      report('notObject', {
        ...finding,
        data: { tool: describeTool(fact), type: fact.type, call: writeCallType(fact, '{ value: … }') },
      })
  },
})
