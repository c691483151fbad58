import { createRule } from '../diagnostic/rule.ts'

/** The server refuses to start without it. */
export const unknownMatcher = createRule({
  code: 'unknown-matcher',
  number: 1031,
  severity: 'error',
  title: 'A route file names a matcher that does not exist',
  messages: {
    missing: 'The matcher "{name}" of {file} does not exist. Export it from src/matchers.ts, or use integer or uuid.',
    near: 'The matcher "{name}" of {file} does not exist. Did you mean "{nearest}"? Rename the file, or export "{name}" from src/matchers.ts.',
  },
  check(facts, report) {
    for (const { name, file, nearest, span } of facts.unknownMatchers)
      if (nearest === undefined) report('missing', { span, data: { name, file } })
      else report('near', { span, data: { name, file, nearest } })
  },
})
