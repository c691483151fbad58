/** Finds the endpoint of a path. Endpoints and pages compete: the most specific pattern wins. */

import { getPathShape } from '#contract/http/api-address.ts'
import type { HttpRoute } from '#contract/http/route-table.ts'
import type { Params } from '#contract/page/page.ts'
import type { Segment } from '#contract/schema/pattern.ts'
import { createMatcher, type Matchers } from '#router/match-route.ts'

export interface FoundHttpRoute {
  readonly route: HttpRoute
  /** Decoded parameters. An optional rest that is empty is the empty string. */
  readonly params: Params
  /** Whether a page has the same URLs. */
  readonly isBesidePage: boolean
  /** Whether the pattern has no parameters. */
  readonly isStatic: boolean
}

interface Page {
  readonly pattern: string
  readonly segments: readonly Segment[]
}

interface Candidate extends Page {
  /** Absent for a page without an endpoint. */
  readonly route?: HttpRoute
  readonly isBesidePage: boolean
}

/**
 * Creates the finder for decoded segments.
 *
 * @throws TypeError if two endpoints match the same paths, and for an unknown matcher.
 */
export function createHttpRouteFinder(
  routes: readonly HttpRoute[],
  pages: readonly Page[],
  matchers?: Matchers,
): (segments: readonly string[]) => FoundHttpRoute | undefined {
  const shapes = new Set(pages.map(({ segments }) => getPathShape(segments)))
  const own = new Set(routes.map(({ segments }) => getPathShape(segments)))
  const match = createMatcher<Candidate>(
    [
      ...routes.map((route) => ({ ...route, route, isBesidePage: shapes.has(getPathShape(route.segments)) })),
      ...pages
        .filter(({ segments }) => !own.has(getPathShape(segments)))
        .map(({ pattern, segments }) => ({ pattern, segments, isBesidePage: false })),
    ],
    matchers,
  )
  return (segments) => {
    const found = match(segments)
    if (found?.item.route === undefined) return undefined
    const { route, isBesidePage } = found.item
    const isStatic = route.segments.every(({ kind }) => kind === 'static')
    return { route, params: addEmptyRest(route, found.params), isBesidePage, isStatic }
  }
}

/** h3 reads every parameter as a string. */
function addEmptyRest({ segments }: HttpRoute, params: Params): Params {
  const last = segments.at(-1)
  return last?.kind !== 'optional-rest' || last.name in params ? params : { ...params, [last.name]: '' }
}
