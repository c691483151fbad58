/** Errors with which a page responds with something other than itself. */
import { normalizeAppPath } from '../http/app-path.ts'
import { FwError } from '../http/error.ts'

/** Thrown by `redirect()`; the page pipeline turns it into a response. Other code that catches it should rethrow it. */
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

/** Returns a thrown `Redirect`, or undefined for any other value. `instanceof` on a Proxy may throw. */
export function asRedirect(thrown: unknown): Redirect | undefined {
  try {
    return thrown instanceof Redirect ? thrown : undefined
  } catch {
    return undefined
  }
}

export type RedirectStatus = 301 | 302 | 303 | 307 | 308

/** Ends the page with `_404` and status 404. In an API, fails the call with the code `not_found`. */
export function notFound(): never {
  throw new FwError('not_found')
}

/**
 * Redirects the browser. `to` is a root-relative path of this app. Another origin needs `external: true`, so that a path
 * from a request can't redirect to another site. The default status is 303.
 */
export function redirect(
  to: string,
  options: { readonly status?: RedirectStatus; readonly external?: boolean } = {},
): never {
  throw new Redirect(toLocation(to, options.external ?? false), options.status ?? 303)
}

/** Returns `to` if it is a path of this app. Throws a `TypeError` for any other URL. */
export function pathOfApp(to: string): string {
  return toLocation(to, false)
}

function toLocation(to: string, external: boolean): string {
  const path = normalizeAppPath(to)
  if (path !== undefined) return path
  const url = URL.canParse(to) ? new URL(to) : undefined
  if (external && url !== undefined && /^https?:$/.test(url.protocol)) return url.href
  if (url === undefined && !/^[/\\]/.test(to))
    throw new TypeError(`redirect() got "${to}". A path must begin with "/".`)
  throw new TypeError(
    `redirect() got "${to}", which is a URL of another origin. If this is intended, pass { external: true } and an http(s) URL.`,
  )
}
