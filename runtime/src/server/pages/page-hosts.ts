/**
 * The hosts for which pages are stored. A page may differ by host, so a stored page belongs to one; callers can invent any
 * number of hosts, and each would displace pages of the others.
 */
import { LOOPBACK_NAMES } from '#identity/host-check.ts'
import type { FwServerOptions } from '../app/options.ts'

/** Maximum number of hosts that the app doesn't list: previews, IP addresses of load balancers, other ports. */
const MAX_UNLISTED = 16
/**
 * Time in milliseconds without a request after which another host may replace an unlisted one. It is also the half-life of
 * the rates.
 */
const IDLE_MS = 60_000
/** Maximum number of unlisted hosts whose rates are known. Requests of more invented hosts only forget the oldest. */
const MAX_RATES = 1024

/** Requests by which a host must exceed another one to replace it, so that single requests of many hosts change nothing. */
const LEAD = 2

export type StoresPagesOf = (host: string | undefined) => boolean

/** If `siteUrl` or `allowedHosts` is set, pages of unlisted names aren't stored. */
export function createPageHosts({ siteUrl, allowedHosts = [], now = Date.now }: FwServerOptions): StoresPagesOf {
  const listed = new Set(allowedHosts.map((host) => host.toLowerCase()))
  if (siteUrl !== undefined) listed.add(new URL(siteUrl).host)
  const admit = createAdmission()
  return (given) => {
    if (given === undefined) return true
    const host = given.toLowerCase()
    if (listed.has(host)) return true
    const name = host.replace(/:\d+$/, '')
    if (listed.size > 0 && !listed.has(name) && !LOOPBACK_NAMES.has(name)) return false
    return admit(host, now())
  }
}

/** Requests of a host: their number, which halves in `IDLE_MS`, and the time of the last one. */
interface Rate {
  readonly requests: number
  readonly time: number
}

/**
 * Gives places to the hosts with the most requests. A host that is requested more often than one with a place replaces it, so
 * that a site gets its place even if invented hosts came first and stay in use. A host that is requested once replaces only
 * an idle one.
 */
function createAdmission(): (host: string, time: number) => boolean {
  const placed = new Map<string, Rate>()
  /** Hosts without a place, the least recent first. */
  const waiting = new Map<string, Rate>()
  return (host, time) => {
    const known = placed.get(host) ?? waiting.get(host)
    const rate = { requests: 1 + (known === undefined ? 0 : decay(known, time)), time }
    waiting.delete(host)
    if (placed.has(host) || placed.size < MAX_UNLISTED) {
      placed.set(host, rate)
      return true
    }
    const [last, lowest] = findLowest(placed, time)
    if (time - lowest.time >= IDLE_MS || rate.requests >= LEAD + decay(lowest, time)) {
      placed.delete(last)
      waiting.set(last, lowest)
      placed.set(host, rate)
      return true
    }
    waiting.set(host, rate)
    const [oldest] = waiting.keys()
    if (waiting.size > MAX_RATES && oldest !== undefined) waiting.delete(oldest)
    return false
  }
}

function decay({ requests, time }: Rate, now: number): number {
  return requests * 0.5 ** ((now - time) / IDLE_MS)
}

/** Returns the host with the fewest requests, an idle one first. */
function findLowest(placed: ReadonlyMap<string, Rate>, time: number): readonly [string, Rate] {
  const weigh = (rate: Rate) => (time - rate.time >= IDLE_MS ? -1 : decay(rate, time))
  return [...placed].reduce((lowest, one) => (weigh(one[1]) < weigh(lowest[1]) ? one : lowest))
}
