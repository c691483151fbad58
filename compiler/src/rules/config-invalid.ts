import { createRule } from '../diagnostic/rule.ts'

/** What the build and the server refuse when they run the file, told where it stands. */
export const configInvalid = createRule({
  code: 'config-invalid',
  number: 1026,
  severity: 'error',
  title: 'fw.config.ts does not fit FwConfig',
  messages: { invalid: '{problem}' },
  check(facts, report) {
    for (const { problem, message = '', span } of facts.config)
      if (problem === 'invalid') report('invalid', { span, data: { problem: message } })
  },
})
