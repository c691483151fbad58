/**
 * Routes whose pages cannot be kept, since their code sets cookies or says `no-store`: such a page is made for nobody, found
 * unfit, and made again for whoever asked. That is tried for some of those who ask, and not for each address anew.
 */
import type { CacheRefusal, Made } from './copies.ts'

/** For how long, and of how many who ask meanwhile one is tried. */
const REFUSED_MS = 10_000
const TRY_EVERY = 10

/** What the code of a page says, and not what came of one address. */
const BY_CODE: ReadonlySet<string> = new Set(['set-cookie', 'cache-control', 'vary', 'response', 'own-csp', 'origin'])

interface Refused {
  readonly reason: string
  readonly until: number
  asked: number
}

export class RefusedRoutes {
  readonly #now: () => number
  readonly #refused = new Map<string, Refused>()
  /** Of these a page could be kept once: what others may do by an address of theirs must not empty the whole route. */
  readonly #kept = new Set<string>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Why nothing of this route is tried now, by its pattern. */
  reasonFor(route: string): string | undefined {
    const refused = this.#refused.get(route)
    if (refused === undefined) return undefined
    refused.asked += 1
    return this.#now() < refused.until && refused.asked % TRY_EVERY !== 0 ? refused.reason : undefined
  }

  /** Takes down what was made of a page of this route. */
  note(route: string, made: Made<unknown> | CacheRefusal): void {
    if (!('refused' in made)) this.keeps(route)
    else if (BY_CODE.has(made.refused) && !this.#kept.has(route))
      this.#refused.set(route, { reason: made.refused, until: this.#now() + REFUSED_MS, asked: 0 })
  }

  /** A copy of this route is kept, here or by another server. */
  keeps(route: string): void {
    this.#kept.add(route)
    this.#refused.delete(route)
  }
}
