import { createRule } from '../diagnostic/rule.ts'

/** What a person cannot fill in they cannot mend either. */
export const missingFormField = createRule({
  code: 'missing-form-field',
  number: 1096,
  severity: 'warning',
  title: 'A form has no field for what its api requires',
  messages: {
    missing:
      'No field of this form is named {names}, without which "{tool}" refuses it. Add one, hidden where the page knows the value.',
  },
  check({ unfilledForms }, report) {
    for (const { tool, missing, span } of unfilledForms)
      report('missing', {
        span,
        related: missing.map(({ name, span: place }) => ({ message: `"${name}" is required.`, span: place })),
        data: { tool, names: missing.map(({ name }) => `"${name}"`).join(' or ') },
      })
  },
})
