import { fixesOf } from '../diagnostic/fix.ts'
import { createRule } from '../diagnostic/rule.ts'

/** What nothing carries can be dropped a thousand times: visitors go on seeing what is old. */
export const unknownTag = createRule({
  code: 'unknown-tag',
  number: 1097,
  severity: 'error',
  title: 'Nothing carries this cache tag',
  messages: {
    missing:
      'No page and no cached function carries the tag "{name}": {of} drops nothing. Correct it, or give them the tag.',
    near: 'No page and no cached function carries the tag "{name}". Did you mean "{nearest}"?',
    none: 'No page and no cached function of this app has tags: {of} drops nothing by "{name}". Give the tag to what shows the data.',
    value:
      'The tag names "{name}", which the input of {of} does not have: it would drop nothing. Name one of its members.',
    nearValue: 'The tag names "{name}", which the input of {of} does not have. Did you mean "{nearest}"?',
    shape:
      'The tag names "{name}", which is {kind} in the input of {of}, and no tag can be made of one: it would drop nothing. Name a text, a number or a boolean: give the input one, or a member for the part that the tag means.',
    brackets:
      'revalidateTag takes a tag as it is, and only invalidates fills in "{name}". Write the value in place of the brackets.',
  },
  check({ cacheTags }, report) {
    for (const fact of cacheTags) {
      const { problem, name, of, kind, nearest, span } = fact
      const rest = { span, ...fixesOf(fact) }
      if (kind !== undefined) report('shape', { ...rest, data: { name, of, kind } })
      else if (nearest !== undefined)
        report(problem === 'value' ? 'nearValue' : 'near', { ...rest, data: { name, of, nearest } })
      else if (problem === 'value') report('value', { ...rest, data: { name, of } })
      else if (problem === 'brackets') report('brackets', { ...rest, data: { name } })
      else report(problem === 'none' ? 'none' : 'missing', { ...rest, data: { name, of } })
    }
  },
})
