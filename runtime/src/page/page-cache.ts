/** Reads the cache policy of the page that a request asks for, before any code of the page runs. */
import { policyProblem } from '#contract/page/cache.ts'
import { findPage } from './find-page.ts'
import type { PageLoads } from './page-loads.ts'
import type { LoadedPage, PageSource } from './page-source.ts'
import type { PageCache, PageOptions, Pages } from './pages.ts'
import { orElse, whenReady } from './when-ready.ts'

/** Creates the reader. An invalid policy is reported once, and the page isn't cached. */
export function createCacheReader(
  source: PageSource,
  loads: PageLoads,
  report: NonNullable<PageOptions['onPageError']>,
): Pages['cacheOf'] {
  const reported = new Set<string>()
  const isPolicy = (policy: unknown, name: string): boolean => {
    const problem = policyProblem(policy)
    if (problem === undefined) return true
    if (!reported.has(name))
      report(new TypeError(`cache of ${name}: ${problem} The page is not cached.`), `page ${name}`)
    reported.add(name)
    return false
  }
  return (request) => {
    const { found, pagePath } = findPage(source, request)
    if (found === undefined) return undefined
    const read = ({ module: { cache }, name }: LoadedPage): PageCache | undefined =>
      cache === undefined || !isPolicy(cache, name)
        ? undefined
        : { policy: cache, pattern: found.item.pattern, params: found.params, pagePath }
    return orElse(
      () => whenReady(loads.begin(found.item, request), read),
      () => undefined,
    )
  }
}
