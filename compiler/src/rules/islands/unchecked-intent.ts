import { createRule } from '#diagnostic/rule.ts'

/** The build only reads the contracts of intents in components, but agents can call all intents. */
export const uncheckedIntent = createRule({
  code: 'unchecked-intent',
  number: 1084,
  severity: 'error',
  title: "Input of an intent isn't validated",
  messages: {
    place:
      'The intent "{intent}" isn\'t in a component of this file, so its input can\'t be validated, and agents could pass any value to its run. Move the call into the component, or add an "input" schema.',
    name: 'The name of this intent isn\'t a string literal, so its input can\'t be validated, and agents could pass any value to its run. Write the name as a literal, or add an "input" schema.',
  },
  check({ uncheckedIntents }, report) {
    for (const { intent, span } of uncheckedIntents)
      if (intent === undefined) report('name', { span, data: {} })
      else report('place', { span, data: { intent } })
  },
})
