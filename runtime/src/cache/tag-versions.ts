/**
 * Invalidation by versions: every tag has a version, and a cache entry stores the versions from before its creation. The
 * entry is valid while they are unchanged. So no entry has to be found and deleted, and an entry whose creation began
 * before an invalidation and ended after it is never valid.
 */
import { randomBytes, randomInt } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { DataStore } from '#contract/config/data.ts'
import { shortenKey } from '#digest/shorten-key.ts'

/** Versions of tags that several processes share. */
export interface SharedVersions {
  /** Returns the versions as one string, in the order of `tags`. */
  read(tags: readonly string[]): Promise<string>
  drop(tags: readonly string[]): Promise<void>
}

/** Versions of tags in this process. */
export interface LocalVersions {
  read(tags: readonly string[]): string
  drop(tags: readonly string[]): void
  /** Invalidates every tag. */
  dropAll(): void
}

/** Maximum number of invalidated tags with their own version; older ones share a common version. */
const MAX_TAGS = 100_000

/** `maxTags` is the number of invalidated tags with their own version. */
export function createLocalVersions(maxTags = MAX_TAGS): LocalVersions {
  // Versions that a client holds from another process, or from before a restart, must not look current.
  let last = randomInt(2 ** 47)
  /** Version of every tag without its own one. A removed tag can only invalidate more entries, never fewer. */
  let floor = last
  const versions = new LRUCache<string, number>({
    // Not `max`, with which it allocates memory for all of them at once.
    maxSize: maxTags,
    sizeCalculation: () => 1,
    dispose: (version, _tag, reason) => {
      if (reason === 'evict') floor = Math.max(floor, version)
    },
  })
  return {
    read(tags) {
      let text = ''
      for (const tag of tags) text += `${versions.get(shortenKey(tag)) ?? floor} `
      return text
    },
    drop(tags) {
      last += 1
      for (const tag of tags) versions.set(shortenKey(tag), last)
    },
    dropAll() {
      last += 1
      floor = last
      versions.clear()
    },
  }
}

const DAY_MS = 86_400_000
/** Maximum lifetime of a cache entry, shorter than the time for which an invalidation is remembered. */
export const MAX_LIFETIME_MS = 365 * DAY_MS
const REMEMBERED_MS = MAX_LIFETIME_MS + 30 * DAY_MS

/** Versions in a store that other servers use too. They are random, because concurrent invalidations need no order. */
export function createSharedVersions(data: Pick<DataStore, 'read' | 'write'>): SharedVersions {
  return {
    async read(tags) {
      const versions = await Promise.all(tags.map((tag) => data.read(createKey(tag))))
      return versions.map((version) => version ?? '').join(' ')
    },
    async drop(tags) {
      const version = randomBytes(9).toString('base64url')
      await Promise.all(tags.map((tag) => data.write(createKey(tag), version, REMEMBERED_MS)))
    },
  }
}

function createKey(tag: string): string {
  return `cache:tag:${shortenKey(tag)}`
}
