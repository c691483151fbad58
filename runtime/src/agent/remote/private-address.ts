/**
 * Decides which addresses a server may not call for an app: everything outside the public internet, in every
 * notation.
 */
import { BlockList, isIP } from 'node:net'

/**
 * Whether an IP address isn't on the public internet: loopback, private, link-local, reserved, or an IPv6 address
 * that embeds such an IPv4 address. A string that isn't an IP address counts as private.
 */
export function isPrivateAddress(address: string): boolean {
  const kind = isIP(address)
  if (kind === 0) return true
  if (kind === 4) return PRIVATE_IPV4.check(address)
  const groups = parseGroups(address)
  const embedded = readEmbeddedIPv4(groups)
  if (embedded !== undefined && PRIVATE_IPV4.check(embedded)) return true
  return !isReachedAsIPv4(groups) && !isPublicUnicast(groups)
}

const PRIVATE_IPV4 = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  // Documentation, benchmarks, and 6to4 relays.
  ['192.0.2.0', 24],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['198.18.0.0', 15],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['224.0.0.0', 3],
] as const)
  PRIVATE_IPV4.addSubnet(network, prefix)

/** Returns the eight numbers of an IPv6 address. The URL parser writes every notation as hexadecimal groups. */
function parseGroups(address: string): readonly number[] {
  const withoutZone = address.replace(/%.*$/, '')
  const [head = '', tail] = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1).split('::')
  const before = splitGroups(head)
  const after = splitGroups(tail ?? '')
  return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after]
}

function splitGroups(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
}

/**
 * Reads an IPv4 address from the last four bytes: mapped (`::ffff:…`), NAT64 (`64:ff9b::…`), or the interface part of
 * ISATAP.
 */
function readEmbeddedIPv4(groups: readonly number[]): string | undefined {
  const [, , , , zone = 0, marker = 0, high = 0, low = 0] = groups
  const isIsatap = marker === 0x5efe && (zone & ~0x200) === 0
  return isReachedAsIPv4(groups) || isIsatap ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : undefined
}

/**
 * Whether the connection goes to the embedded IPv4 address, through the system (mapped) or the network (NAT64, RFC
 * 6052).
 */
function isReachedAsIPv4(groups: readonly number[]): boolean {
  return startsWith(groups, [0, 0, 0, 0, 0, 0xffff]) || startsWith(groups, [0x64, 0xff9b, 0, 0, 0, 0])
}

/**
 * Whether the address is public. Global unicast is `2000::/3`, except protocol assignments with Teredo (`2001::/23`),
 * 6to4 (`2002::/16`), whose relays reach the embedded IPv4 address, and documentation (`2001:db8::/32`, `3fff::/20`).
 */
function isPublicUnicast(groups: readonly number[]): boolean {
  const [first = 0, second = 0] = groups
  if (first >> 13 !== 1 || first === 0x2002) return false
  if (first === 0x2001) return second > 0x1ff && second !== 0xdb8
  return first !== 0x3fff || second > 0xfff
}

function startsWith(groups: readonly number[], prefix: readonly number[]): boolean {
  return prefix.every((value, index) => groups[index] === value)
}
