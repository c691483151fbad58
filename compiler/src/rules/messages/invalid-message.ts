import { getMessages } from '#analyze/shared-facts.ts'
import type { MessageFact } from '#analyze/texts/messages.ts'
import { createRule } from '../rule.ts'

/** Messages are ICU MessageFormat, and the messages of a key use the same values in every language. */
export const invalidMessage = createRule({
  code: 'invalid-message',
  number: 1094,
  severity: 'error',
  title: 'Invalid message',
  messages: {
    syntax: 'The message "{key}" of "{locale}" isn\'t a valid ICU message: {reason}.',
    strange:
      'The message "{key}" of "{locale}" uses {names}, but the message of the default language doesn\'t. Use the same values in all languages.',
  },
  collect: (app) => getMessages(app).facts,
  check(messages: readonly MessageFact[], report) {
    for (const { problem, key, detail, locale = '', span } of messages) {
      if (problem === 'syntax') report('syntax', { span, data: { key, locale, reason: detail } })
      if (problem === 'strange') report('strange', { span, data: { key, locale, names: detail } })
    }
  },
})
