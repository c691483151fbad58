import { createRule } from '../rule.ts'

/** Rules that the server would reject when it starts, and rewrites to missing pages. */
export const pathRule = createRule({
  code: 'path-rule',
  number: 1029,
  severity: 'error',
  title: 'Invalid redirect or rewrite',
  messages: { broken: '{problem}' },
  collect: ({ outline }) => outline.addresses.pathRules,
  check(facts, report) {
    for (const { problem, span } of facts)
      if (problem !== undefined) report('broken', { ...(span && { span }), data: { problem } })
  },
})
