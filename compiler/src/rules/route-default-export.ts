import { fixesOf } from '../diagnostic/fix.ts'
import { createRule } from '../diagnostic/rule.ts'

/** Every file of the routes folder is called by its default export. */
export const routeDefaultExport = createRule({
  code: 'route-default-export',
  number: 1072,
  severity: 'error',
  title: 'A route file has no default export',
  messages: {
    page: '{file} is a page and has no default export to show. Write "export default function Page() { … }", or move the file out of the routes folder; a name that begins with "_" keeps it there.',
    layout: '{file} has no default export to wrap pages in. Write "export default function Layout(props) { … }".',
    error: '{file} has no default export to show. Write "export default function ErrorPage() { … }".',
  },
  check(facts, report) {
    for (const fact of facts.routeExports) {
      const { problem, file, name, span } = fact
      if (problem !== 'no-default') continue
      const id = name === 'page' || name === 'layout' ? name : 'error'
      report(id, { span, data: { file }, ...fixesOf(fact) })
    }
  },
})
