import { getRouteModules } from '#analyze/shared-facts.ts'
import { pickFixes } from '#diagnostic/fix.ts'
import { createRule } from '../rule.ts'

/** Reports entries that don't result in a path of the page. */
export const staticParams = createRule({
  code: 'static-params',
  number: 1070,
  severity: 'error',
  title: 'Invalid staticParams',
  messages: {
    shape:
      "staticParams of {file} isn't a list. Export an array with one object of parameters for each page, or a function that returns one.",
    entry: 'An entry of staticParams isn\'t an object of parameters. Write "{ {name}: … }".',
    missing: 'This entry of staticParams has no "{name}", which the path of {file} needs. Add it.',
    unknown: '{file} has no parameter "{name}". Remove it, or add it to the path of the file.',
    near: '{file} has no parameter "{name}". Did you mean "{nearest}"?',
    value:
      'The parameter "{name}" must be a string, because it is part of a path. Join the parts of a rest parameter with "/".',
    empty:
      'The parameter "{name}" has an empty part, or "." or "..", which a path can\'t have. Write a name between two "/".',
    matcher:
      'The matcher "{matcher}" doesn\'t accept "{written}", so {file} isn\'t shown there. Write a value that matches.',
  },
  collect: (app) => getRouteModules(app).staticParams,
  check(facts, report) {
    for (const fact of facts) {
      const { problem, file, name, nearest, span, written = '', matcher = '' } = fact
      if (problem === 'unknown' && nearest !== undefined)
        report('near', { span, data: { file, name, nearest }, ...pickFixes(fact) })
      else report(problem, { span, data: { file, name, written, matcher }, ...pickFixes(fact) })
    }
  },
})
