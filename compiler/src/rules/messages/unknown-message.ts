import { getMessages } from '#analyze/shared-facts.ts'
import type { MessageFact } from '#analyze/texts/messages.ts'
import { pickFixes } from '#diagnostic/fix.ts'
import { createRule } from '../rule.ts'

/** A message that doesn't exist can't be shown in any language. */
export const unknownMessage = createRule({
  code: 'unknown-message',
  number: 1090,
  severity: 'error',
  title: 'Unknown message key',
  messages: {
    missing: 'Unknown message key "{key}". Add it to the default language, or correct the key.',
    near: 'Unknown message key "{key}". Did you mean "{nearest}"?',
  },
  collect: (app) => getMessages(app).facts,
  check(messages: readonly MessageFact[], report) {
    for (const fact of messages) {
      const { problem, key, detail: nearest, span } = fact
      if (problem !== 'unknown') continue
      if (nearest === '') report('missing', { span, data: { key } })
      else report('near', { span, ...pickFixes(fact), data: { key, nearest } })
    }
  },
})
