import type { IntentFact } from '#analyze/pages/intents.ts'
import { getIntents } from '#analyze/shared-facts.ts'
import { createRule } from '../rule.ts'

/** The tool of an intent is named `<Component>.<intent>`, so calls of duplicates would be ambiguous. */
export const duplicateIntent = createRule({
  code: 'duplicate-intent',
  number: 1067,
  severity: 'error',
  title: 'Two intents or components have the same name',
  messages: {
    intent:
      'The component {component} has two intents named "{intent}", and agents call an intent by its name. Rename one of them.',
    component:
      "The component {component} has the same name as a component with intents in {other}, so agents can't distinguish their tools. Rename one of the components.",
  },
  collect: getIntents,
  check(intents, report) {
    const seen = new Map<string, IntentFact>()
    const first = new Map<string, IntentFact>()
    const told = new Set<string>()
    for (const one of intents) {
      const { component, intent, tool, file, nameSpan: span } = one
      const other = first.get(component)
      if (other === undefined) first.set(component, one)
      else if (other.file !== file) {
        const key = `${component} ${file}`
        const related = [{ message: `The other ${component} is here.`, span: other.span }]
        if (!told.has(key)) report('component', { span, related, data: { component, other: other.file } })
        told.add(key)
        continue
      }
      const before = seen.get(tool)
      if (before === undefined) seen.set(tool, one)
      else
        report('intent', {
          span,
          related: [{ message: 'The other intent is here.', span: before.span }],
          data: { component, intent },
        })
    }
  },
})
