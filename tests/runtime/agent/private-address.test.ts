import { isIPv6 } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPrivateAddress } from '../../../runtime/src/agent/remote/private-address.ts'

test.each([
  ['this host', '0.0.0.0 0.255.255.255 :: ::1 127.0.0.1 127.255.0.9'],
  ['private networks', '10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 100.64.0.1 fc00:: fd00::1 fec0::1'],
  ['the local link', '169.254.169.254 fe80::1 fe80::1%eth0 febf::1'],
  ['multicast and reserved addresses', '224.0.0.1 240.0.0.1 255.255.255.255 ff02::1 4000::1 100::1'],
  ['documentation and benchmarks', '192.0.2.1 198.51.100.1 203.0.113.1 198.18.0.1 2001:db8::1 3fff::1 2001:2::1'],
  ['IPv4 inside IPv6', '::127.0.0.1 ::7f00:1 ::ffff:10.0.0.1 ::FFFF:127.0.0.1 ::ffff:7f00:1 ::ffff:0:7f00:1'],
  ['translated IPv4', '64:ff9b::7f00:1 64:ff9b::10.0.0.1 64:ff9b:1::a00:1 64:ff9b:1::808:808'],
  ['tunnels', '2002:7f00:1:: 2002:a00:1::5 2001:0:a00:1::1 2001:0:808:808::f5ff:fffe 2606:4700::5efe:10.0.0.1'],
  ['anything that is not an address', 'nonsense 1.2.3 1.2.3.4.5 [::1] 0x7f.1 ::ffff:1.2.3 localhost %eth0'],
])('%s is not public', (_, addresses) => {
  for (const address of addresses.split(' ')) expect([address, isPrivateAddress(address)]).toEqual([address, true])
})

test.each([
  ['IPv4', '1.1.1.1 172.32.0.1 100.128.0.1 192.0.1.1 223.255.255.255 198.20.0.1'],
  ['IPv6', '2606:4700::1111 2001:4860:4860::8888 2003::1 2a00:1450::5 2606:4700::5efe:8.8.8.8'],
  ['IPv4 inside IPv6', '::ffff:8.8.8.8 ::ffff:808:808 64:ff9b::8.8.8.8 64:ff9b::101:101'],
])('%s of the public net is public', (_, addresses) => {
  for (const address of addresses.split(' ')) expect([address, isPrivateAddress(address)]).toEqual([address, false])
})

const octet = fc.integer({ min: 0, max: 255 })
const anyIPv4 = fc.tuple(octet, octet, octet, octet)
const insideIPv4 = fc.oneof(
  fc.tuple(fc.constantFrom(0, 10, 127), octet, octet, octet),
  fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
  fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
  fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
  fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), octet, octet),
  fc.tuple(fc.integer({ min: 224, max: 255 }), octet, octet, octet),
)
type Octets = [number, number, number, number]

const hex = (high: number, low: number) => ((high << 8) | low).toString(16)
const groupsOf = ([a, b, c, d]: Octets) => [hex(a, b), hex(c, d)]
const inverted = (octets: Octets) => octets.map((value) => 255 - value) as Octets

/** Every standard way to write an IPv4 address inside an IPv6 address. */
const FORMS: Readonly<Record<string, (octets: Octets) => string>> = {
  mapped: (octets) => `::ffff:${octets.join('.')}`,
  'mapped, in hexadecimal': (octets) => `::ffff:${groupsOf(octets).join(':')}`,
  'mapped, in full': (octets) => `0:0:0:0:0:ffff:${groupsOf(octets).join(':')}`,
  'mapped, with leading zeros': (octets) =>
    `0000::00:FFFF:${groupsOf(octets)
      .map((group) => group.padStart(4, '0'))
      .join(':')}`,
  'mapped, with a zone': (octets) => `::ffff:${octets.join('.')}%1`,
  compatible: (octets) => `::${octets.join('.')}`,
  'compatible, in hexadecimal': (octets) => `0:0:0:0:0:0:${groupsOf(octets).join(':')}`,
  translated: (octets) => `::ffff:0:${octets.join('.')}`,
  NAT64: (octets) => `64:ff9b::${octets.join('.')}`,
  'NAT64, in hexadecimal': (octets) => `0064:FF9B:0:0:0:0:${groupsOf(octets).join(':')}`,
  'local NAT64': (octets) => `64:ff9b:1:2::${octets.join('.')}`,
  '6to4': (octets) => `2002:${groupsOf(octets).join(':')}::1`,
  'Teredo server': (octets) => `2001:0:${groupsOf(octets).join(':')}::f7f7:f7f7`,
  'Teredo client': (octets) => `2001:0:808:808:0:0:${groupsOf(inverted(octets)).join(':')}`,
  ISATAP: (octets) => `2606:4700::5efe:${octets.join('.')}`,
  'ISATAP of a global address': (octets) => `2606:4700:0:1:200:5efe:${octets.join('.')}`,
}

describe.each(Object.entries(FORMS))('an IPv4 address, %s', (_, write) => {
  test('is private when the IPv4 address is', () => {
    fc.assert(
      fc.property(insideIPv4, (octets) => {
        expect(isIPv6(write(octets)), write(octets)).toBe(true)
        expect(isPrivateAddress(octets.join('.')), octets.join('.')).toBe(true)
        expect(isPrivateAddress(write(octets)), write(octets)).toBe(true)
      }),
    )
  })

  test('is never public when the IPv4 address is not', () => {
    fc.assert(
      fc.property(anyIPv4, (octets) => {
        if (isPrivateAddress(octets.join('.'))) expect(isPrivateAddress(write(octets)), write(octets)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

test('two spellings of one address are the same address', () => {
  const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }))
  const first = fc.oneof(fc.constantFrom(0, 0x64, 0x100, 0x2001, 0x2002, 0xfc00, 0xfe80, 0xff02), group)
  fc.assert(
    fc.property(first, fc.array(group, { minLength: 7, maxLength: 7 }), (head, tail) => {
      const long = [head, ...tail].map((value) => value.toString(16).padStart(4, '0')).join(':')
      const short = new URL(`http://[${long}]`).hostname.slice(1, -1)
      expect(isPrivateAddress(long.toUpperCase()), `${long} ${short}`).toBe(isPrivateAddress(short))
    }),
    { numRuns: 2000 },
  )
})
