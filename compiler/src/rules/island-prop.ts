import { createRule } from '../diagnostic/rule.ts'

/** An island's props are written into the page and read again in the browser: they are data, or slots. */
export const islandProp = createRule({
  code: 'island-prop',
  number: 1066,
  severity: 'error',
  title: 'An island gets a prop that cannot be sent to the browser',
  messages: {
    function:
      'The prop "{prop}" of the island <{island}> is a function, and functions cannot be sent to the browser. Define it inside the island, or make it an api or an intent that the island calls.',
    api: 'The prop "{prop}" of the island <{island}> is an api, and functions cannot be sent to the browser. Import it in the island itself: there it is a stub that calls the server.',
    instance:
      'The prop "{prop}" of the island <{island}> is an instance of {type}, which cannot be sent to the browser. Hand over its plain data, and make the instance inside the island.',
    markup:
      'The prop "{prop}" of the island <{island}> is markup inside of an object, which cannot be sent to the browser. Give it as a prop of its own, or as children.',
    symbol: 'The prop "{prop}" of the island <{island}> is a symbol, which cannot be sent to the browser. Use a text.',
  },
  check({ islandProps }, report) {
    for (const { kind, island, prop, type = '', span } of islandProps)
      report(kind, { span, data: { island, prop, type } })
  },
})
