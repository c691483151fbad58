import { getMessages } from '#analyze/shared-facts.ts'
import type { MessageFact } from '#analyze/texts/messages.ts'
import { createRule } from '../rule.ts'

/** The page would display the name of a missing value in braces. */
export const messageValues = createRule({
  code: 'message-values',
  number: 1091,
  severity: 'error',
  title: 'Missing value for a message',
  messages: {
    missing: 'The message "{key}" needs {names}. Add the missing values to this call.',
  },
  collect: (app) => getMessages(app).facts,
  check(messages: readonly MessageFact[], report) {
    for (const { problem, key, detail: names, span } of messages)
      if (problem === 'values') report('missing', { span, data: { key, names } })
  },
})
