/** What a service worker has and a page has not, as far as it is used here: TypeScript knows one of the two at a time. */
import type { PrecacheList } from '#contract/precache.ts'

/** An event that the browser keeps the worker alive for. */
export interface WorkerEvent {
  waitUntil(work: Promise<unknown>): void
}

export interface WorkerFetchEvent extends WorkerEvent {
  readonly request: Request
  /** The tab that a navigation makes; empty for everything else. */
  readonly resultingClientId: string
  /** What the browser fetched while the worker started, where that is on. */
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}

export interface WorkerTab {
  readonly id: string
  readonly url: string
}

/** `self` in a service worker. */
export interface WorkerScope {
  readonly __FW_PRECACHE__?: PrecacheList
  readonly location: { readonly origin: string }
  readonly caches: CacheStorage
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: { readonly type: 'window'; readonly includeUncontrolled: true }): Promise<readonly WorkerTab[]>
  }
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void>; disable(): Promise<void> } }
  fetch(request: Request): Promise<Response>
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: WorkerFetchEvent) => void): void
}
