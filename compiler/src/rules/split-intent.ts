import { createRule } from '../diagnostic/rule.ts'

/** What a run takes from its component goes along as it is when the call is made. */
export const splitIntent = createRule({
  code: 'split-intent',
  number: 1083,
  severity: 'error',
  title: 'The run of an intent cannot be a file of its own',
  messages: {
    reassigned:
      'With compiler.splitIntents the run of the intent {tool} is a file of its own, which gets "{name}" as it is when the intent is called. But "{name}" is assigned to more than once, and what one of them assigns the other would not see. Make it a signal, or a const object with a member that changes.',
    this: 'With compiler.splitIntents the run of the intent {tool} is a file of its own, where "{name}" is not what it is here. Give what is needed of it a name outside of run.',
  },
  check({ model, splitRuns }, report) {
    if (model.config.compiler?.splitIntents !== true) return
    for (const { tool, problem, name, span } of splitRuns) report(problem, { span, data: { tool, name } })
  },
})
