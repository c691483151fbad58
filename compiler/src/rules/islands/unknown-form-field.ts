import type { FormFieldFact } from '#analyze/forms/form-fields.ts'
import { getForms } from '#analyze/shared-facts.ts'
import { pickFixes } from '#diagnostic/fix.ts'
import { createRule } from '../rule.ts'

/** The server rejects unknown fields, so such a form could never be submitted. */
export const unknownFormField = createRule({
  code: 'unknown-form-field',
  number: 1095,
  severity: 'error',
  title: 'Unknown form field',
  messages: {
    near: 'The field "{name}" isn\'t in the input of "{tool}", so the server rejects the form. Did you mean "{nearest}"?',
    unknown:
      'The field "{name}" isn\'t in the input of "{tool}", so the server rejects the form. The fields are {known}.',
    nothing:
      'The field "{name}" isn\'t in the input of "{tool}", so the server rejects the form. Remove the field, or its name.',
    part: '"{name}" of "{tool}" has members, so one field can\'t fill it. Write a field for each member, such as "{member}".',
    open: '"{name}" of "{tool}" has members, so one field can\'t fill it. Write a field for each member.',
  },
  collect: (app) => getForms(app).formFields,
  check(facts: readonly FormFieldFact[], report) {
    for (const fact of facts) {
      const { tool, name, problem, nearest, known, span, declared } = fact
      const related = [{ message: `"${tool}" is defined here.`, span: declared }]
      const rest = { span, related, ...pickFixes(fact) }
      const [member] = known
      if (problem === 'part')
        if (member === undefined) report('open', { ...rest, data: { tool, name } })
        else report('part', { ...rest, data: { tool, name, member } })
      else if (nearest !== undefined) report('near', { ...rest, data: { tool, name, nearest } })
      else if (member === undefined) report('nothing', { ...rest, data: { tool, name } })
      else report('unknown', { ...rest, data: { tool, name, known: known.map((one) => `"${one}"`).join(', ') } })
    }
  },
})
