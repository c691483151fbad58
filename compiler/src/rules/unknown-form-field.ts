import { fixesOf } from '../diagnostic/fix.ts'
import { createRule } from '../diagnostic/rule.ts'

/** The server refuses what it does not know, so that such a form can never be sent. */
export const unknownFormField = createRule({
  code: 'unknown-form-field',
  number: 1095,
  severity: 'error',
  title: 'A field of a form has a name that its api does not know',
  messages: {
    near: 'The input of "{tool}" has no "{name}", and refuses the form for it. Did you mean "{nearest}"?',
    unknown: 'The input of "{tool}" has no "{name}", and refuses the form for it. There is: {known}.',
    nothing: 'The input of "{tool}" has no "{name}", and refuses the form for it. Remove the field, or its name.',
    part: 'No text stands for "{name}" of "{tool}", which has members. Give each a field of its own, as "{member}".',
    open: 'No text stands for "{name}" of "{tool}", which has members. Give each a field of its own.',
  },
  check({ formFields }, report) {
    for (const fact of formFields) {
      const { tool, name, problem, nearest, known, span, declared } = fact
      const related = [{ message: `"${tool}" is defined here.`, span: declared }]
      const rest = { span, related, ...fixesOf(fact) }
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
