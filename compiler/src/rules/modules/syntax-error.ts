import { createRule } from '#diagnostic/rule.ts'

/** The other rules need a file that parses. */
export const syntaxError = createRule({
  code: 'syntax-error',
  number: 1023,
  severity: 'error',
  title: 'Syntax error',
  messages: {
    syntax: '{message}',
  },
  check(facts, report) {
    const found = [...facts.apiFiles.flatMap((file) => file.syntax), ...facts.syntax]
    for (const { message, span } of found) report('syntax', { span, data: { message } })
  },
})
