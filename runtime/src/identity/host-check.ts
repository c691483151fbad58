/**
 * Checks the host name that a caller uses for this server. A page of another site can resolve its own host name to this
 * machine (DNS rebinding), and its requests then look like same-origin requests.
 */
import { SetupError } from '#contract/config/setup-error.ts'

/** Whether a request with this `Host` is intended for this server. `loopback`: the server listens only on this machine. */
export type HostCheck = (host: string | undefined, loopback: boolean) => boolean

/** Creates the check. Throws a `SetupError` for an invalid host name. */
export function createHostCheck(allowedHosts: readonly string[] | undefined, siteUrl: string | undefined): HostCheck {
  const allowed = new Set((allowedHosts ?? []).map(plainEntry))
  if (siteUrl !== undefined) allowed.add(new URL(siteUrl).hostname)
  const listed = allowedHosts !== undefined || siteUrl !== undefined
  const check: HostCheck = (host, loopback) => {
    // Every browser sends it.
    if (host === undefined) return true
    const lower = host.toLowerCase()
    const name = lower.replace(/:\d+$/, '')
    if (loopback && LOOPBACK_NAMES.has(name)) return true
    return listed ? allowed.has(lower) || allowed.has(name) : !loopback
  }
  // The last result is cached, because callers mostly use the same name.
  let last: { readonly host: string | undefined; readonly loopback: boolean; readonly isAllowed: boolean } | undefined
  return (host, loopback) => {
    if (last === undefined || last.host !== host || last.loopback !== loopback)
      last = { host, loopback, isAllowed: check(host, loopback) }
    return last.isAllowed
  }
}

/** Creates a function that returns whether a host is certainly the app's: listed, or a name of this machine. */
export function createKnownHosts(allowedHosts: readonly string[] | undefined): (host: string) => boolean {
  const allowed = new Set((allowedHosts ?? []).map(plainEntry))
  return (host) => {
    const lower = host.toLowerCase()
    const name = lower.replace(/:\d+$/, '')
    return LOOPBACK_NAMES.has(name) || allowed.has(lower) || allowed.has(name)
  }
}

/** Whether a server that listens on this address is reachable only from this machine. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK_NAMES.has(hostname) || hostname === '::1' || hostname.startsWith('127.')
}

/** Names of this machine in a `Host` header. */
export const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

function plainEntry(entry: string): string {
  const url = `http://${entry}`
  if (entry === '' || /[\s/@?#]/.test(entry) || !URL.canParse(url))
    throw new SetupError(
      `allowedHosts: ${JSON.stringify(entry)} is not a host name. Write it as in a URL: "shop.example" or "localhost:3000".`,
    )
  return entry.toLowerCase()
}
