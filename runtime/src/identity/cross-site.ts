/** Who may change something here from a browser (decisions: Dispatch; security rule 6). */

/** What the check reads. */
export interface SiteEvidence {
  readonly method: string
  /** The host that the caller addressed; forwarding headers count only as far as `trustProxy` says. */
  readonly host: string | undefined
  /** The scheme that the caller used, where a trusted proxy says it. */
  readonly protocol: 'http' | 'https' | undefined
  header(name: string): string | undefined
}

/** Whether browsers send this method to look at things only. */
export function isSafeMethod(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

/**
 * `same`: a browser says that the request comes from our own pages (or from the address bar). `cross`: it says that it
 * does not. `none`: no browser speaks. The scheme is compared where it is known: behind a proxy that says it.
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
