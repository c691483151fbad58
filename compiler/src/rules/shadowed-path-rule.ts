import { fixesOf } from '../diagnostic/fix.ts'
import { createRule } from '../diagnostic/rule.ts'

/** The first declared match wins, and redirects come before rewrites. */
export const shadowedPathRule = createRule({
  code: 'shadowed-path-rule',
  number: 1030,
  severity: 'warning',
  title: 'A redirect or rewrite never matches',
  messages: {
    never:
      'The rule for "{from}" never matches: the one for "{behind}" comes before it and takes all of its paths. Move it up, or remove it.',
  },
  check(facts, report) {
    for (const fact of facts.pathRules) {
      const { from, behind, span } = fact
      if (behind !== undefined) report('never', { ...(span && { span }), ...fixesOf(fact), data: { from, behind } })
    }
  },
})
