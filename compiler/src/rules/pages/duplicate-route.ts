import { getPathShape, parsePattern } from '@fw/runtime/contract'
import { createRule } from '../rule.ts'

/** Names of parameters and group folders don't distinguish routes. */
export const duplicateRoute = createRule({
  code: 'duplicate-route',
  number: 1020,
  severity: 'error',
  title: 'Two route files match the same paths',
  messages: {
    duplicate:
      '{file} matches the same paths as {other} ("{pattern}"). Remove one of them, or distinguish them by a static segment or a matcher.',
  },
  collect: ({ outline: { routes } }) => [...routes.facts, ...routes.httpFacts],
  check(facts, report) {
    const seen = new Map<string, string>()
    for (const { file, pattern, isHttp, problem, span } of facts) {
      if (problem !== undefined) continue
      // A page and an endpoint may have the same paths.
      const shape = `${isHttp ? 'endpoint' : 'page'} ${getPathShape(parsePattern(pattern))}`
      const other = seen.get(shape)
      if (other !== undefined) report('duplicate', { span, data: { file, other, pattern } })
      else seen.set(shape, file)
    }
  },
})
