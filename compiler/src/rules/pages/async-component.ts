import { type AsyncComponentFact, findAsyncComponents } from '#analyze/pages/async-components.ts'
import { createRule } from '../rule.ts'

/** An element of an async component would show "[object Promise]". */
export const asyncComponent = createRule({
  code: 'async-component',
  number: 1133,
  severity: 'error',
  title: "Async component can't be used as an element",
  messages: {
    element:
      '<{name}> is an element of an async function, and only pages and layouts may be async. Load the data in the page, and pass it as a prop; or call it in an async page: await {name}(…).',
  },
  collect: ({ reader, files, resolveImport }): readonly AsyncComponentFact[] =>
    findAsyncComponents(reader, files(), resolveImport),
  check(facts, report) {
    for (const { name, span } of facts) report('element', { span, data: { name } })
  },
})
