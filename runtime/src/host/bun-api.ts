/** What the host uses of Bun. Bun's own types would change the globals of every file, Node's included. */

import type { SocketHandlers } from '../websocket/host-socket.ts'

/** `Bun.serve`'s server. */
export interface BunServer {
  readonly port: number
  /** The caller's socket address; null once it has left. */
  requestIP(request: Request): { readonly address: string } | null
  /** Seconds without a byte until this request's connection is closed; 0 for never. */
  timeout(request: Request, seconds: number): void
  /** Switches a request over to a WebSocket; false when its connection cannot be. */
  upgrade(request: Request, options: { data: unknown; headers: Headers }): boolean
  /** Stops listening; resolves when the running requests have ended, at once with `true`. */
  stop(closeActive?: boolean): Promise<void>
}

/** What answers a request; undefined once it was upgraded. */
export type BunAnswer = Response | undefined

/** Options of `Bun.serve`. */
export interface BunServeOptions {
  readonly port: number
  readonly hostname: string
  /** Seconds, at most 255; 0 for never. */
  readonly idleTimeout: number
  readonly maxRequestBodySize: number
  /** False: Bun's own error page would show the source. */
  readonly development: false
  /** Undefined where the request was upgraded. */
  fetch(request: Request, server: BunServer): BunAnswer | Promise<BunAnswer>
  readonly websocket?: SocketHandlers
  error(error: unknown): Response
}

/** The global `Bun`. */
export interface BunRuntime {
  serve(options: BunServeOptions): BunServer
  /** A file, read while it is sent. */
  file(path: string): Blob
}

/** The global `Bun`; undefined on other runtimes. */
export function bunRuntime(): BunRuntime | undefined {
  return (globalThis as { Bun?: BunRuntime }).Bun
}
