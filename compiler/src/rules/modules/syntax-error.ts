import { listLoadedModules } from '#analyze/modules/loaded-modules.ts'
import { findSyntaxErrors } from '#analyze/modules/syntax-errors.ts'
import { createRule } from '../rule.ts'

/** The other rules need a file that parses. */
export const syntaxError = createRule({
  code: 'syntax-error',
  number: 1023,
  severity: 'error',
  title: 'Syntax error',
  messages: {
    syntax: '{message}',
  },
  collect: (app) => [
    ...app.components.syntax,
    ...(app.openFile === undefined ? findSyntaxErrors(app.reader, listLoadedModules(app)) : []),
  ],
  collectFile: ({ facts }) => facts.syntax,
  check(facts, report) {
    for (const { message, span } of facts) report('syntax', { span, data: { message } })
  },
})
