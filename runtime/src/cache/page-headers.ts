/** Converts a page's policy to headers. */
import type { CacheConfig, CachePolicy } from '#contract/page/cache.ts'

type Headers = Readonly<Record<string, string>>

/** Returns the headers of a page that is the same for every visitor. `tags` must be normalized. */
export function publicHeaders(policy: CachePolicy, tags: readonly string[], { tagHeader }: CacheConfig = {}): Headers {
  const { maxAge = 0, sharedMaxAge = maxAge, swr = 0 } = policy
  const times = [`max-age=${seconds(maxAge)}`, `s-maxage=${seconds(sharedMaxAge)}`]
  if (swr > 0) times.push(`stale-while-revalidate=${seconds(swr)}`)
  const name = nameTags(tagHeader)
  const named = tags.length === 0 ? {} : { [name]: tags.join(BY_SPACES.has(name) ? ' ' : ',') }
  return { 'cache-control': `public, ${times.join(', ')}`, ...named }
}

/**
 * Returns the headers of a public page for a response that caches in front of the server must not store: they don't run the
 * app's middleware, and would send the nonce of one response to everyone. `headers` are those of the stored page.
 */
export function withoutSharedCaches(headers: Headers, policy: CachePolicy, { tagHeader }: CacheConfig = {}): Headers {
  const { [nameTags(tagHeader)]: _tags, ...rest } = headers
  return { ...rest, ...privateHeaders(policy, headers.vary ?? '') }
}

function nameTags(tagHeader = DEFAULT_TAG_HEADER): string {
  return tagHeader.toLowerCase()
}

const DEFAULT_TAG_HEADER = 'Cache-Tag'
const BY_SPACES: ReadonlySet<string> = new Set(['surrogate-key', 'xkey'])

/** Returns the headers of a page that only the browser of its visitor may cache. `vary` is its current value. */
export function privateHeaders({ maxAge = 0, swr = 0 }: CachePolicy, vary: string): Headers {
  if (maxAge <= 0) return { 'cache-control': 'private, no-store' }
  const stale = swr > 0 ? `, stale-while-revalidate=${seconds(swr)}` : ''
  // After a login or a logout the browser has other cookies, and must not use the previous user's page.
  return { 'cache-control': `private, max-age=${seconds(maxAge)}${stale}`, vary: `${vary}, cookie` }
}

/** A year is practically unlimited, and every cache accepts this number. */
const MAX_SECONDS = 31_536_000

function seconds(value: number): number {
  return Math.min(Math.floor(value), MAX_SECONDS)
}
