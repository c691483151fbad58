import type { UnfilledFormFact } from '#analyze/forms/form-fields.ts'
import { getForms } from '#analyze/shared-facts.ts'
import { createRule } from '../rule.ts'

/** Users can't correct a field that the form doesn't have. */
export const missingFormField = createRule({
  code: 'missing-form-field',
  number: 1096,
  severity: 'warning',
  title: 'Form has no field for a required member',
  messages: {
    missing:
      'This form has no field named {names}, which "{tool}" requires. Add one, hidden if the page knows the value.',
  },
  collect: (app) => getForms(app).unfilledForms,
  check(facts: readonly UnfilledFormFact[], report) {
    for (const { tool, missing, span } of facts)
      report('missing', {
        span,
        related: missing.map(({ name, span: place }) => ({ message: `"${name}" is required.`, span: place })),
        data: { tool, names: missing.map(({ name }) => `"${name}"`).join(' or ') },
      })
  },
})
