/** The service worker of most apps in one call: the app opens without a network, and a new build breaks no open tab. */
import type { PrecacheList } from '#contract/page/precache.ts'
import { createOfflineCache, type OfflineCache } from './offline-cache.ts'
import { findImages, type PageImage } from './page-images.ts'
import { getKind, isHtml, isImmutable, mayKeep, pageKey } from './what-to-keep.ts'
import type { WorkerFetchEvent, WorkerScope } from './worker-scope.ts'

/** Options for the content that `offlineFirst` stores, and shows without a network. */
export interface OfflineOptions {
  /**
   * Paths of pages that are stored with the build. They are fetched without cookies, so they contain no user's data.
   * `'all'` stores every page of a static site. Default: none.
   */
  readonly pages?: readonly string[] | 'all'
  /** Path of the page that is shown instead of an unavailable one without a network. Stored with the build. */
  readonly fallback?: string
  /**
   * Whether to store the images of the stored pages with the build too: of each image one version for the width of a
   * phone, which replaces all others without a network. Default false: images are stored once they were seen.
   */
  readonly pictures?: boolean
  /** Number of seen pages and files to store. Default 100. */
  readonly maxEntries?: number
}

/**
 * Sets up the service worker; call it in `src/sw.ts`. Scripts, styles and fonts of the build are stored at once and
 * served from the cache; pages come from the network if there is one, and those of a static site from the build. URLs
 * below `/_fw/`, private responses, and pages with a nonce are never stored.
 *
 * @throws Error outside the service worker of a build
 */
export function offlineFirst(options: OfflineOptions = {}): void {
  const scope = globalThis as unknown as WorkerScope // outside a service worker, its list is undefined
  const list = scope.__FW_PRECACHE__
  if (list === undefined)
    throw new Error('Call offlineFirst() in src/sw.ts, from which fw build creates the service worker.')
  const copies = createOfflineCache(scope, list.version, options.maxEntries ?? 100)
  scope.addEventListener('install', (event) => event.waitUntil(install({ scope, list, copies, options })))
  scope.addEventListener('activate', (event) => event.waitUntil(activate({ scope, list, copies, options })))
  const answers = createAnswers({ scope, list, copies, options })
  scope.addEventListener('fetch', (event) => {
    const kind = getKind(event.request, scope.location.origin)
    if (kind !== undefined) event.respondWith(answers[kind](event))
  })
}

interface Worker {
  readonly scope: WorkerScope
  readonly list: PrecacheList
  readonly copies: OfflineCache
  readonly options: OfflineOptions
}

/** Stores the build. Open tabs continue with their own build; the next opened page is of this one. */
async function install({ scope, list, copies, options }: Worker): Promise<void> {
  const { pages = [], fallback, pictures = false } = options
  const first = await copies.first()
  const { origin } = scope.location
  if (pages === 'all' && list.pages === undefined)
    console.warn("offlineFirst({ pages: 'all' }) is for a static site. List the paths of the pages to store.")
  const chosen = new Set([
    ...(pages === 'all' ? (list.pages ?? []) : pages),
    ...(fallback === undefined ? [] : [fallback]),
  ])
  const shown: PageImage[] = []
  await Promise.all([
    ...list.assets.map(async (url) => {
      const known = await copies.file(origin + url)
      if (known === undefined) await first.add(url)
      else await first.put(url, known)
    }),
    ...[...chosen].map(async (path) => {
      const key = pageKey(path, origin)
      const headers = { accept: 'text/html' }
      const response = await scope.fetch(new Request(key, { cache: 'no-cache', credentials: 'omit', headers }))
      const problem = chosenProblem(response, key)
      if (problem === undefined) {
        if (pictures) shown.push(...findImages(await response.clone().text(), key))
        await first.put(key, plain(response))
      } else {
        console.warn(`offlineFirst() does not store ${path}: ${problem}`)
        // A response occupies one of few connections until its body has been read.
        await response.body?.cancel()
      }
    }),
  ])
  if (shown.length > 0) await storePictures(scope, copies, shown)
  await scope.skipWaiting()
}

/** Stores images. A missing image doesn't prevent the installation. */
async function storePictures(scope: WorkerScope, copies: OfflineCache, pictures: readonly PageImage[]): Promise<void> {
  const first = await copies.first()
  await Promise.all(
    [...new Set(pictures.map(({ stored }) => stored))].map(async (url) => {
      try {
        const response = (await copies.file(url)) ?? (await scope.fetch(new Request(url, { credentials: 'omit' })))
        if (mayKeep(response)) return await first.put(url, plain(response))
        await response.body?.cancel()
        console.warn(`offlineFirst() does not store ${url}: its status is ${response.status}, or it isn't public.`)
      } catch (error) {
        console.warn(`offlineFirst() does not store ${url}: ${String(error)}`)
      }
    }),
  )
  await copies.notePictures(
    Object.fromEntries(pictures.flatMap(({ stored, versions }) => versions.map((version) => [version, stored]))),
  )
}

/** A page in the options is stored regardless of its cache policy. */
function chosenProblem(response: Response, key: string): string | undefined {
  if (response.status !== 200) return `its status is ${response.status}.`
  if (pageKey(response.url) !== key) return `it redirects to ${response.url}.`
  if (response.headers.has('x-fw-nonce')) return 'its policy has a nonce, which is valid for one response only.'
  return isHtml(response) ? undefined : 'it is not an HTML page.'
}

async function activate({ scope, list, copies }: Worker): Promise<void> {
  const { navigationPreload } = scope.registration
  // Pages of a static site need no network.
  await (list.pages === undefined ? navigationPreload?.enable() : navigationPreload?.disable())
  await copies.begin()
  await scope.clients.claim()
}

function createAnswers({ scope, list, copies, options: { fallback } }: Worker) {
  const { origin } = scope.location
  const assets = new Set(list.assets.map((url) => origin + url))

  /** Stores the response, if allowed, while it is being sent. */
  const see = (event: WorkerFetchEvent, key: string, response: Response, isWanted: boolean): Response => {
    if (isWanted && mayKeep(response)) event.waitUntil(copies.see(key, plain(response.clone())))
    return response
  }
  return {
    async page(event: WorkerFetchEvent): Promise<Response> {
      const { request } = event
      const isTab = request.mode === 'navigate'
      if (isTab) event.waitUntil(copies.enter(event.resultingClientId))
      const key = pageKey(request.url)
      const [bare = ''] = key.split('?', 1)
      // A file is the same for every query.
      const built = list.pages && (await (await copies.first()).match(bare, { ignoreVary: true }))
      if (built !== undefined) return built
      try {
        const response = (isTab ? await event.preloadResponse : undefined) ?? (await scope.fetch(request))
        return see(event, key, response, isHtml(response) && (isTab || list.inlineStyles !== true))
      } catch (error) {
        const copy = await copies.page(key)
        if (copy !== undefined) return copy
        const instead = isTab && fallback !== undefined ? await copies.page(pageKey(fallback, origin)) : undefined
        if (instead === undefined) throw error
        return instead
      }
    },
    async file(event: WorkerFetchEvent): Promise<Response> {
      const { url } = event.request
      const copy = await copies.file(url)
      if (copy !== undefined && (assets.has(url) || isImmutable(copy))) return copy
      try {
        return see(event, url, await scope.fetch(event.request), true)
      } catch (error) {
        const instead = copy ?? (event.request.destination === 'image' ? await copies.picture(url) : undefined)
        if (instead === undefined) throw error
        return instead
      }
    },
  }
}

/** Returns the response without its redirects, which browsers refuse for navigations. */
function plain(response: Response): Response {
  if (!response.redirected) return response
  const { body, status, statusText, headers } = response
  return new Response(body, { status, statusText, headers })
}
