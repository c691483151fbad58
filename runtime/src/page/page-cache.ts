/** How the page that a request asks for may be kept, read before anything of it runs. */
import { policyProblem } from '#contract/cache.ts'
import { findPage } from './find-page.ts'
import type { PageLoads } from './page-loads.ts'
import type { LoadedPage, PageSource } from './page-source.ts'
import type { PageCache, PageOptions, Pages } from './pages.ts'
import { orElse, whenReady } from './when-ready.ts'

/** A policy that is none is reported once, and nobody keeps that page. */
export function createCacheReader(
  source: PageSource,
  loads: PageLoads,
  report: NonNullable<PageOptions['onPageError']>,
): Pages['cacheOf'] {
  const told = new Set<string>()
  const isPolicy = (policy: unknown, name: string): boolean => {
    const problem = policyProblem(policy)
    if (problem === undefined) return true
    if (!told.has(name)) report(new TypeError(`cache of ${name}: ${problem} Nobody keeps this page.`), `page ${name}`)
    told.add(name)
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
