import type { DefinitionFact } from '#analyze/apis/definition-fact.ts'
import { replacement } from '#diagnostic/fix.ts'
import type { SourceSpan } from '#model.ts'
import { createRule } from '../rule.ts'

interface Contradiction {
  readonly tool: string
  readonly span: SourceSpan
  /** The member `readonly` of its definition. */
  readonly place: DefinitionFact['readonly']
}

/** GET requests may call a readonly tool, and agents call it freely. An irreversible tool is the opposite. */
export const contradictingFields = createRule({
  code: 'contradicting-fields',
  number: 1063,
  severity: 'error',
  title: 'Fields of an api contradict each other',
  messages: {
    both: "{tool} has readonly: true, so GET requests may call it, and effect: 'irreversible', so its effect can't be undone. Remove the field that is wrong.",
  },
  collectFile: ({ facts, model }) =>
    (model?.apis ?? [])
      .filter(({ readonly, effect }) => readonly === true && effect === 'irreversible')
      .map(
        ({ tool, span }): Contradiction => ({
          tool,
          span,
          place: facts.definitions.find((definition) => definition.tool === tool)?.readonly,
        }),
      ),
  check(facts, report) {
    for (const { tool, span, place } of facts) {
      // Without "effect" agents could repeat a call that cannot be undone, so no fix removes it.
      const fixes = place && [replacement('Remove "readonly"', place.removal, '')]
      report('both', { span: place?.span ?? span, tools: [tool], ...(fixes && { fixes }), data: { tool } })
    }
  },
})
