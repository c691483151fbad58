/** Cached pages: without the nonce of a response, and only pages without data of their visitor. */

import type { DataStore } from '#contract/config/data.ts'
import type { FwReply } from '#contract/http/request.ts'
import type { CachePolicy } from '#contract/page/cache.ts'
import type { CacheEntry, CacheRefusal, CreatedValue, SharedEntries } from './cache-entries.ts'

export interface CachedPage {
  /** Status of a response that is passed on without being cached. Default 200. */
  readonly status?: number
  readonly headers: Readonly<Record<string, string>>
  /** The document, split at the positions of the nonce. */
  readonly parts: readonly string[]
}

/** The properties that a page must have to be cached. */
interface Expected {
  readonly policy: CachePolicy
  /** `cache-control` of the policy: a page with another value isn't cached. */
  readonly cacheControl: string
  /** The values of `vary` that documents have. The cache distinguishes only these headers. */
  readonly varies: readonly string[]
  /** Placeholder of the nonce, which visitors can't know. */
  readonly placeholder: string | undefined
}

const SECOND_MS = 1000

/**
 * Returns `reply` as a cache entry, or the reason why it can't be cached. It must have been rendered for an anonymous
 * caller.
 */
export function toCachedPage(reply: FwReply, expected: Expected): CreatedValue<CachedPage> | CacheRefusal {
  const refused = findRefusal(reply, expected)
  if (refused !== undefined) {
    if (reply.body instanceof ReadableStream) reply.body.cancel().catch(() => undefined)
    return { refused }
  }
  const { policy, placeholder } = expected
  const { maxAge = 0, sharedMaxAge = maxAge, swr = 0 } = policy
  const html = String(reply.body)
  return {
    value: {
      // Only cookie headers are lists, and a response with cookies was refused.
      headers: reply.headers as CachedPage['headers'],
      parts: placeholder === undefined ? [html] : html.split(placeholder),
    },
    freshMs: sharedMaxAge * SECOND_MS,
    staleMs: swr * SECOND_MS,
  }
}

function findRefusal({ status, headers, body }: FwReply, { cacheControl, varies }: Expected): string | undefined {
  if (headers['set-cookie'] !== undefined) return 'set-cookie'
  if (status !== 200) return `status-${status}`
  if (typeof body !== 'string') return 'response'
  if (headers['cache-control'] !== cacheControl) return 'cache-control'
  if (!varies.includes(`${headers.vary}`)) return 'vary'
  // A page's own policy may contain the nonce of this response.
  if (headers['content-security-policy'] !== undefined) return 'own-csp'
  return undefined
}

/** Returns the size of a cached page in memory in bytes. */
export function getPageSize(key: string, { headers, parts }: CachedPage): number {
  let size = 2 * key.length
  for (const [name, value] of Object.entries(headers)) size += name.length + value.length
  for (const part of parts) size += Buffer.byteLength(part)
  return size
}

/** Returns the headers with the cache state and its reason. */
export function createStateHeaders(state: string, reason: string): Readonly<Record<string, string>> {
  return { 'x-fw-cache': state, 'x-fw-cache-reason': reason }
}

/** Stores pages in a store that other servers use too. */
export function createSharedPages(
  data: Pick<DataStore, 'read' | 'write' | 'remove'>,
  now: () => number = Date.now,
): SharedEntries<CachedPage> {
  return {
    async read(key) {
      const text = await data.read(createKey(key))
      // Only servers of this app write this key.
      return text === undefined ? undefined : (JSON.parse(text) as CacheEntry<CachedPage>)
    },
    async write(key, entry) {
      // The local versions have no meaning for other processes.
      const stored = { ...entry, versions: { here: '', shared: entry.versions.shared } }
      await data.write(createKey(key), JSON.stringify(stored), Math.max(1, entry.staleUntil - now()))
    },
    remove: (key) => data.remove(createKey(key)),
  }
}

function createKey(key: string): string {
  return `cache:page:${key}`
}
