import { createRule } from '../diagnostic/rule.ts'

/** A page that nobody can see is a mistake in its name, or in what stands before it. */
export const unreachableRoute = createRule({
  code: 'unreachable-route',
  number: 1068,
  severity: 'warning',
  title: 'No address leads to a page',
  messages: {
    redirect:
      '{file} is never shown: the redirect from "{other}" answers all of its addresses first. Remove one of them.',
    rewrite:
      '{file} is never shown: the rewrite from "{other}" shows another page at all of its addresses. Remove one of them, or lead a rewrite to "{pattern}".',
    file: '{file} is never shown: the file {other} is served at its address. Rename one of them.',
    route:
      '{file} is never shown: other pages, such as {other}, answer all addresses of "{pattern}". Remove it, or give it a static segment or a matcher of its own.',
  },
  check({ unreachableRoutes }, report) {
    for (const { by, file, pattern, other, span } of unreachableRoutes)
      report(by, { span, data: { file, pattern, other } })
  },
})
