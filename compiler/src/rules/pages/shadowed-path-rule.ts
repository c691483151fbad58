import { pickFixes } from '#diagnostic/fix.ts'
import { createRule } from '../rule.ts'

/** The first matching rule applies, and redirects precede rewrites. */
export const shadowedPathRule = createRule({
  code: 'shadowed-path-rule',
  number: 1030,
  severity: 'warning',
  title: 'Redirect or rewrite never matches',
  messages: {
    never:
      'The rule for "{from}" never matches, because the earlier rule for "{behind}" matches all of its paths. Move it up, or remove it.',
  },
  collect: ({ outline }) => outline.addresses.pathRules,
  check(facts, report) {
    for (const fact of facts) {
      const { from, behind, span } = fact
      if (behind !== undefined) report('never', { ...(span && { span }), ...pickFixes(fact), data: { from, behind } })
    }
  },
})
