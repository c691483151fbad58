/** The part of Bun's API that the host uses. Bun's own types would change the globals of every file, including Node's. */

import type { SocketHandlers } from '../websocket/host-socket.ts'

/** `Bun.serve`'s server. */
export interface BunServer {
  readonly port: number
  /** Returns the caller's socket address; null after it disconnected. */
  requestIP(request: Request): { readonly address: string } | null
  /** Sets the seconds without a byte after which this request's connection is closed; 0 for never. */
  timeout(request: Request, seconds: number): void
  /** Upgrades a request to a WebSocket; false if its connection can't be upgraded. */
  upgrade(request: Request, options: { data: unknown; headers: Headers }): boolean
  /** Stops listening. Resolves when running requests have ended, with `true` immediately. */
  stop(closeActive?: boolean): Promise<void>
}

/** The result of a request handler; undefined after an upgrade. */
export type BunAnswer = Response | undefined

/** Options of `Bun.serve`. */
interface BunServeOptions {
  readonly port: number
  readonly hostname: string
  /** Seconds, at most 255; 0 for never. */
  readonly idleTimeout: number
  readonly maxRequestBodySize: number
  /** False, because Bun's own error page would show the source. */
  readonly development: false
  /** Returns undefined if the request was upgraded. */
  fetch(request: Request, server: BunServer): BunAnswer | Promise<BunAnswer>
  readonly websocket?: SocketHandlers
  error(error: unknown): Response
}

/** The global `Bun`. */
export interface BunRuntime {
  serve(options: BunServeOptions): BunServer
  /** Returns a file, which is read while it is sent. */
  file(path: string): Blob
}

/** Returns the global `Bun`, or undefined on other runtimes. */
export function bunRuntime(): BunRuntime | undefined {
  return (globalThis as { Bun?: BunRuntime }).Bun
}
