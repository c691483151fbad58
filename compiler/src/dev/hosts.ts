/**
 * Host names that dev accepts. With DNS rebinding, a page of another site makes its own name resolve to 127.0.0.1 and
 * could read the sources. So only names that no other site can have, and names in the configuration, are accepted.
 */
import type { ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { FwConfig } from '@fw/runtime/contract'

/** Returns the names that the configuration and `--host` add to this machine's own: lower case, without ports. */
export function listAllowedNames(
  { allowedHosts = [], siteUrl }: FwConfig,
  hostname: string | undefined,
): readonly string[] {
  const names = [
    ...allowedHosts,
    ...(siteUrl === undefined ? [] : [siteUrl.replace(/^https?:\/\/([^/?#]*).*$/, '$1')]),
    hostname ?? '',
  ]
  return names.map((name) => getHostname(name)).filter((name) => name !== undefined && name !== '') as readonly string[] // filtered
}

/** Returns whether a `Host` header is an IP address, `localhost`, or one of `names`. */
export function isAllowedHost(header: string | undefined, names: readonly string[]): boolean {
  const name = header === undefined ? undefined : getHostname(header)
  if (name === undefined) return false
  if (name === 'localhost' || name.endsWith('.localhost')) return true
  return isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0 || names.includes(name)
}

/**
 * Lists the hosts under which MCP and A2A clients may call the app: the app's, and the addresses of this machine, where
 * dev listens whatever `siteUrl` is. Returns `undefined` for an app that lists none, since every name is accepted then.
 */
export function listProtocolHosts(config: FwConfig, hostname: string | undefined): readonly string[] | undefined {
  if (config.siteUrl === undefined && config.allowedHosts === undefined) return undefined
  const addresses = Object.values(networkInterfaces()).flatMap((found = []) => found)
  const own = addresses.map(({ address, family }) => (family === 'IPv6' ? `[${address.replace(/%.*$/, '')}]` : address))
  // `hostname` may be an IPv6 address without brackets; host names contain no colon.
  const named = hostname === undefined || hostname.includes(':') ? [] : [hostname]
  return [...new Set([...(config.allowedHosts ?? []), ...named, 'localhost', '127.0.0.1', '[::1]', ...own])]
}

/** Rejects a request with any other host. */
export function refuseHost(response: ServerResponse, header: string | undefined): void {
  const name = (header === undefined ? undefined : getHostname(header)) ?? ''
  response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' })
  response.end(`Unknown host "${name}". If it is yours, add it to fw.config.ts:\n\n  allowedHosts: ['${name}'],\n`)
}

/** Returns `example.com` for `Example.com:3000`, or `undefined` for an invalid host. */
function getHostname(host: string): string | undefined {
  if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(`http://${host}`)) return undefined
  return new URL(`http://${host}`).hostname
}
