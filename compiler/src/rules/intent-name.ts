import { nameProblem } from '@fw/runtime/contract'
import { createRule } from '../diagnostic/rule.ts'

/** Intents are tools too: `<Component>.<intent>`. */
export const intentName = createRule({
  code: 'intent-name',
  number: 1024,
  severity: 'error',
  title: 'A component or intent has a name that no tool can have',
  messages: {
    name: '{problem}',
  },
  check(facts, report) {
    for (const component of facts.model.components)
      for (const intent of component.intents) {
        const problem = nameProblem('component', component.name) ?? nameProblem('intent', intent.name)
        if (problem !== undefined) report('name', { span: intent.span, data: { problem } })
      }
  },
})
