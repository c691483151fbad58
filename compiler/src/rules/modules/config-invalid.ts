import { pickFixes } from '#diagnostic/fix.ts'
import { createRule } from '../rule.ts'

/** Reports, with its position, what the build and the server reject when they run the file. */
export const configInvalid = createRule({
  code: 'config-invalid',
  number: 1026,
  severity: 'error',
  title: 'Invalid configuration',
  messages: { invalid: '{problem}' },
  collect: ({ outline: { read, unknownNames } }) => [...(read?.facts ?? []), ...unknownNames],
  check(facts, report) {
    for (const fact of facts) {
      const { problem, message = '', span } = fact
      if (problem === 'invalid') report('invalid', { span, ...pickFixes(fact), data: { problem: message } })
    }
  },
})
