import { getMessages } from '#analyze/shared-facts.ts'
import type { MessageFact } from '#analyze/texts/messages.ts'
import { createRule } from '../rule.ts'

/** The server must know which messages a browser needs before it sends the page. */
export const dynamicMessage = createRule({
  code: 'dynamic-message',
  number: 1092,
  severity: 'error',
  title: 'Computed message key in an island',
  messages: {
    dynamic:
      'The message key is computed, so the page can\'t include the message for this island. Choose between literal keys, such as isNew ? "cart.new" : "cart.old", or format the message on the server and pass it as a prop.',
  },
  collect: (app) => getMessages(app).facts,
  check(messages: readonly MessageFact[], report) {
    for (const { problem, span } of messages) if (problem === 'dynamic') report('dynamic', { span, data: {} })
  },
})
