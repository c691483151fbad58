import { fixesOf } from '../diagnostic/fix.ts'
import { createRule } from '../diagnostic/rule.ts'

/** From what stands there no path of the page could be made. */
export const staticParams = createRule({
  code: 'static-params',
  number: 1070,
  severity: 'error',
  title: 'staticParams does not fit the route',
  messages: {
    shape:
      'staticParams of {file} is no list. Export an array with one object of parameters for each page, or a function that returns one.',
    entry: 'An entry of staticParams is an object of parameters. Write "{ {name}: … }".',
    missing: 'This entry of staticParams has no "{name}", without which {file} has no path. Add it.',
    unknown: '{file} has no parameter "{name}". Remove it, or name it in the path of the file.',
    near: '{file} has no parameter "{name}". Did you mean "{nearest}"?',
    value:
      'The parameter "{name}" is a part of a path, and so a text. Write it as a string; the parts of a rest are joined with "/".',
    empty:
      'The parameter "{name}" has an empty part, or "." or "..", which no path has. Write a name between any two "/".',
    matcher:
      'The matcher "{matcher}" does not take "{written}", so {file} is not shown there. Write a value that fits.',
  },
  check(facts, report) {
    for (const fact of facts.staticParams) {
      const { problem, file, name, nearest, span, written = '', matcher = '' } = fact
      if (problem === 'unknown' && nearest !== undefined)
        report('near', { span, data: { file, name, nearest }, ...fixesOf(fact) })
      else report(problem, { span, data: { file, name, written, matcher }, ...fixesOf(fact) })
    }
  },
})
