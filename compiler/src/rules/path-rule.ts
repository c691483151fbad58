import { createRule } from '../diagnostic/rule.ts'

/** What the server would refuse at its start, and rewrites that show no page. */
export const pathRule = createRule({
  code: 'path-rule',
  number: 1029,
  severity: 'error',
  title: 'Invalid redirect or rewrite',
  messages: { broken: '{problem}' },
  check(facts, report) {
    for (const { problem, span } of facts.pathRules)
      if (problem !== undefined) report('broken', { ...(span && { span }), data: { problem } })
  },
})
