import { fixesOf } from '../diagnostic/fix.ts'
import { createRule } from '../diagnostic/rule.ts'

/** What nobody wrote cannot be shown in any language. */
export const unknownMessage = createRule({
  code: 'unknown-message',
  number: 1090,
  severity: 'error',
  title: 'No message has this key',
  messages: {
    missing: 'No message of the default language has the key "{key}". Add it, or correct the key.',
    near: 'No message of the default language has the key "{key}". Did you mean "{nearest}"?',
  },
  check({ messages }, report) {
    for (const fact of messages) {
      const { problem, key, detail: nearest, span } = fact
      if (problem !== 'unknown') continue
      if (nearest === '') report('missing', { span, data: { key } })
      else report('near', { span, ...fixesOf(fact), data: { key, nearest } })
    }
  },
})
