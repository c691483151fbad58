/** Detects cross-site requests of browsers. */

/** The parts of a request that the check reads. */
export interface SiteEvidence {
  readonly method: string
  /** The requested host. Forwarding headers count only as far as `trustProxy` allows. */
  readonly host: string | undefined
  /** The scheme that the caller used, if a trusted proxy reports it. */
  readonly protocol: 'http' | 'https' | undefined
  header(name: string): string | undefined
}

/** Whether this method doesn't change anything. */
export function isSafeMethod(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

/**
 * Returns `same` if the browser reports that the request comes from our own pages (or from the address bar), `cross` if it
 * reports another site, and `none` if the request has no such headers. The scheme is compared only if it is known, behind a
 * proxy that reports it.
 */
export function getSite(request: SiteEvidence): 'same' | 'cross' | 'none' {
  const site = request.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin' || site === 'none' ? 'same' : 'cross'
  const origin = request.header('origin')
  if (origin === undefined) return 'none'
  const [, scheme, host] = /^(https?):\/\/([^/?#@\s]+)$/i.exec(origin) ?? []
  if (host === undefined || host.toLowerCase() !== request.host?.toLowerCase()) return 'cross'
  return request.protocol === undefined || scheme?.toLowerCase() === request.protocol ? 'same' : 'cross'
}
