/** The cache policy of a page: `export const cache` of a route module. */
import type { NewCacheTag } from '../api.ts'
import { isRecord } from '../is-object.ts'

/** How long a page's response may be cached, and for which visitors. All times are in seconds. */
export interface CachePolicy {
  /**
   * `public`: the page is the same for every visitor, so one visitor's response is cached for others. Otherwise `private`.
   */
  readonly scope: 'public' | 'private'
  /** How long browsers cache the response. Default 0. */
  readonly maxAge?: number
  /** How long the server, and caches in front of it, cache the response. Default `maxAge`. */
  readonly sharedMaxAge?: number
  /**
   * Whether caches in front of the server (CDN, proxy) may store a public page, too. Default: `true`, and `false` in an app with
   * `src/middleware.ts`, which they don't run. They never store a page with a nonce (`csp`).
   */
  readonly cdn?: boolean
  /** How long an expired response is still served while a new one is rendered. Default 0. */
  readonly swr?: number
  /**
   * Tags by which `revalidateTag` and `invalidates` invalidate the response. `[id]` is replaced by the parameter of that
   * name.
   */
  readonly tags?: readonly NewCacheTag[]
}

/** The field `cache` of the configuration. */
export interface CacheConfig {
  /**
   * Response header that reports the tags to a CDN: `Cache-Tag` (default), `Netlify-Cache-Tag`, or `Surrogate-Key`, which
   * separates tags by spaces.
   * @pattern ^[A-Za-z0-9-]+$
   */
  tagHeader?: string
  /** Whether the server caches public pages. Default true; `fw dev` caches none. */
  shared?: boolean
  /**
   * Maximum number of cached pages of a process, also in Redis. Default 1000.
   * @integer
   * @minimum 1
   */
  maxEntries?: number
  /**
   * Maximum size in bytes of the cached pages of a process, also in Redis. Default 64 MiB.
   * @integer
   * @minimum 1
   */
  maxBytes?: number
  /** Redis URL through which servers share cached pages and invalidated tags, or `memory`. Default: `data`, if it is a Redis URL. */
  store?: 'memory' | `redis://${string}` | `rediss://${string}`
}

/** Types the cache policy of a page and returns it unchanged. Throws a `TypeError` for an invalid policy. */
export function cachePolicy(policy: CachePolicy): CachePolicy {
  const problem = policyProblem(policy)
  if (problem !== undefined) throw new TypeError(`cachePolicy: ${problem}`)
  return policy
}

const FIELDS: readonly string[] = ['scope', 'maxAge', 'sharedMaxAge', 'swr', 'cdn', 'tags']
const SECONDS = ['maxAge', 'sharedMaxAge', 'swr'] as const

/** Returns what is wrong with a policy, as a sentence, or undefined for a valid one. */
export function policyProblem(policy: unknown): string | undefined {
  if (!isRecord(policy)) return "A cache policy must be an object, such as { scope: 'public', maxAge: 60 }."
  const unknown = Object.keys(policy).find((name) => !FIELDS.includes(name))
  if (unknown !== undefined)
    return `"${unknown}" is not a field of a cache policy. The fields are ${FIELDS.join(', ')}.`
  const { scope, tags, cdn, ...times } = policy as Readonly<Record<string, unknown>>
  if (scope !== 'public' && scope !== 'private') return "scope must be 'public' or 'private'."
  const wrong = SECONDS.find((name) => times[name] !== undefined && !isSeconds(times[name]))
  if (wrong !== undefined) return `${wrong} must be a number of seconds, 0 or more.`
  if (cdn !== undefined && typeof cdn !== 'boolean') return 'cdn must be true or false.'
  if (tags !== undefined && !isTags(tags)) return 'tags must be a list of non-empty strings.'
  return undefined
}

export function isSeconds(value: unknown): value is number {
  return typeof value === 'number' && value >= 0
}

function isTags(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((tag) => typeof tag === 'string' && tag !== '')
}
