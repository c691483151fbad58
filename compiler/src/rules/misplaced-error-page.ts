import { createRule } from '../diagnostic/rule.ts'

/** There is one of each, at the top. */
export const misplacedErrorPage = createRule({
  code: 'misplaced-error-page',
  number: 1074,
  severity: 'warning',
  title: 'An error page stands where nobody reads it',
  messages: {
    folder: '{file} is never shown: {name} counts at the top of the routes folder only. Move it to {top}.',
  },
  check(facts, report) {
    for (const { file, name, top, span } of facts.misplacedErrorPages)
      report('folder', { span, data: { file, name, top } })
  },
})
