import { hookProblem } from '@fw/runtime/contract'
import type { HookFact } from '#analyze/pages/conventions.ts'
import { pickFixes } from '#diagnostic/fix.ts'
import { createRule } from '../rule.ts'

/** The server calls the exports of `src/hooks.ts` by name, so it would never call a misspelled hook. */
export const unknownHook = createRule({
  code: 'unknown-hook',
  number: 1025,
  severity: 'error',
  title: 'Unknown hook',
  messages: {
    unknown: 'src/hooks.ts exports "{name}". {problem} Move other code to another file.',
  },
  collect: ({ outline }) => outline.conventions.hooks,
  check(facts: readonly HookFact[], report) {
    for (const fact of facts) {
      const { name, span } = fact
      const problem = hookProblem(name)
      if (problem !== undefined) report('unknown', { span, ...pickFixes(fact), data: { name, problem } })
    }
  },
})
