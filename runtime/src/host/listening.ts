/** What `serve` takes and gives back, on every runtime. */
import type { Timeouts } from '#contract/config.ts'

/** Of a request's line and headers together; more is 431. Bun has the same limit. */
export const MAX_HEADER_BYTES = 16_384

/** Options of `serve`. */
export interface ServeOptions {
  /** Default 3000; 0 lets the system choose a free one. */
  readonly port?: number
  /** Default `127.0.0.1`; `0.0.0.0` listens on every address. */
  readonly hostname?: string
  /** Folder of the built client, served before the app. Default: no files. */
  readonly publicDir?: string
  /** Answers `/about` with `about/index.html` of that folder: for a static site. Default false. */
  readonly publicPages?: boolean
  /** How much memory files of `publicDir` may take, in bytes; larger ones are read while they are sent. Default 64 MiB. */
  readonly publicMemoryBytes?: number
  /** How long callers may take. Default: what the app's `timeouts` say. */
  readonly timeouts?: Timeouts
  /** How long `close` waits for running requests, in milliseconds. Default: the app's `drainMs`, else 10 seconds. */
  readonly drainMs?: number
  /**
   * How long `close` still takes new requests while `/_fw/ready` answers 503, in milliseconds: give a balancer the time
   * to see it. Default: the app's `drainDelayMs`, else 0.
   */
  readonly drainDelayMs?: number
}

/** A listening server. */
export interface Listening {
  /** As `http://127.0.0.1:3000`; `http://localhost:3000` when it listens on every address. */
  readonly url: string
  readonly port: number
  /** Says at `/_fw/ready` that it goes, takes no new requests, lets the running ones end, then closes the app. */
  close(): Promise<void>
}

/** The address of a listening server, as people open it: no browser goes to `0.0.0.0`. */
export function toUrl(hostname: string, port: number): string {
  return `http://${hostInUrl(hostname)}:${port}`
}

function hostInUrl(hostname: string): string {
  if (hostname === '0.0.0.0' || hostname === '::') return 'localhost'
  return hostname.includes(':') ? `[${hostname}]` : hostname
}

/** Why listening failed; a port in use is said clearly, with its code. */
export function listenError(error: NodeJS.ErrnoException, port: number, hostname: string): Error {
  if (error.code !== 'EADDRINUSE') return error
  const message = `Port ${port} on ${hostname} is in use. Stop what listens there, or choose another port with --port or PORT.`
  return Object.assign(new Error(message, { cause: error }), { code: error.code })
}
