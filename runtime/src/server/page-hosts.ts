/**
 * The hosts for which pages are stored. A page may differ by host, so a stored page belongs to one; callers can invent any
 * number of hosts, and each would displace pages of the others.
 */
import { LOOPBACK_NAMES } from '../identity/host-check.ts'
import type { FwServerOptions } from './options.ts'

/** Maximum number of hosts that the app doesn't list: previews, addresses of load balancers, other ports. */
const MAX_UNLISTED = 16

export type StoresPagesOf = (host: string | undefined) => boolean

/** With `siteUrl` or `allowedHosts`, names that are not listed get no place. */
export function createPageHosts({ siteUrl, allowedHosts = [] }: FwServerOptions): StoresPagesOf {
  const listed = new Set(allowedHosts.map((host) => host.toLowerCase()))
  if (siteUrl !== undefined) listed.add(new URL(siteUrl).host)
  const unlisted = new Set<string>()
  return (given) => {
    if (given === undefined) return true
    const host = given.toLowerCase()
    if (listed.has(host) || unlisted.has(host)) return true
    const name = host.replace(/:\d+$/, '')
    if (listed.size > 0 && !listed.has(name) && !LOOPBACK_NAMES.has(name)) return false
    if (unlisted.size >= MAX_UNLISTED) return false
    unlisted.add(host)
    return true
  }
}
