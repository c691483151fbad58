/** Cost of finding a page, with few routes and with very many: one match of a path, and one compilation at start. */

import { createRouteTable } from '../../runtime/src/contract/http/route-table.ts'
import { parsePattern } from '../../runtime/src/contract/schema/pattern.ts'
import { createMatcher } from '../../runtime/src/router/match-route.ts'

export interface RouterResult {
  readonly staticRoutes: number
  /** Time of one match, in the fastest round. */
  readonly matchNs: number
  /** Time from the compiled table to the matcher, once at start. */
  readonly startMs: number
}

const DYNAMIC = ['/orders/[id=integer]', '/orders/[slug]', '/docs/[...path]']
const PATHS = ['/section-3/page-3', '/orders/77', '/orders/blue-mug', '/docs/guide/start', '/nowhere/at/all']
const SIZES = [10, 100, 10_000]
const ROUND_MS = 40

/** The ratio of the last figure to the first shows how the number of static routes affects a request. */
export function runRouterBench({ rounds }: { readonly rounds: number }, log: (line: string) => void): RouterResult[] {
  log('router: one match, by the number of static routes')
  const matchers = SIZES.map(matcherFor)
  const best = matchers.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < rounds * 4; round += 1)
    for (const [index, { match }] of matchers.entries()) best[index] = Math.min(best[index] ?? 0, nanoseconds(match))
  const results = matchers.map(({ startMs }, index) => {
    const result = { staticRoutes: SIZES[index] ?? 0, matchNs: best[index] ?? 0, startMs }
    const ratio = (result.matchNs / (best[0] ?? 1)).toFixed(2)
    log(
      `${String(result.staticRoutes).padStart(6)} routes  ${result.matchNs.toFixed(0)} ns  x ${ratio}  start ${startMs.toFixed(1)} ms`,
    )
    return result
  })
  return results
}

type Match = ReturnType<typeof createMatcher>

function matcherFor(size: number): { readonly match: Match; readonly startMs: number } {
  const files = Array.from({ length: size }, (_, index) => ({ filePath: `section-${index % 100}/page-${index}.tsx` }))
  const { routes } = createRouteTable(files)
  const dynamic = DYNAMIC.map((pattern) => ({ pattern, segments: parsePattern(pattern) }))
  const started = performance.now()
  const match = createMatcher([...routes, ...dynamic])
  return { match, startMs: performance.now() - started }
}

function nanoseconds(match: Match): number {
  const paths = PATHS.map((path) => path.slice(1).split('/'))
  const started = performance.now()
  let calls = 0
  let elapsed = 0
  for (; elapsed < ROUND_MS; elapsed = performance.now() - started) {
    for (let turn = 0; turn < 100; turn += 1) for (const path of paths) match(path)
    calls += 100 * paths.length
  }
  return (elapsed * 1e6) / calls
}
