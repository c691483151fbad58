import { createRule } from '../diagnostic/rule.ts'

/** Which messages a browser needs has to be known before the page is sent. */
export const dynamicMessage = createRule({
  code: 'dynamic-message',
  number: 1092,
  severity: 'error',
  title: 'A browser would need a message that only running the code would name',
  messages: {
    dynamic:
      'An island may name messages by plain text only: a page carries the messages that its islands name. Choose among written keys, as isNew ? "cart.new" : "cart.old", or fill the text in on the server and hand it over as a prop.',
  },
  check({ messages }, report) {
    for (const { problem, span } of messages) if (problem === 'dynamic') report('dynamic', { span, data: {} })
  },
})
