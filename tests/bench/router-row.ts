/** Cost of finding a page, with few routes and with very many: one match of a path, and one compilation at start. */

import { createRouteTable } from '../../runtime/src/contract/http/route-table.ts'
import { parsePattern } from '../../runtime/src/contract/schema/pattern.ts'
import { createMatcher } from '../../runtime/src/router/match-route.ts'
import { type BenchOptions, type Log, type Measure, MS, type Result } from './result.ts'
import { type Contender, measureRounds } from './rounds.ts'
import { OWN_NODE } from './runtimes.ts'

const DYNAMIC = ['/orders/[id=integer]', '/orders/[slug]', '/docs/[...path]']
const PATHS = ['/section-3/page-3', '/orders/77', '/orders/blue-mug', '/docs/guide/start', '/nowhere/at/all']
const SIZES = [10, 100, 10_000]
const ROUND_MS = 40

interface SizedContender extends Contender {
  readonly size: number
}

const MEASURES = {
  'one match': { unit: 'ns', better: 'lower' } satisfies Measure,
  /** Time from the compiled table to the matcher, once at start. */
  start: MS,
}

/** The ratio of the last size to the first shows how the number of static routes affects a request. */
export function measureRouter({ rounds }: BenchOptions, log: Log): Promise<readonly Result[]> {
  const contenders = SIZES.map((size) => ({ name: `fw, ${size} routes`, runtime: OWN_NODE.name, size }))
  const matchers = new Map(SIZES.map((size) => [size, buildMatcher(size).match]))
  // The first matcher would be measured before the compiler has optimized it.
  for (const match of matchers.values()) measureNanoseconds(match)
  const measure = ({ size }: SizedContender) => ({
    'one match': measureNanoseconds(matchers.get(size) ?? buildMatcher(size).match),
    start: buildMatcher(size).startMs,
  })
  return measureRounds({ row: 'router', rounds, contenders, measures: MEASURES, measure }, log)
}

type Match = ReturnType<typeof createMatcher>

function buildMatcher(size: number): { readonly match: Match; readonly startMs: number } {
  const files = Array.from({ length: size }, (_, index) => ({ filePath: `section-${index % 100}/page-${index}.tsx` }))
  const { routes } = createRouteTable(files)
  const dynamic = DYNAMIC.map((pattern) => ({ pattern, segments: parsePattern(pattern) }))
  const started = performance.now()
  const match = createMatcher([...routes, ...dynamic])
  return { match, startMs: performance.now() - started }
}

function measureNanoseconds(match: Match): number {
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
