import { fixesOf } from '../diagnostic/fix.ts'
import { createRule } from '../diagnostic/rule.ts'

/** A schedule that is misread runs at other times than it says, or never: nobody is there to see it. */
export const invalidSchedule = createRule({
  code: 'invalid-schedule',
  number: 1086,
  severity: 'error',
  title: 'A schedule cannot be as it is written',
  messages: {
    definition: 'The schedule "{name}": {message}',
    'no-schedule':
      'src/schedules.ts exports "{name}", which is no schedule. Write "export const {name} = schedule({ … })", and keep other code in another file.',
    'default-export':
      'A schedule is named by its export, and a default export has no name. Write "export const nightly = schedule({ … })".',
  },
  check(facts, report) {
    for (const fact of facts.schedules) {
      const { problem, name, message = '', span } = fact
      report(problem, { span, ...fixesOf(fact), data: { name, message } })
    }
  },
})
