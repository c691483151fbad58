/** The service worker of most apps, in one call: the app opens without a network, and a new build strands no open tab. */
import type { PrecacheList } from '#contract/precache.ts'
import { createCopies, type OfflineCopies } from './copies.ts'
import { findImages, type PagePicture } from './pictures.ts'
import { getKind, isHtml, isImmutable, mayKeep, pageKey } from './what-to-keep.ts'
import type { WorkerFetchEvent, WorkerScope } from './worker-scope.ts'

/** What `offlineFirst` stores, and shows without a network. */
export interface OfflineOptions {
  /**
   * Paths of pages that are stored with the build, as nobody in particular gets them: they are fetched without cookies.
   * `'all'`: every page of a static site. Default: none.
   */
  readonly pages?: readonly string[] | 'all'
  /** Path of the page that is shown in place of one that is not there without a network. Stored with the build. */
  readonly fallback?: string
  /**
   * Whether the pictures of the stored pages are stored with the build too: of each the one version that a phone would show,
   * which then stands for all others where there is no network. Default false: pictures are kept once they were seen.
   */
  readonly pictures?: boolean
  /** How many of the pages and files that were seen are kept. Default 100. */
  readonly maxEntries?: number
}

/**
 * Call it in `src/sw.ts`. Scripts, styles and fonts of the build are stored at once and answered from there; pages come
 * from the network while there is one, those of a static site from the build. What is below `/_fw/`, what is private, and
 * pages with a nonce are never stored. Throws where there is no service worker of a build around it.
 */
export function offlineFirst(options: OfflineOptions = {}): void {
  const scope = globalThis as unknown as WorkerScope // of a service worker, or there is no list
  const list = scope.__FW_PRECACHE__
  if (list === undefined)
    throw new Error('offlineFirst() belongs into src/sw.ts, of which fw build makes the service worker.')
  const copies = createCopies(scope, list.version, options.maxEntries ?? 100)
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
  readonly copies: OfflineCopies
  readonly options: OfflineOptions
}

/** Stores the build. Open tabs go on with theirs: the next page that is opened is of this one. */
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
  const shown: PagePicture[] = []
  await Promise.all([
    ...list.assets.map(async (url) => {
      const known = await copies.file(origin + url)
      if (known === undefined) await first.add(url)
      else await first.put(url, known)
    }),
    ...[...chosen].map(async (path) => {
      const key = pageKey(path, origin)
      const response = await scope.fetch(new Request(key, { cache: 'no-cache', credentials: 'omit' }))
      const problem = chosenProblem(response, key)
      if (problem === undefined) {
        if (pictures) shown.push(...findImages(await response.clone().text(), key))
        await first.put(key, plain(response))
      } else {
        console.warn(`offlineFirst() does not store ${path}: ${problem}`)
        // Until its body has been read it holds a connection, and there are few.
        await response.body?.cancel()
      }
    }),
  ])
  if (shown.length > 0) await storePictures(scope, copies, shown)
  await scope.skipWaiting()
}

/** One that cannot be had is no reason to go without the app. */
async function storePictures(
  scope: WorkerScope,
  copies: OfflineCopies,
  pictures: readonly PagePicture[],
): Promise<void> {
  const first = await copies.first()
  await Promise.all(
    [...new Set(pictures.map(({ stored }) => stored))].map(async (url) => {
      try {
        const response = (await copies.file(url)) ?? (await scope.fetch(new Request(url, { credentials: 'omit' })))
        if (mayKeep(response)) return await first.put(url, plain(response))
        await response.body?.cancel()
        console.warn(`offlineFirst() does not store ${url}: it answers ${response.status}, or is not for everybody.`)
      } catch (error) {
        console.warn(`offlineFirst() does not store ${url}: ${String(error)}`)
      }
    }),
  )
  await copies.notePictures(
    Object.fromEntries(pictures.flatMap(({ stored, versions }) => versions.map((version) => [version, stored]))),
  )
}

/** That it is named says that it may be kept, whatever its policy. */
function chosenProblem(response: Response, key: string): string | undefined {
  if (response.status !== 200) return `it answers ${response.status}.`
  if (pageKey(response.url) !== key) return `it leads to ${response.url}.`
  if (response.headers.has('x-fw-nonce')) return 'its policy has a nonce, which is of one answer.'
  return isHtml(response) ? undefined : 'it is no page.'
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

  /** Keeps the answer, if it may be, while it is on its way. */
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
      const bare = key.replace(/\?.*$/, '')
      // A file is the same whatever is asked of it.
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

/** The same answer without the redirects that led to it: a browser refuses those where it navigates. */
function plain(response: Response): Response {
  if (!response.redirected) return response
  const { body, status, statusText, headers } = response
  return new Response(body, { status, statusText, headers })
}
