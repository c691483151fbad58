/**
 * What "dropped" means: every tag has a version, a copy knows those that its tags had before it was made, and it counts for
 * as long as they are the same. So nothing has to be found and deleted, and a copy that was begun before a drop and finished
 * after it never counts.
 */
import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { DataStore } from '#contract/data.ts'

/** Versions of tags that several processes share. */
export interface SharedVersions {
  /** As one text, in the order of `tags`. */
  read(tags: readonly string[]): Promise<string>
  drop(tags: readonly string[]): Promise<void>
}

/** Versions of this process. */
export interface LocalVersions {
  read(tags: readonly string[]): string
  drop(tags: readonly string[]): void
}

/** Dropped tags that are remembered one by one; of those before, only that they were dropped. */
const MAX_TAGS = 100_000

/** `maxTags`: how many dropped tags are known by name. */
export function createLocalVersions(maxTags = MAX_TAGS): LocalVersions {
  let last = 0
  /** The version of every tag that is not known by name: a forgotten drop drops more, never less. */
  let floor = 0
  const versions = new LRUCache<string, number>({
    max: maxTags,
    dispose: (version, _tag, reason) => {
      if (reason === 'evict') floor = Math.max(floor, version)
    },
  })
  return {
    read(tags) {
      let text = ''
      for (const tag of tags) text += `${versions.get(tag) ?? floor} `
      return text
    },
    drop(tags) {
      last += 1
      for (const tag of tags) versions.set(tag, last)
    },
  }
}

const DAY_MS = 86_400_000
/** No copy lives longer than a drop is remembered. */
export const MAX_LIFETIME_MS = 365 * DAY_MS
const REMEMBERED_MS = MAX_LIFETIME_MS + 30 * DAY_MS

/** Versions in a store that other servers use too. They are names, not numbers: two drops at once need no order. */
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
  return `cache:tag:${tag}`
}
