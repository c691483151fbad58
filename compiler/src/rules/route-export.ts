import { fixesOf } from '../diagnostic/fix.ts'
import { createRule } from '../diagnostic/rule.ts'

/** Routes are read by the names of their exports: a wrong one is silently left out. */
export const routeExport = createRule({
  code: 'route-export',
  number: 1073,
  severity: 'warning',
  title: 'An export of a route file that nobody reads',
  messages: {
    misspelled: 'Nobody reads the export "{name}" of a page. Did you mean "{nearest}"?',
    'no-params': '{file} has no parameters, so nobody reads its staticParams. Remove them.',
    'page-only': 'Only pages have "{name}"; nobody reads that of {file}. Move it to the pages that it is about.',
  },
  check(facts, report) {
    for (const fact of facts.routeExports) {
      const { problem, file, name, nearest = '', span } = fact
      if (problem === 'no-default') continue
      if (problem === 'misspelled') report(problem, { span, data: { name, nearest }, ...fixesOf(fact) })
      else report(problem, { span, data: { file, name }, ...fixesOf(fact) })
    }
  },
})
