/**
 * The hosts for which pages are stored. A page may differ by host, so a stored page belongs to one; callers can invent any
 * number of hosts, and each would displace pages of the others.
 */
import { LOOPBACK_NAMES } from '../identity/host-check.ts'
import type { FwServerOptions } from './options.ts'

/** Maximum number of hosts that the app doesn't list: previews, addresses of load balancers, other ports. */
const MAX_UNLISTED = 16
/**
 * Time in milliseconds without a request after which another host may replace an unlisted one. A host in use keeps its
 * entry however many others are invented, and invented ones lose theirs.
 */
const IDLE_MS = 60_000

export type StoresPagesOf = (host: string | undefined) => boolean

/** If `siteUrl` or `allowedHosts` is set, pages of unlisted names aren't stored. */
export function createPageHosts({ siteUrl, allowedHosts = [], now = Date.now }: FwServerOptions): StoresPagesOf {
  const listed = new Set(allowedHosts.map((host) => host.toLowerCase()))
  if (siteUrl !== undefined) listed.add(new URL(siteUrl).host)
  /** Time of the last request, by host; the oldest first. */
  const unlisted = new Map<string, number>()
  return (given) => {
    if (given === undefined) return true
    const host = given.toLowerCase()
    if (listed.has(host)) return true
    const name = host.replace(/:\d+$/, '')
    if (listed.size > 0 && !listed.has(name) && !LOOPBACK_NAMES.has(name)) return false
    const time = now()
    if (!unlisted.delete(host) && unlisted.size >= MAX_UNLISTED) {
      const [oldest] = unlisted
      if (oldest === undefined || time - oldest[1] < IDLE_MS) return false
      unlisted.delete(oldest[0])
    }
    unlisted.set(host, time)
    return true
  }
}
