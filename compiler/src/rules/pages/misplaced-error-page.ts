import type { MisplacedErrorPageFact } from '#analyze/pages/routes.ts'
import { createRule } from '../rule.ts'

/** An app has one `_404` and one `_500`, in the routes root. */
export const misplacedErrorPage = createRule({
  code: 'misplaced-error-page',
  number: 1074,
  severity: 'warning',
  title: 'Error page outside the routes root is ignored',
  messages: {
    folder: '{file} is ignored, because only the {name} in the routes root is used. Move it to {top}.',
  },
  collect: ({ outline }) => outline.routes.misplaced,
  check(facts: readonly MisplacedErrorPageFact[], report) {
    for (const { file, name, top, span } of facts) report('folder', { span, data: { file, name, top } })
  },
})
