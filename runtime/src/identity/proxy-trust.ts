/**
 * Whose word counts for where a request came from (`trustProxy`). Only `x-forwarded-for`, `-host` and `-proto` are read:
 * a proxy that sets these lets `Forwarded` through as the caller sent it.
 */
import { BlockList, isIP } from 'node:net'
import type { FwConfig } from '#contract/config.ts'
import { isHost } from './check-host.ts'

/** Where a request came from. */
export interface RequestSource {
  readonly address: string | undefined
  /** As a `Host` header names it. */
  readonly host: string | undefined
  /** Known only where a trusted proxy says it. */
  readonly protocol: 'http' | 'https' | undefined
  /** Whether a trusted proxy handed it on. */
  readonly viaProxy: boolean
}

/** Reads where a request came from: `peer` is the address at the other end of the socket. */
export type ProxyTrust = (peer: string | undefined, header: (name: string) => string | undefined) => RequestSource

/** Undefined when no proxy is trusted. Throws for what is no address and for a number below one. */
export function createProxyTrust(trustProxy: FwConfig['trustProxy']): ProxyTrust | undefined {
  if (trustProxy === undefined || trustProxy === false) return undefined
  const isTrusted = createTrustCheck(trustProxy)
  return (peer, header) => {
    const chain = splitList(header('x-forwarded-for'))
    const { address, hops } = walk(plainAddress(peer), chain, isTrusted)
    if (hops === 0) return { address, host: header('host'), protocol: undefined, viaProxy: false }
    const forwarded = hopValue(header('x-forwarded-host'), hops)
    return {
      address,
      viaProxy: true,
      host: forwarded !== undefined && isHost(forwarded) ? forwarded : header('host'),
      protocol: parseProtocol(hopValue(header('x-forwarded-proto'), hops)),
    }
  }
}

/** The same for a server that may trust no proxy. */
export function readSource(
  proxyTrust: ProxyTrust | undefined,
  peer: string | undefined,
  header: (name: string) => string | undefined,
): RequestSource {
  if (proxyTrust !== undefined) return proxyTrust(peer, header)
  return { address: plainAddress(peer), host: header('host'), protocol: undefined, viaProxy: false }
}

/** An IPv4 caller of a socket that listens on IPv6 is an IPv4 caller. */
function plainAddress(address: string | undefined): string | undefined {
  return address?.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address
}

/** Whether the proxy at `address`, `hop` steps from us, is trusted; the peer of the socket is step 0. */
type IsTrusted = (address: string | undefined, hop: number) => boolean

function createTrustCheck(trustProxy: NonNullable<FwConfig['trustProxy']>): IsTrusted {
  if (trustProxy === true) return (_address, hop) => hop < 1
  if (typeof trustProxy === 'number') {
    if (!Number.isInteger(trustProxy) || trustProxy < 1) throw notUsable(trustProxy)
    return (_address, hop) => hop < trustProxy
  }
  const known = new BlockList()
  for (const entry of Array.isArray(trustProxy) ? trustProxy : [trustProxy]) addEntry(known, entry)
  return (address, _hop) => address !== undefined && isIP(address) !== 0 && known.check(address, getFamily(address))
}

function addEntry(known: BlockList, entry: unknown): void {
  const [address = '', prefix, ...rest] = typeof entry === 'string' ? entry.split('/') : []
  const bits = isIP(address) === 6 ? 128 : 32
  if (isIP(address) === 0 || rest.length > 0) throw notUsable(entry)
  if (prefix === undefined) known.addAddress(address, getFamily(address))
  else if (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits)
    known.addSubnet(address, Number(prefix), getFamily(address))
  else throw notUsable(entry)
}

function notUsable(value: unknown): TypeError {
  return new TypeError(
    `trustProxy: ${JSON.stringify(value)} cannot be used. Write true for one proxy, the number of proxies, or a list of their addresses and ranges, as ["10.0.0.0/8"].`,
  )
}

function getFamily(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}

/**
 * From the socket back through the chain, which each proxy extends on the right: the first address that is not trusted is
 * the caller. What stands left of it anybody can have written.
 */
function walk(
  peer: string | undefined,
  chain: readonly string[],
  isTrusted: IsTrusted,
): { address: string | undefined; hops: number } {
  let address = peer
  let hops = 0
  while (isTrusted(address, hops)) {
    const next = parseAddress(chain[chain.length - 1 - hops])
    hops += 1
    // A chain that ends here, or names nobody: the last proxy that we know of is all that is known.
    if (next === undefined) break
    address = next
  }
  return { address, hops }
}

/** `203.0.113.7`, `203.0.113.7:1234`, `[2001:db8::1]:1234` -> the address; undefined for anything else. */
function parseAddress(entry: string | undefined): string | undefined {
  if (entry === undefined) return undefined
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry
  return isIP(bare) === 0 ? undefined : plainAddress(bare)
}

/** Proxies set these headers, or extend them like the chain: the value that the outermost trusted one wrote. */
function hopValue(header: string | undefined, hops: number): string | undefined {
  const values = splitList(header)
  return values[Math.max(0, values.length - hops)]
}

function parseProtocol(value: string | undefined): RequestSource['protocol'] {
  const name = value?.toLowerCase()
  return name === 'http' || name === 'https' ? name : undefined
}

function splitList(header: string | undefined): readonly string[] {
  return header === undefined ? [] : header.split(',').map((value) => value.trim())
}
