/**
 * Resolves the client of a request behind trusted proxies (`trustProxy`). Only `x-forwarded-for`, `-host` and `-proto`
 * are read, because a proxy that sets these may forward the client's own `Forwarded` header.
 */
import { BlockList, isIP } from 'node:net'
import type { FwConfig } from '#contract/config/config.ts'
import { splitHeaderList } from '#wire/header-list.ts'
import { isHost } from './check-host.ts'

/** The client of a request. */
export interface RequestSource {
  readonly address: string | undefined
  /** Host in the form of a `Host` header. */
  readonly host: string | undefined
  /** Known only if a trusted proxy reports it. */
  readonly protocol: 'http' | 'https' | undefined
  /** Whether a trusted proxy forwarded the request. */
  readonly viaProxy: boolean
}

/** Resolves the client of a request. `peer` is the address at the other end of the socket. */
export type ProxyTrust = (peer: string | undefined, header: (name: string) => string | undefined) => RequestSource

/** Creates the resolver; undefined if no proxy is trusted. Throws for an invalid address and for a number below one. */
export function createProxyTrust(trustProxy: FwConfig['trustProxy']): ProxyTrust | undefined {
  if (trustProxy === undefined || trustProxy === false) return undefined
  const isTrusted = createTrustCheck(trustProxy)
  return (peer, header) => {
    const chain = splitHeaderList(header('x-forwarded-for'))
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

/** Resolves the client for a server with or without trusted proxies. */
export function readSource(
  proxyTrust: ProxyTrust | undefined,
  peer: string | undefined,
  header: (name: string) => string | undefined,
): RequestSource {
  if (proxyTrust !== undefined) return proxyTrust(peer, header)
  return { address: plainAddress(peer), host: header('host'), protocol: undefined, viaProxy: false }
}

/** Converts the IPv6 form of an IPv4 address, which a socket that listens on IPv6 reports, to IPv4. */
function plainAddress(address: string | undefined): string | undefined {
  return address?.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address
}

/** Whether the proxy at `address`, `hop` steps from the server, is trusted. The peer of the socket is step 0. */
type IsTrusted = (address: string | undefined, hop: number) => boolean

function createTrustCheck(trustProxy: NonNullable<FwConfig['trustProxy']>): IsTrusted {
  if (trustProxy === true) return (_address, hop) => hop < 1
  if (typeof trustProxy === 'number') {
    if (!Number.isInteger(trustProxy) || trustProxy < 1) throw createProxyError(trustProxy)
    return (_address, hop) => hop < trustProxy
  }
  const known = new BlockList()
  for (const entry of Array.isArray(trustProxy) ? trustProxy : [trustProxy]) addEntry(known, entry)
  return (address, _hop) => address !== undefined && isIP(address) !== 0 && known.check(address, getFamily(address))
}

function addEntry(known: BlockList, entry: unknown): void {
  const [address = '', prefix, ...rest] = typeof entry === 'string' ? entry.split('/') : []
  const bits = isIP(address) === 6 ? 128 : 32
  if (isIP(address) === 0 || rest.length > 0) throw createProxyError(entry)
  if (prefix === undefined) known.addAddress(address, getFamily(address))
  else if (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits)
    known.addSubnet(address, Number(prefix), getFamily(address))
  else throw createProxyError(entry)
}

function createProxyError(value: unknown): TypeError {
  return new TypeError(
    `trustProxy: ${JSON.stringify(value)} cannot be used. Write true for one proxy, the number of proxies, or a list of their addresses and ranges, such as ["10.0.0.0/8"].`,
  )
}

function getFamily(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}

/**
 * Walks from the socket back through the chain, which each proxy extends on the right: the first address that isn't
 * trusted is the caller's. Entries to the left of it could be forged.
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
    // The chain ends here, or has an invalid entry: the last known proxy is the best result.
    if (next === undefined) break
    address = next
  }
  return { address, hops }
}

/**
 * Parses `203.0.113.7`, `203.0.113.7:1234` and `[2001:db8::1]:1234` to the address. Returns undefined for other values.
 */
function parseAddress(entry: string | undefined): string | undefined {
  if (entry === undefined) return undefined
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry
  return isIP(bare) === 0 ? undefined : plainAddress(bare)
}

/**
 * Returns the value that the outermost trusted proxy wrote: proxies set these headers, or extend them like the chain.
 */
function hopValue(header: string | undefined, hops: number): string | undefined {
  const values = splitHeaderList(header)
  return values[Math.max(0, values.length - hops)]
}

function parseProtocol(value: string | undefined): RequestSource['protocol'] {
  const name = value?.toLowerCase()
  return name === 'http' || name === 'https' ? name : undefined
}
