/**
 * The parts of a service worker's global scope that are used here. TypeScript supports one of window and worker at a
 * time.
 */
import type { PrecacheList } from '#contract/page/precache.ts'

/** An event for which the browser keeps the worker alive. */
interface WorkerEvent {
  waitUntil(work: Promise<unknown>): void
}

export interface WorkerFetchEvent extends WorkerEvent {
  readonly request: Request
  /** Id of the tab that a navigation creates; empty for other requests. */
  readonly resultingClientId: string
  /** The response that the browser preloaded while the worker started, if enabled. */
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}

interface WorkerTab {
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
