import type { SplitRunFact } from '#analyze/pages/analyzed-components.ts'
import { createRule } from '../rule.ts'

/** A `run` in its own file receives the values of the component's variables when it is called. */
export const splitIntent = createRule({
  code: 'split-intent',
  number: 1083,
  severity: 'error',
  title: "Intent can't be split into its own file",
  messages: {
    reassigned:
      '"{name}" is assigned more than once, but with compiler.splitIntents the run of the intent {tool} is a separate file, which receives a copy of its value. Make it a signal, or a const object with a member that changes.',
    this: '"{name}" has a different value in the run of the intent {tool}, because compiler.splitIntents makes it a separate file. Assign the values that it needs to variables outside run.',
  },
  collect: ({ outline, components }): readonly SplitRunFact[] =>
    outline.config.compiler?.splitIntents === true ? components.splitRuns : [],
  check(facts, report) {
    for (const { tool, problem, name, span } of facts) report(problem, { span, data: { tool, name } })
  },
})
