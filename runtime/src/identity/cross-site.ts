/** Who may change something here from a browser (decisions: Dispatch; security rule 6). */

/** What the check reads. */
export interface SiteEvidence {
  readonly method: string
  header(name: string): string | undefined
}

/** Whether browsers send this method to look at things only. */
export function isSafeMethod(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

/**
 * `same`: a browser says that the request comes from our own pages (or from the address bar). `cross`: it says that it
 * does not. `none`: no browser speaks. `Host` is compared as received; forwarding headers are never read.
 */
export function siteOf(request: SiteEvidence): 'same' | 'cross' | 'none' {
  const site = request.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin' || site === 'none' ? 'same' : 'cross'
  const origin = request.header('origin')
  if (origin === undefined) return 'none'
  const host = request.header('host')
  return host !== undefined && hostOf(origin) === host.toLowerCase() ? 'same' : 'cross'
}

/** `https://shop.example:8443` -> `shop.example:8443`; undefined for `null` and for anything that is no origin. */
function hostOf(origin: string): string | undefined {
  return /^https?:\/\/([^/?#@\s]+)$/i.exec(origin)?.[1]?.toLowerCase()
}
