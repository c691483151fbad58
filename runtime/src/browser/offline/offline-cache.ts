/**
 * The storage of a service worker: the files and pages of each build, stored as long as a tab of that build is open,
 * so that the tab finds files that it loads late.
 */
import type { WorkerScope } from './worker-scope.ts'

export interface OfflineCache {
  /** Files and pages stored with the build. */
  readonly first: () => Promise<Cache>
  /** Returns a page of this build: the last seen version, otherwise the version stored with the build. */
  page(key: string): Promise<Response | undefined>
  /** Returns a file of any build with open tabs, or of this one. */
  file(url: string): Promise<Response | undefined>
  /** Returns another version of an image that was stored with the build. */
  picture(url: string): Promise<Response | undefined>
  /** Records which stored version replaces each version of an image. */
  notePictures(stored: Readonly<Record<string, string>>): Promise<void>
  /** Stores a seen page or file; the one that was seen the longest ago is removed. */
  see(key: string, response: Response): Promise<void>
  /** Assigns a tab to this build. Removes builds without a tab. */
  enter(tab: string): Promise<void>
  /** Activates this build. */
  begin(): Promise<void>
}

const PREFIX = 'fw-'
/** The build of each tab. */
const TABS = 'fw-tabs'
const SEEN = '-seen'

export function createOfflineCache(
  { caches, clients, location }: WorkerScope,
  version: string,
  maxSeen: number,
): OfflineCache {
  const own = PREFIX + version
  const openTabs = () => clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tabKey = (id: string) => `${location.origin}/_fw/tab/${encodeURIComponent(id)}`
  const builds = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== TABS)
  const isOfBuild = (name: string, build: string) => name === build || name === build + SEEN
  /** No page or file of the app has this URL. */
  const pictures = `${location.origin}/_fw/pictures`
  const note = async (tab: string) => (await caches.open(TABS)).put(tabKey(tab), new Response(own))

  /** Tabs whose pages are being loaded, and which the browser doesn't list yet. */
  const coming = new Set<string>()

  const prune = async (): Promise<void> => {
    const tabs = await caches.open(TABS)
    const open = new Set((await openTabs()).map(({ id }) => tabKey(id)))
    for (const key of open) coming.delete(key)
    const used = new Set([own])
    for (const request of await tabs.keys()) {
      const build = await tabs.match(request)
      if (!open.delete(request.url) && !coming.has(request.url)) await tabs.delete(request)
      else if (build !== undefined) used.add(await build.text())
    }
    // A tab that bypassed the worker may belong to any build.
    if (open.size > 0) return
    for (const name of await builds()) if (![...used].some((build) => isOfBuild(name, build))) await caches.delete(name)
  }

  return {
    first: () => caches.open(own),
    page: async (key) =>
      (await (await caches.open(own + SEEN)).match(key, { ignoreVary: true })) ??
      (await (await caches.open(own)).match(key, { ignoreVary: true })),
    file: (url) => caches.match(url, { ignoreVary: true }),
    async picture(url) {
      const first = await caches.open(own)
      const stored = (await (await first.match(pictures))?.json()) as Readonly<Record<string, string>> | undefined
      const instead = stored?.[url]
      return instead === undefined ? undefined : first.match(instead, { ignoreVary: true })
    },
    notePictures: async (stored) => (await caches.open(own)).put(pictures, Response.json(stored)),
    async see(key, response) {
      const seen = await caches.open(own + SEEN)
      await seen.put(key, response)
      const keys = await seen.keys()
      for (const old of keys.slice(0, Math.max(0, keys.length - maxSeen))) await seen.delete(old)
    },
    async enter(tab) {
      if (tab !== '') {
        coming.add(tabKey(tab))
        await note(tab)
      }
      await prune()
    },
    async begin() {
      // The first worker of an app has no older build that a tab could need.
      const isFirst = (await builds()).every((name) => isOfBuild(name, own))
      if (isFirst) for (const { id } of await openTabs()) await note(id)
      await prune()
    },
  }
}
