import { createRule } from '../rule.ts'

/** Route files follow the grammar of `parsePattern`. */
export const routePattern = createRule({
  code: 'route-pattern',
  number: 1019,
  severity: 'error',
  title: 'Invalid name of a route file',
  messages: {
    malformed: '{problem} Rename the file.',
  },
  collect: ({ outline }) => [...outline.routes.facts, ...outline.routes.httpFacts],
  check(facts, report) {
    for (const { problem, span } of facts) if (problem !== undefined) report('malformed', { span, data: { problem } })
  },
})
