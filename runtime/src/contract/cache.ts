/** What a page may say about keeping its answer: `export const cache` of a route module (decisions: Pages). */
import type { NewCacheTag } from './api.ts'

/** How long, and for whom, the answer of a page may be kept. All times are seconds. */
export interface CachePolicy {
  /** `public`: the page is the same for everybody, and what one visitor gets is kept for others. Otherwise `private`. */
  readonly scope: 'public' | 'private'
  /** How long a browser keeps it. Default 0. */
  readonly maxAge?: number
  /** How long the server, and caches between it and the browser, keep it. Default `maxAge`. */
  readonly sharedMaxAge?: number
  /** For how long after that it is still answered, while a new one is made. Default 0. */
  readonly swr?: number
  /** By which `revalidateTag` and `invalidates` drop it. `[id]` stands for the parameter of that name. */
  readonly tags?: readonly NewCacheTag[]
}

/** The field `cache` of the configuration. */
export interface CacheConfig {
  /**
   * In which header caches in front learn the tags of an answer: `Cache-Tag` (default), `Netlify-Cache-Tag`, or
   * `Surrogate-Key`, which separates them by spaces.
   * @pattern ^[A-Za-z0-9-]+$
   */
  tagHeader?: string
  /** The server keeps a copy of public pages. Default true; `fw dev` keeps none. */
  shared?: boolean
  /**
   * Most pages that are kept. Default 1000.
   * @integer
   * @minimum 1
   */
  maxEntries?: number
  /**
   * Most bytes that they take in memory. Default 64 MiB.
   * @integer
   * @minimum 1
   */
  maxBytes?: number
  /** The Redis that servers share copies and dropped tags by, or `memory`. Default: `data`, where that is a Redis. */
  store?: 'memory' | `redis://${string}` | `rediss://${string}`
}

/** Types the policy of a page; returns its argument. Throws a `TypeError` for what is no policy. */
export function cachePolicy(policy: CachePolicy): CachePolicy {
  const problem = policyProblem(policy)
  if (problem !== undefined) throw new TypeError(`cachePolicy: ${problem}`)
  return policy
}

const FIELDS: readonly string[] = ['scope', 'maxAge', 'sharedMaxAge', 'swr', 'tags']
const SECONDS = ['maxAge', 'sharedMaxAge', 'swr'] as const

/** What is wrong with a policy, as a sentence; undefined for a good one. */
export function policyProblem(policy: unknown): string | undefined {
  if (typeof policy !== 'object' || policy === null || Array.isArray(policy))
    return "A cache policy is an object, as { scope: 'public', maxAge: 60 }."
  const unknown = Object.keys(policy).find((name) => !FIELDS.includes(name))
  if (unknown !== undefined) return `"${unknown}" is no field of a cache policy. Known are ${FIELDS.join(', ')}.`
  const { scope, tags, ...times } = policy as Readonly<Record<string, unknown>>
  if (scope !== 'public' && scope !== 'private') return "scope has to be 'public' or 'private'."
  const wrong = SECONDS.find((name) => times[name] !== undefined && !isSeconds(times[name]))
  if (wrong !== undefined) return `${wrong} has to be a number of seconds, 0 or more.`
  if (tags !== undefined && !isTags(tags)) return 'tags has to be a list of texts that are not empty.'
  return undefined
}

/** Whether this is a time in seconds that can be kept to. */
export function isSeconds(value: unknown): value is number {
  return typeof value === 'number' && value >= 0
}

function isTags(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((tag) => typeof tag === 'string' && tag !== '')
}
