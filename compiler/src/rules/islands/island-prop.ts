import { createRule } from '#diagnostic/rule.ts'

/** The server writes an island's props into the page and the browser reads them, so they must be data or slots. */
export const islandProp = createRule({
  code: 'island-prop',
  number: 1066,
  severity: 'error',
  title: "Island prop can't be sent to the browser",
  messages: {
    function:
      'The prop "{prop}" of the island <{island}> is a function, which can\'t be sent to the browser. Define it inside the island, or make it an api or an intent that the island calls.',
    api: 'The prop "{prop}" of the island <{island}> is an api, and functions can\'t be sent to the browser. Import it in the island, where it is a stub that calls the server.',
    instance:
      'The prop "{prop}" of the island <{island}> is an instance of {type}, which can\'t be sent to the browser. Pass its plain data, and create the instance inside the island.',
    markup:
      'The prop "{prop}" of the island <{island}> is markup inside an object, which can\'t be sent to the browser. Pass it as a separate prop, or as children.',
    symbol:
      'The prop "{prop}" of the island <{island}> is a symbol, which can\'t be sent to the browser. Pass a string.',
  },
  check({ islandProps }, report) {
    for (const { kind, island, prop, type = '', span } of islandProps)
      report(kind, { span, data: { island, prop, type } })
  },
})
