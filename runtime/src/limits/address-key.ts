/** The rate limit key of an IP address. */
import { isIPv4, isIPv6 } from 'node:net'

/**
 * Returns an IPv4 address unchanged, and an IPv6 address as its first 64 bits: a client with one IPv6 address usually has a
 * whole /64, and would otherwise have as many limits as addresses. A string that isn't an address is returned unchanged.
 */
export function addressKey(address: string): string {
  const [plain = ''] = address.split('%', 1)
  if (!isIPv6(plain)) return plain
  const mapped = /^::ffff:(.+)$/i.exec(plain)?.[1]
  if (mapped !== undefined && isIPv4(mapped)) return mapped
  // The URL parser normalizes IPv6 addresses: hexadecimal, with one run of zeros omitted.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return toIPv4(groups[6], groups[7])
  return `${groups.slice(0, 4).join(':')}::/64`
}

function toIPv4(high = '0', low = '0'): string {
  const bits = (Number.parseInt(high, 16) << 16) | Number.parseInt(low, 16)
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 0xff).join('.')
}
