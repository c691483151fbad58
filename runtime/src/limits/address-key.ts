/** What counts as one caller behind an IP address. */
import { isIPv4, isIPv6 } from 'node:net'

/**
 * An IPv4 address as it is, an IPv6 address by its first 64 bits: whoever has one IPv6 address has a whole /64, and would
 * otherwise have as many limits as it has addresses. Text that is no address stands for itself.
 */
export function addressKey(address: string): string {
  const [plain = ''] = address.split('%', 1)
  if (!isIPv6(plain)) return plain
  const mapped = /^::ffff:(.+)$/i.exec(plain)?.[1]
  if (mapped !== undefined && isIPv4(mapped)) return mapped
  // The URL parser writes every IPv6 address in one form: hexadecimal, zeros of one run left out.
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
