import { nameProblem } from '@fw/runtime/contract'
import type { AnalyzedApp } from '#analyze/analyzed-app.ts'
import { getIntents } from '#analyze/shared-facts.ts'
import { pickFixes } from '#diagnostic/fix.ts'
import type { Fix, SourceSpan, StoreModel } from '#model.ts'
import { createRule } from '../rule.ts'

/** Intents and actions are tools too: `<Component>.<intent>` and `<alias>.<action>`. */
export const intentName = createRule({
  code: 'intent-name',
  number: 1024,
  severity: 'error',
  title: 'Invalid name of a component, intent, store or action',
  messages: {
    name: '{problem}',
  },
  collect: (app) => [...collectIntents(app), ...(app.stores ?? []).flatMap(collectActions)],
  check(facts, report) {
    for (const fact of facts) {
      const { problem, span } = fact
      report('name', { span, ...pickFixes(fact), data: { problem } })
    }
  },
})

interface NameFact {
  readonly problem: string
  readonly span: SourceSpan
  readonly fixes?: readonly Fix[]
}

function collectIntents(app: AnalyzedApp): readonly NameFact[] {
  const fixes = new Map(getIntents(app).map(({ file, span, nameFixes }) => [`${file} ${span.start}`, nameFixes]))
  return app.components.components.flatMap(({ file, intents }) =>
    intents.flatMap(({ tool, name, span }): NameFact[] => {
      const ofComponent = nameProblem('component', tool.slice(0, -name.length - 1))
      const problem = ofComponent ?? nameProblem('intent', name)
      if (problem === undefined) return []
      const found = ofComponent === undefined ? fixes.get(`${file} ${span.start}`) : undefined
      return [{ problem, span, ...(found && { fixes: found }) }]
    }),
  )
}

/** The name of a store is reported once. */
function collectActions({ alias, span: ofStore, actions }: StoreModel): readonly NameFact[] {
  const problem = actions.length === 0 ? undefined : nameProblem('store', alias)
  const wrong = (problem === undefined ? actions : actions.slice(0, 1)).flatMap(({ name, span }): NameFact[] => {
    const ofAction = nameProblem('action', name)
    return ofAction === undefined ? [] : [{ problem: ofAction, span }]
  })
  return [...(problem === undefined ? [] : [{ problem, span: ofStore }]), ...wrong]
}
