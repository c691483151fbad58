import { hookProblem } from '@fw/runtime/contract'
import { fixesOf } from '../diagnostic/fix.ts'
import { createRule } from '../diagnostic/rule.ts'

/** The server calls what `src/hooks.ts` exports by name: a misspelled hook would never be called. */
export const unknownHook = createRule({
  code: 'unknown-hook',
  number: 1025,
  severity: 'error',
  title: 'src/hooks.ts exports something that is no hook',
  messages: {
    unknown: 'src/hooks.ts exports "{name}". {problem} Keep other code in another file.',
  },
  check(facts, report) {
    for (const fact of facts.hooks) {
      const { name, span } = fact
      const problem = hookProblem(name)
      if (problem !== undefined) report('unknown', { span, ...fixesOf(fact), data: { name, problem } })
    }
  },
})
