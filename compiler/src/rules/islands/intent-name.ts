import { nameProblem } from '@fw/runtime/contract'
import type { AnalyzedApp } from '#analyze/analyzed-app.ts'
import type { SourceSpan, StoreModel } from '#model.ts'
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
    for (const { problem, span } of facts) report('name', { span, data: { problem } })
  },
})

interface NameFact {
  readonly problem: string
  readonly span: SourceSpan
}

function collectIntents(app: AnalyzedApp): readonly NameFact[] {
  const intents = app.components.components.flatMap((component) => component.intents)
  return intents.flatMap(({ tool, name, span }): NameFact[] => {
    const problem = nameProblem('component', tool.slice(0, -name.length - 1)) ?? nameProblem('intent', name)
    return problem === undefined ? [] : [{ problem, span }]
  })
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
