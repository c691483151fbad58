/** Options and result of `serve`, on every runtime. */
import type { Timeouts } from '#contract/config/config.ts'
import { formatUrlHost } from './url-host.ts'

/** Maximum size of a request's line and headers together; beyond it the response is 431. Bun has the same limit. */
export const MAX_HEADER_BYTES = 16_384

/**
 * Maximum number of headers of a request; beyond it the response is 431. Bun has the same limit. Each header costs as much as
 * many bytes: a list of pages copies them for each page.
 */
export const MAX_HEADERS = 200

/** Options of `serve`. */
export interface ServeOptions {
  /** Port to listen on. Default 3000; 0 selects a free port. */
  readonly port?: number
  /** Address to listen on. Default `127.0.0.1`; `0.0.0.0` listens on every address. */
  readonly hostname?: string
  /** Folder of the built client, served before the app. Default: no files. */
  readonly publicDir?: string
  /** Serves `about/index.html` of that folder at `/about`, for a static site. Default false. */
  readonly publicPages?: boolean
  /** Maximum memory for files of `publicDir` in bytes; larger files are read while they are sent. Default 64 MiB. */
  readonly publicMemoryBytes?: number
  /** Time limits for clients. Default: the app's `timeouts`. */
  readonly timeouts?: Timeouts
  /** How long `close` waits for running requests, in milliseconds. Default: the app's `drainMs`, else 10 seconds. */
  readonly drainMs?: number
  /**
   * How long `close` still accepts new requests while `/_fw/ready` responds with 503, in milliseconds, so that a load
   * balancer can react. Default: the app's `drainDelayMs`, else 0.
   */
  readonly drainDelayMs?: number
}

/** A listening server. */
export interface Listening {
  /** URL, such as `http://127.0.0.1:3000`; `http://localhost:3000` if it listens on every address. */
  readonly url: string
  readonly port: number
  /** Makes `/_fw/ready` fail, refuses new requests, waits for running ones, then closes the app. */
  close(): Promise<void>
}

/** Returns the URL of a listening server for browsers, which can't open `0.0.0.0`. */
export function toUrl(hostname: string, port: number): string {
  return `http://${formatUrlHost(hostname)}:${port}`
}

/** Returns the error of a failed start. A port in use has a clear message and its error code. */
export function createListenError(error: NodeJS.ErrnoException, port: number, hostname: string): Error {
  if (error.code !== 'EADDRINUSE') return error
  const message = `Port ${port} on ${hostname} is in use. Stop what listens there, or choose another port with --port or PORT.`
  return Object.assign(new Error(message, { cause: error }), { code: error.code })
}
