import { createRule } from '../rule.ts'

/** An unreachable page has a wrong name, or a wrong rule precedes it. */
export const unreachableRoute = createRule({
  code: 'unreachable-route',
  number: 1068,
  severity: 'warning',
  title: 'Unreachable page',
  messages: {
    redirect:
      '{file} is never shown, because the redirect from "{other}" matches all of its paths first. Remove one of them.',
    rewrite:
      '{file} is never shown, because the rewrite from "{other}" shows another page at all of its paths. Remove one of them, or add a rewrite to "{pattern}".',
    file: '{file} is never shown, because the file {other} is served at its path. Rename one of them.',
    route:
      '{file} is never shown, because other pages, such as {other}, match all paths of "{pattern}". Remove it, or add a static segment or a matcher to its path.',
  },
  collect: ({ outline }) => outline.unreachableRoutes,
  check(facts, report) {
    for (const { by, file, pattern, other, span } of facts) report(by, { span, data: { file, pattern, other } })
  },
})
