import type { RouteExportFact } from '#analyze/pages/route-modules.ts'
import { getRouteModules } from '#analyze/shared-facts.ts'
import { pickFixes } from '#diagnostic/fix.ts'
import { createRule } from '../rule.ts'

/** The default export of a file in the routes folder renders it. */
export const routeDefaultExport = createRule({
  code: 'route-default-export',
  number: 1072,
  severity: 'error',
  title: 'Route file has no default export',
  messages: {
    page: '{file} is a page without a default export. Write "export default function Page() { … }", move the file out of the routes folder, or begin its name with "_".',
    layout: '{file} is a layout without a default export. Write "export default function Layout(props) { … }".',
    error: '{file} is an error page without a default export. Write "export default function ErrorPage() { … }".',
  },
  collect: (app) => getRouteModules(app).routeExports,
  check(facts: readonly RouteExportFact[], report) {
    for (const fact of facts) {
      const { problem, file, name, span } = fact
      if (problem !== 'no-default') continue
      const id = name === 'page' || name === 'layout' ? name : 'error'
      report(id, { span, data: { file }, ...pickFixes(fact) })
    }
  },
})
