import type { RouteExportFact } from '#analyze/pages/route-modules.ts'
import { getRouteModules } from '#analyze/shared-facts.ts'
import { pickFixes } from '#diagnostic/fix.ts'
import { createRule } from '../rule.ts'

/** The framework finds exports of routes by name, and would ignore a wrong name without an error. */
export const routeExport = createRule({
  code: 'route-export',
  number: 1073,
  severity: 'warning',
  title: 'Export of a route file is ignored',
  messages: {
    misspelled: 'The export "{name}" of a page is ignored. Did you mean "{nearest}"?',
    'no-params': 'The staticParams of {file} are ignored, because its path has no parameters. Remove them.',
    'page-only':
      'The export "{name}" of {file} is ignored, because only pages have it. Move it to the pages that need it.',
  },
  collect: (app) => getRouteModules(app).routeExports,
  check(facts: readonly RouteExportFact[], report) {
    for (const fact of facts) {
      const { problem, file, name, nearest = '', span } = fact
      if (problem === 'no-default') continue
      if (problem === 'misspelled') report(problem, { span, data: { name, nearest }, ...pickFixes(fact) })
      else report(problem, { span, data: { file, name }, ...pickFixes(fact) })
    }
  },
})
