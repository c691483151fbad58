import { createRule } from '../diagnostic/rule.ts'

/** The contracts of intents are read off the components of a file; what stands elsewhere is called by agents all the same. */
export const uncheckedIntent = createRule({
  code: 'unchecked-intent',
  number: 1084,
  severity: 'error',
  title: 'An intent takes an input that nobody checks',
  messages: {
    place:
      'The intent "{intent}" stands in none of the components of this file, so that no contract is derived for it: an agent could hand its run anything. Move the call into the component, or give it a schema as its input.',
    name: 'The name of this intent is no plain text, so that no contract is derived for it: an agent could hand its run anything. Write the name out, or give it a schema as its input.',
  },
  check({ uncheckedIntents }, report) {
    for (const { intent, span } of uncheckedIntents)
      if (intent === undefined) report('name', { span, data: {} })
      else report('place', { span, data: { intent } })
  },
})
