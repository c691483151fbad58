import { getMessages } from '#analyze/shared-facts.ts'
import type { MessageFact } from '#analyze/texts/messages.ts'
import { createRule } from '../rule.ts'

/** The catalogs of all languages must have the same keys. */
export const missingMessage = createRule({
  code: 'missing-message',
  number: 1093,
  severity: 'warning',
  title: 'Languages have different message keys',
  messages: {
    missing:
      'The messages of "{locale}" have no "{key}", so the message is shown in the default language. Translate it here.',
    extra:
      'The message "{key}" of "{locale}" doesn\'t exist in the default language, so the app can\'t use it. Add it to the default language, or remove it.',
    near: 'The message "{key}" of "{locale}" doesn\'t exist in the default language. Did you mean "{nearest}"?',
  },
  collect: (app) => getMessages(app).facts,
  check(messages: readonly MessageFact[], report) {
    for (const { problem, key, detail, locale = '', span } of messages) {
      if (problem === 'missing') report('missing', { span, data: { key, locale } })
      if (problem !== 'extra') continue
      if (detail === '') report('extra', { span, data: { key, locale } })
      else report('near', { span, data: { key, locale, nearest: detail } })
    }
  },
})
