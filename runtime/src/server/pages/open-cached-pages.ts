/**
 * Creates the page cache from the option `cache`: where public pages are cached, and with which processes their tags
 * are shared.
 */

import { CacheEntries } from '#cache/cache-entries.ts'
import { type CachedPage, createSharedPages, getPageSize } from '#cache/cached-page.ts'
import { addServer, getTagSender } from '#cache/live-tags.ts'
import { createPageTags, type PageTags } from '#cache/page-tags.ts'
import { RefusedRoutes } from '#cache/refused-routes.ts'
import { createTagSignals } from '#cache/tag-signals.ts'
import { createSharedVersions } from '#cache/tag-versions.ts'
import type { DataStore } from '#contract/config/data.ts'
import type { Logger } from '#contract/config/log.ts'
import { SetupError } from '#contract/config/setup-error.ts'
import type { CacheConfig } from '#contract/page/cache.ts'
import { openData } from '#data/open-data.ts'
import { hashBuild } from '#page/navigation-element.ts'
import type { FwServerOptions } from '../app/options.ts'
import { withoutLocale } from './current-locale.ts'
import { createPageHosts, type StoresPagesOf } from './page-hosts.ts'

export interface CachedPages {
  readonly config: CacheConfig
  /** Absent if nothing is cached. */
  readonly entries: CacheEntries<CachedPage> | undefined
  /** Returns whether pages of a host are cached. */
  readonly storesPagesOf: StoresPagesOf
  /** Routes whose pages can't be cached. */
  readonly refused: RefusedRoutes
  /** The tags that live pages have read. */
  readonly readTags: PageTags
  /** Build that cache entries in a shared store belong to, because documents differ between builds of an app. */
  readonly build: string
  readonly now: () => number
  /** The store in which processes share the versions of tags; absent if this process has its own. */
  readonly shared: DataStore | undefined
  close(): Promise<void>
}

const MAX_ENTRIES = 1000
const MAX_BYTES = 67_108_864
const REDIS = /^rediss?:/
const POSTGRES = /^postgres(?:ql)?:/
/** Headers with another purpose. */
const TAKEN =
  /^(?:set-cookie|cache-control|vary|age|location|date|etag|connection|transfer-encoding|content-.*|x-fw-.*)$/i

/** `data` is the store that the option `data` has opened. */
export function openCachedPages(options: FwServerOptions, data: DataStore, log: Logger): CachedPages {
  const config: CacheConfig = typeof options.cache === 'object' ? options.cache : { shared: options.cache ?? true }
  checkConfig(config)
  const now = options.now ?? Date.now
  const { maxEntries = MAX_ENTRIES, maxBytes = MAX_BYTES } = config
  const store = openStore(options, config, data, log)
  // Entries in this process are also invalidated by other processes.
  const isShared = options.sharesData || POSTGRES.test(options.data ?? '')
  const shared = store?.data ?? (isShared ? data : undefined)
  const removeServer = addServer({
    outside: withoutLocale,
    ...(shared !== undefined && { versions: createSharedVersions(shared) }),
    // A command of the app is a process too.
    ...((shared !== undefined || isFile(options)) && { signals: createTagSignals(shared ?? data, getTagSender()) }),
  })
  const entries =
    config.shared === false
      ? undefined
      : new CacheEntries<CachedPage>({
          maxEntries,
          maxBytes,
          sizeOf: getPageSize,
          now,
          shared: store && createSharedPages(store.data, now),
          onError: (err) => log.error('A cached page could not be read, written or refreshed.', { err }),
        })
  return {
    config,
    entries,
    storesPagesOf: createPageHosts(options),
    refused: new RefusedRoutes(now),
    readTags: createPageTags(maxEntries),
    build: hashBuild(options) ?? '',
    now,
    shared,
    async close() {
      removeServer()
      await store?.close?.()
    },
  }
}

/** Whether other processes can use the store of the option `data`. */
function isFile({ data = 'memory' }: FwServerOptions): boolean {
  return data.startsWith('sqlite:')
}

/** Throws a `SetupError` for invalid values, which code without type checks can pass. */
function checkConfig({ maxEntries = 1, maxBytes = 1, tagHeader = 'Cache-Tag', store = 'memory' }: CacheConfig): void {
  for (const [name, value] of Object.entries({ maxEntries, maxBytes }))
    if (!Number.isSafeInteger(value) || value < 1)
      throw new SetupError(`cache.${name} must be a whole number, 1 or more.`)
  if (!/^[A-Za-z0-9-]+$/.test(tagHeader) || TAKEN.test(tagHeader))
    throw new SetupError('cache.tagHeader must be the name of a header for tags, such as "Surrogate-Key".')
  if (store !== 'memory' && !REDIS.test(store))
    throw new SetupError('cache.store must be "memory" or a Redis URL, redis://<host>:<port>.')
}

interface OpenStore {
  readonly data: DataStore
  /** Closes a store that was opened for the cache only. */
  readonly close?: () => Promise<void>
}

/** Returns the Redis store of `cache.store`, or else of `data`. */
function openStore(
  { data: named = 'memory', now }: FwServerOptions,
  { store = named }: { readonly store?: string },
  data: DataStore,
  log: Logger,
): OpenStore | undefined {
  if (!REDIS.test(store)) return undefined
  if (store === named) return { data }
  const own = openData(store, { now, log: (message) => log.warn(message) })
  return { data: own, close: () => own.close() }
}
