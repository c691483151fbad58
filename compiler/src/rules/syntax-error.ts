import { createRule } from '../diagnostic/rule.ts'

/** Nothing else can be said about a file before it parses. */
export const syntaxError = createRule({
  code: 'syntax-error',
  number: 1023,
  severity: 'error',
  title: 'A file does not parse',
  messages: {
    syntax: '{message}',
  },
  check(facts, report) {
    const found = [...facts.apiFiles.flatMap((file) => file.syntax), ...facts.syntax]
    for (const { message, span } of found) report('syntax', { span, data: { message } })
  },
})
