import { pickFixes } from '#diagnostic/fix.ts'
import { createRule } from '../rule.ts'

/** An invalid schedule would run at unexpected times or never, without an error. */
export const invalidSchedule = createRule({
  code: 'invalid-schedule',
  number: 1086,
  severity: 'error',
  title: 'Invalid schedule',
  messages: {
    definition: 'The schedule "{name}": {message}',
    'no-schedule':
      'The export "{name}" of src/schedules.ts isn\'t a schedule. Write "export const {name} = schedule({ … })", and move other code to another file.',
    'default-export': 'A default export can\'t name a schedule. Write "export const nightly = schedule({ … })".',
  },
  collect: ({ outline }) => outline.conventions.schedules,
  check(facts, report) {
    for (const fact of facts) {
      const { problem, name, message = '', span } = fact
      report(problem, { span, ...pickFixes(fact), data: { name, message } })
    }
  },
})
