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
    const fixes = new Map(facts.intents.map(({ file, span, nameFixes }) => [`${file} ${span.start}`, nameFixes]))
    for (const component of facts.model.components)
      for (const intent of component.intents) {
        const ofComponent = nameProblem('component', intent.tool.slice(0, -intent.name.length - 1))
        const problem = ofComponent ?? nameProblem('intent', intent.name)
        if (problem === undefined) continue
        const { span } = intent
        const found = ofComponent === undefined ? fixes.get(`${component.file} ${span.start}`) : undefined
        report('name', { span, ...(found && { fixes: found }), data: { problem } })
      }
  },
})
