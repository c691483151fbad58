/**
 * Under which names dev answers. A page of another site can make its own name mean 127.0.0.1 (DNS rebinding), and would then
 * read the sources: so a name counts only when nobody else can have it, or when the app says so.
 */
import type { ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { FwConfig } from '@fw/runtime/contract'

/** Names that the configuration and `--host` add to this machine's own: lower case, without ports. */
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

/** Whether a `Host` header names this machine, by an address or as `localhost`, or one of `names`. */
export function isAllowedHost(header: string | undefined, names: readonly string[]): boolean {
  const name = header === undefined ? undefined : getHostname(header)
  if (name === undefined) return false
  if (name === 'localhost' || name.endsWith('.localhost')) return true
  return isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0 || names.includes(name)
}

/**
 * Lists the hosts under which MCP and A2A clients may call the app: those of the app, and the addresses of this machine, where
 * dev listens whatever `siteUrl` is. Undefined for an app that lists none, since every name passes there.
 */
export function listProtocolHosts(config: FwConfig, hostname: string | undefined): readonly string[] | undefined {
  if (config.siteUrl === undefined && config.allowedHosts === undefined) return undefined
  const addresses = Object.values(networkInterfaces()).flatMap((found = []) => found)
  const own = addresses.map(({ address, family }) => (family === 'IPv6' ? `[${address.replace(/%.*$/, '')}]` : address))
  // `hostname` may be an IPv6 address without its brackets, which no name contains.
  const named = hostname === undefined || hostname.includes(':') ? [] : [hostname]
  return [...new Set([...(config.allowedHosts ?? []), ...named, 'localhost', '127.0.0.1', '[::1]', ...own])]
}

/** Answers a request under any other name. */
export function refuseHost(response: ServerResponse, header: string | undefined): void {
  const name = (header === undefined ? undefined : getHostname(header)) ?? ''
  response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' })
  response.end(
    `"fw dev" does not answer to the name "${name}". If it is yours, let fw.config.ts say so:\n\n  allowedHosts: ['${name}'],\n`,
  )
}

/** `Example.com:3000` is `example.com`; undefined for what is no host. */
function getHostname(host: string): string | undefined {
  if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(`http://${host}`)) return undefined
  return new URL(`http://${host}`).hostname
}
