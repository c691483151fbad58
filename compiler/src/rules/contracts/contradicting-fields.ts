import { replacement } from '#diagnostic/fix.ts'
import { createRule } from '#diagnostic/rule.ts'

/** GET requests may call a readonly tool, and agents call it freely. An irreversible tool is the opposite. */
export const contradictingFields = createRule({
  code: 'contradicting-fields',
  number: 1063,
  severity: 'error',
  title: 'Fields of an api contradict each other',
  eachModule: true,
  messages: {
    both: "{tool} has readonly: true, so GET requests may call it, and effect: 'irreversible', so its effect can't be undone. Remove the field that is wrong.",
  },
  check(facts, report) {
    const definitions = new Map(
      facts.apiFiles.flatMap((file) => file.definitions).map((definition) => [definition.tool, definition]),
    )
    for (const { tool, span, readonly, effect } of facts.model.modules.flatMap(({ apis }) => apis)) {
      if (readonly !== true || effect !== 'irreversible') continue
      const place = definitions.get(tool)?.readonly
      // Without "effect" agents could repeat a call that cannot be undone, so no fix removes it.
      const fixes = place && [replacement('Remove "readonly"', place.removal, '')]
      report('both', { span: place?.span ?? span, tools: [tool], ...(fixes && { fixes }), data: { tool } })
    }
  },
})
