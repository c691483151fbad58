/** What a page throws to answer something else than itself. */
import { normalizeAppPath } from './app-path.ts'
import { FwError } from './error.ts'

/** Thrown by `redirect()`; the page room answers it. Anything else that catches it should throw it on. */
export class Redirect extends Error {
  readonly location: string
  readonly status: RedirectStatus

  constructor(location: string, status: RedirectStatus) {
    super(`Redirect to ${location}`)
    this.name = 'Redirect'
    this.location = location
    this.status = status
  }
}

/** The `Redirect` that was thrown, of whatever was: asking a Proxy what it is may throw itself. */
export function asRedirect(thrown: unknown): Redirect | undefined {
  try {
    return thrown instanceof Redirect ? thrown : undefined
  } catch {
    return undefined
  }
}

export type RedirectStatus = 301 | 302 | 303 | 307 | 308

/** Ends the page with `_404` and status 404; in an api, with the code `not_found`. */
export function notFound(): never {
  throw new FwError('not_found')
}

/**
 * Sends the browser elsewhere. `to` is a root-relative path of this app. Another origin needs `external: true`, so that
 * a path taken from a request can never lead away; the status is 303 unless given.
 */
export function redirect(
  to: string,
  options: { readonly status?: RedirectStatus; readonly external?: boolean } = {},
): never {
  throw new Redirect(toLocation(to, options.external ?? false), options.status ?? 303)
}

/** `to`, which must be a path of this app. Throws a `TypeError` for any other address. */
export function pathOfApp(to: string): string {
  return toLocation(to, false)
}

function toLocation(to: string, external: boolean): string {
  const path = normalizeAppPath(to)
  if (path !== undefined) return path
  const url = URL.canParse(to) ? new URL(to) : undefined
  if (external && url !== undefined && /^https?:$/.test(url.protocol)) return url.href
  if (url === undefined && !/^[/\\]/.test(to)) throw new TypeError(`redirect() got "${to}". Begin a path with "/".`)
  throw new TypeError(
    `redirect() got "${to}", which leads to another origin. If that is meant, pass { external: true } and an http(s) URL.`,
  )
}
