/**
 * The tags that cached pages have read, by cache key. A page whose policy has other tags is invalidated by them too, so that a
 * live page never gets the copy that it shows already.
 */
import { LRUCache } from 'lru-cache'

export interface PageTags {
  /** Returns the tags that the page had read when it was last rendered. */
  get(key: string): readonly string[]
  set(key: string, tags: readonly string[]): void
}

export function createPageTags(maxEntries: number): PageTags {
  const known = new LRUCache<string, readonly string[]>({ max: maxEntries })
  return {
    get: (key) => known.get(key) ?? [],
    set: (key, tags) => void known.set(key, tags),
  }
}
