import { createRule } from '../diagnostic/rule.ts'

/** A value that is not given is shown as its name in braces. */
export const messageValues = createRule({
  code: 'message-values',
  number: 1091,
  severity: 'error',
  title: 'Missing value for a message',
  messages: {
    missing: 'The message "{key}" needs {names}. Add the missing values to this call.',
  },
  check({ messages }, report) {
    for (const { problem, key, detail: names, span } of messages)
      if (problem === 'values') report('missing', { span, data: { key, names } })
  },
})
