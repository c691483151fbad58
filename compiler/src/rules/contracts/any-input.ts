import { createContractRule, describeTool, writeCallType } from '../contract-rule.ts'

/** An input of type `any` or `unknown` would disable validation. */
export const anyInput = createContractRule({
  code: 'any-input',
  number: 1007,
  severity: 'error',
  title: 'Input accepts any value',
  messages: {
    any: 'The input of {tool} has the type "{type}", so it can\'t be validated. Write its members: "{call}".',
  },
  problems: ['any'],
  check(causes, report) {
    for (const { fact, finding } of causes)
      if (fact.path === 'input')
        report('any', {
          ...finding,
          data: { tool: describeTool(fact), type: fact.type, call: writeCallType(fact, '{ q: string }') },
        })
  },
})
