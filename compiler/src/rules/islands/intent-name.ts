import { nameProblem } from '@fw/runtime/contract'
import { createRule } from '#diagnostic/rule.ts'

/** Intents and actions are tools too: `<Component>.<intent>` and `<alias>.<action>`. */
export const intentName = createRule({
  code: 'intent-name',
  number: 1024,
  severity: 'error',
  title: 'Invalid name of a component, intent, store or action',
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
    for (const { alias, span: ofStore, actions } of facts.model.stores ?? [])
      for (const { name, span } of actions) {
        const problem = nameProblem('store', alias)
        if (problem !== undefined) report('name', { span: ofStore, data: { problem } })
        const wrong = nameProblem('action', name)
        if (wrong !== undefined) report('name', { span, data: { problem: wrong } })
        // The store is reported once.
        if (problem !== undefined) break
      }
  },
})
