/** The IPv4 addresses of this machine in its networks, and the URLs of a server that listens on all of them. */
import { networkInterfaces } from 'node:os'

/** Returns the URLs for other machines, if the server listens on every address. */
export function networkUrls(url: string, hostname: string | undefined): readonly string[] {
  if (hostname === undefined || !(hostname === '0.0.0.0' || hostname === '::')) return []
  return networkAddresses().map((address) => {
    const one = new URL(url)
    one.hostname = address
    return one.href
  })
}

/** Returns the IPv4 addresses of this machine, except for its loopback addresses. */
export function networkAddresses(): readonly string[] {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return all.filter(({ internal, family }) => !internal && family === 'IPv4').map(({ address }) => address)
}
