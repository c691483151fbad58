import type { MatcherFact } from '#analyze/pages/analyze-urls.ts'
import { createRule } from '../rule.ts'

/** The server doesn't start without it. */
export const unknownMatcher = createRule({
  code: 'unknown-matcher',
  number: 1031,
  severity: 'error',
  title: 'Unknown matcher',
  messages: {
    missing: 'Unknown matcher "{name}" in {file}. Export it from src/matchers.ts, or use integer or uuid.',
    near: 'Unknown matcher "{name}" in {file}. Did you mean "{nearest}"? Rename the file, or export "{name}" from src/matchers.ts.',
  },
  collect: ({ outline }) => outline.addresses.unknownMatchers,
  check(facts: readonly MatcherFact[], report) {
    for (const { name, file, nearest, span } of facts)
      if (nearest === undefined) report('missing', { span, data: { name, file } })
      else report('near', { span, data: { name, file, nearest } })
  },
})
