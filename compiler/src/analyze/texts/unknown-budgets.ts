/** Finds budgets for routes that don't exist, which would have no effect. */

import { type FwConfig, nearestName } from '@fw/runtime/contract'
import type { ConfigFact } from '../config.ts'
import type { PlaceOf } from '../pages/path-rules.ts'
import type { RouteFact } from '../pages/routes.ts'

export function findUnknownBudgets(
  { budgets }: FwConfig,
  routes: readonly RouteFact[],
  placeOf: PlaceOf,
): readonly ConfigFact[] {
  const known = routes.flatMap(({ problem, pattern }) => (problem === undefined ? [pattern] : []))
  return Object.keys(budgets?.routes ?? {}).flatMap((pattern): ConfigFact[] => {
    if (known.includes(pattern)) return []
    const nearest = nearestName(pattern, known)
    const hint =
      nearest === undefined
        ? 'Write routes as their files are named, such as /products/[slug].'
        : `Did you mean ${nearest}?`
    const message = `budgets.routes names ${pattern}, which isn't a route of this app. ${hint}`
    const span = placeOf('budgets') ?? { file: 'fw.config.ts', start: 0, end: 0, line: 1, column: 1 }
    return [{ field: 'budgets', problem: 'invalid', message, span }]
  })
}
