import { createRule } from '../diagnostic/rule.ts'

/** A readonly tool also answers GET, and agents call it without care; an irreversible one is the opposite. */
export const contradictingFields = createRule({
  code: 'contradicting-fields',
  number: 1063,
  severity: 'error',
  title: 'The fields of an api contradict each other',
  eachModule: true,
  messages: {
    both: "{tool} says readonly: true, so it changes nothing and answers GET, and effect: 'irreversible', so what it changes cannot be undone. Remove the one that is not true.",
  },
  check(facts, report) {
    const fields = new Map(facts.apiFiles.flatMap(({ prose }) => prose).map((prose) => [prose.tool, prose.fields]))
    for (const { tool, span, readonly, effect } of facts.model.modules.flatMap(({ apis }) => apis)) {
      if (readonly !== true || effect !== 'irreversible') continue
      const places = fields.get(tool)
      // The careful one first: a call that is wrongly thought harmless cannot be taken back.
      const fixes = (['readonly', 'effect'] as const).flatMap((field) => {
        const place = places?.[field]
        return place === undefined ? [] : [{ title: `Remove "${field}"`, edits: [{ span: place.removal, text: '' }] }]
      })
      report('both', { span: places?.readonly?.span ?? span, fixes, data: { tool } })
    }
  },
})
