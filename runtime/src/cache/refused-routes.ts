/**
 * Routes whose pages can't be cached because their code sets cookies or `no-store`. Such a page is rendered anonymously,
 * refused, and rendered again for the caller. This is only retried for some requests of a route, not for every URL.
 */
import type { CacheRefusal, CreatedValue } from './cache-entries.ts'

/** Time for which a route is refused, and the fraction of requests that retry meanwhile. */
const REFUSED_MS = 10_000
const TRY_EVERY = 10

/** Reasons that are caused by a page's code, not by a single URL. */
const BY_CODE: ReadonlySet<string> = new Set(['set-cookie', 'cache-control', 'vary', 'response', 'own-csp', 'origin'])

interface Refused {
  readonly reason: string
  readonly until: number
  requests: number
}

export class RefusedRoutes {
  readonly #now: () => number
  readonly #refused = new Map<string, Refused>()
  /** Routes that have had a cacheable page: a URL that a visitor chose must not disable the cache for the whole route. */
  readonly #cacheable = new Set<string>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Returns why a route isn't cached now, or undefined to try it. */
  reasonFor(route: string): string | undefined {
    const refused = this.#refused.get(route)
    if (refused === undefined) return undefined
    refused.requests += 1
    return this.#now() < refused.until && refused.requests % TRY_EVERY !== 0 ? refused.reason : undefined
  }

  /** Records the result of rendering a page of a route. */
  record(route: string, made: CreatedValue<unknown> | CacheRefusal): void {
    if (!('refused' in made)) this.recordCached(route)
    else if (BY_CODE.has(made.refused) && !this.#cacheable.has(route))
      this.#refused.set(route, { reason: made.refused, until: this.#now() + REFUSED_MS, requests: 0 })
  }

  /** Records that a page of a route was cached, here or by another server. */
  recordCached(route: string): void {
    this.#cacheable.add(route)
    this.#refused.delete(route)
  }
}
