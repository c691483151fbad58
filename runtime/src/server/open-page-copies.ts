/** What the option `cache` opens: where copies of public pages lie, and with whom their tags are shared. */
import type { CacheConfig } from '#contract/cache.ts'
import type { DataStore } from '#contract/data.ts'
import type { Logger } from '#contract/log.ts'
import { SetupError } from '#contract/setup-error.ts'
import { Copies } from '../cache/copies.ts'
import { addServer } from '../cache/live-tags.ts'
import { createSharedPages, type PageCopy, sizeOfPage } from '../cache/page-copy.ts'
import { RefusedRoutes } from '../cache/refused-routes.ts'
import { createSharedVersions } from '../cache/tag-versions.ts'
import { openData } from '../data/open-data.ts'
import { buildName } from '../page/navigation-element.ts'
import { withoutLocale } from './current-locale.ts'
import type { FwServerOptions } from './options.ts'
import { createPageHosts, type StoresPagesOf } from './page-hosts.ts'

export interface PageCopies {
  readonly config: CacheConfig
  /** Absent where nothing is kept. */
  readonly copies: Copies<PageCopy> | undefined
  /** Whether pages are stored for a host. */
  readonly storesPagesOf: StoresPagesOf
  /** Routes of which nothing can be kept. */
  readonly refused: RefusedRoutes
  /** Of whom copies in a shared store are: two builds of an app have documents of their own. */
  readonly build: string
  readonly now: () => number
  close(): Promise<void>
}

const MAX_ENTRIES = 1000
const MAX_BYTES = 67_108_864
const REDIS = /^rediss?:/
/** Headers that mean something else. */
const TAKEN =
  /^(?:set-cookie|cache-control|vary|age|location|date|etag|connection|transfer-encoding|content-.*|x-fw-.*)$/i

/** `data` is what the option of that name has opened. */
export function openPageCopies(options: FwServerOptions, data: DataStore, log: Logger): PageCopies {
  const config: CacheConfig = typeof options.cache === 'object' ? options.cache : { shared: options.cache ?? true }
  checkConfig(config)
  const now = options.now ?? Date.now
  const { maxEntries = MAX_ENTRIES, maxBytes = MAX_BYTES } = config
  const store = openStore(options, config, data, log)
  // A copy in this process is dropped for what another process did.
  const told = store?.data ?? (options.sharesData ? data : undefined)
  const removeServer = addServer({
    outside: withoutLocale,
    ...(told !== undefined && { versions: createSharedVersions(told) }),
  })
  const copies =
    config.shared === false
      ? undefined
      : new Copies<PageCopy>({
          maxEntries,
          maxBytes,
          sizeOf: sizeOfPage,
          now,
          shared: store && createSharedPages(store.data, now),
          onError: (err) => log.error('A kept page could not be read, written or refreshed.', { err }),
        })
  return {
    config,
    copies,
    storesPagesOf: createPageHosts(options),
    refused: new RefusedRoutes(now),
    build: buildName(options) ?? '',
    now,
    async close() {
      removeServer()
      await store?.close?.()
    },
  }
}

/** Throws a `SetupError`: a server without types, or another language, can hand over anything. */
function checkConfig({ maxEntries = 1, maxBytes = 1, tagHeader = 'Cache-Tag', store = 'memory' }: CacheConfig): void {
  for (const [name, value] of Object.entries({ maxEntries, maxBytes }))
    if (!Number.isSafeInteger(value) || value < 1)
      throw new SetupError(`cache.${name} has to be a whole number, 1 or more.`)
  if (!/^[A-Za-z0-9-]+$/.test(tagHeader) || TAKEN.test(tagHeader))
    throw new SetupError('cache.tagHeader has to be the name of a header for tags, such as "Surrogate-Key".')
  if (store !== 'memory' && !REDIS.test(store))
    throw new SetupError('cache.store is "memory" or the URL of a Redis, redis://<host>:<port>.')
}

interface OpenStore {
  readonly data: DataStore
  /** Of one that was opened for the copies alone. */
  readonly close?: () => Promise<void>
}

/** The Redis that `cache.store`, or else `data`, names. */
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
