import type { CacheTagFact } from '#analyze/apis/cache-tags.ts'
import { getCacheTags } from '#analyze/shared-facts.ts'
import { pickFixes } from '#diagnostic/fix.ts'
import { createRule } from '../rule.ts'

/** Messages for tags with a value in brackets. */
const PLACES: Readonly<Record<string, 'cached' | 'computed'>> = { cached: 'cached', function: 'computed' }

/** Invalidating an unknown tag has no effect: visitors would still see the old content. */
export const unknownTag = createRule({
  code: 'unknown-tag',
  number: 1097,
  severity: 'error',
  title: 'Unknown cache tag',
  messages: {
    missing:
      'Unknown cache tag "{name}": no page, cached function or api has it, so {of} has no effect. Correct the tag, or add it to the page, function or api that shows the data.',
    near: 'Unknown cache tag "{name}". Did you mean "{nearest}"?',
    none: 'Unknown cache tag "{name}": the pages, cached functions and apis of this app have no tags, so {of} has no effect. Add the tag to the page, function or api that shows the data.',
    value:
      'The tag uses "{name}", which isn\'t a member of the input of {of}, so the tag has no effect. Use one of its members.',
    nearValue: 'The tag uses "{name}", which isn\'t a member of the input of {of}. Did you mean "{nearest}"?',
    shape:
      'The tag uses "{name}", which is {kind} in the input of {of} and can\'t be part of a tag, so the tag has no effect. Use a string, a number or a boolean, or add a member with the relevant part.',
    brackets:
      'revalidateTag takes a literal tag, and only invalidates replaces "{name}". Write the value in place of the brackets.',
    cached:
      'The tag "{name}" of a cached function has a value in brackets, which nothing replaces. Compute the tags from the arguments, in a function: tags: (id) => ["order-" + id].',
    computed:
      'The tag "{name}" has a value in brackets, which nothing replaces in a function. Write the value in place of the brackets.',
  },
  collect: (app) => getCacheTags(app).facts,
  check(facts: readonly CacheTagFact[], report) {
    for (const fact of facts) {
      const { problem, name, of, kind, nearest, span } = fact
      const rest = { span, ...pickFixes(fact) }
      if (kind !== undefined) report('shape', { ...rest, data: { name, of, kind } })
      else if (nearest !== undefined)
        report(problem === 'value' ? 'nearValue' : 'near', { ...rest, data: { name, of, nearest } })
      else if (problem === 'value') report('value', { ...rest, data: { name, of } })
      else if (problem === 'brackets') report(PLACES[of] ?? 'brackets', { ...rest, data: { name } })
      else report(problem === 'none' ? 'none' : 'missing', { ...rest, data: { name, of } })
    }
  },
})
