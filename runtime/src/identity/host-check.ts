/**
 * Which names a caller may use for this server (decisions: Protocols): a page of another site can point a name of its own
 * at this machine (DNS rebinding), and its requests then look like our own.
 */
import { SetupError } from '#contract/setup-error.ts'

/** Whether a request that names this `Host` is meant for this server. `loopback`: it listens on this machine only. */
export type HostCheck = (host: string | undefined, loopback: boolean) => boolean

/** Throws a `SetupError` for an entry that is no name of a host. */
export function createHostCheck(allowedHosts: readonly string[] | undefined, siteUrl: string | undefined): HostCheck {
  const allowed = new Set((allowedHosts ?? []).map(plainEntry))
  if (siteUrl !== undefined) allowed.add(new URL(siteUrl).hostname)
  const listed = allowedHosts !== undefined || siteUrl !== undefined
  const check: HostCheck = (host, loopback) => {
    // Every browser names it.
    if (host === undefined) return true
    const lower = host.toLowerCase()
    const name = lower.replace(/:\d+$/, '')
    if (loopback && LOOPBACK_NAMES.has(name)) return true
    return listed ? allowed.has(lower) || allowed.has(name) : !loopback
  }
  // Callers mostly write the name that the one before them wrote.
  let last: { readonly host: string | undefined; readonly loopback: boolean; readonly answer: boolean } | undefined
  return (host, loopback) => {
    if (last === undefined || last.host !== host || last.loopback !== loopback)
      last = { host, loopback, answer: check(host, loopback) }
    return last.answer
  }
}

/** Whether a server that listens on this address can be reached from this machine only. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK_NAMES.has(hostname) || hostname === '::1' || hostname.startsWith('127.')
}

/** Names of this machine, as a `Host` header contains them. */
export const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

function plainEntry(entry: string): string {
  const url = `http://${entry}`
  if (entry === '' || /[\s/@?#]/.test(entry) || !URL.canParse(url))
    throw new SetupError(
      `allowedHosts: ${JSON.stringify(entry)} is no name of a host. Write it as in an address, "shop.example" or "localhost:3000".`,
    )
  return entry.toLowerCase()
}
