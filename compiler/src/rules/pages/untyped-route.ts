import type { RouteTypeFact } from '#analyze/pages/route-types.ts'
import { getRouteModules } from '#analyze/shared-facts.ts'
import { createRule } from '../rule.ts'

/** The type of a route's parameter depends on its path, which TypeScript doesn't know. */
export const untypedRoute = createRule({
  code: 'untyped-route',
  number: 1137,
  severity: 'warning',
  title: 'Route file without the types of its route',
  messages: {
    untyped: 'TypeScript infers no type for this parameter of {file}. Add the type {type}.',
    'other-route': 'This is the pattern of another route than {file}. The type of its parameter is {type}.',
  },
  collect: (app) => getRouteModules(app).routeTypes,
  check(facts: readonly RouteTypeFact[], report) {
    for (const { problem, file, type, span, fixes } of facts) report(problem, { span, data: { file, type }, fixes })
  },
})
