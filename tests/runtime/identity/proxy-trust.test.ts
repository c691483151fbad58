import { describe, expect, it } from 'vitest'
import { createProxyTrust, readSource } from '../../../runtime/src/identity/proxy-trust.ts'

type Trust = Parameters<typeof createProxyTrust>[0]

/** Returns the client data that a server with these trusted proxies reads from a request. */
function read(trustProxy: Trust, peer: string | undefined, headers: Record<string, string> = {}) {
  return readSource(createProxyTrust(trustProxy), peer, (name) => ({ host: 'inner:3000', ...headers })[name])
}

const SPOOFED = {
  'x-forwarded-for': '6.6.6.6',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'https',
  forwarded: 'for=6.6.6.6;host=evil.example;proto=https',
}
const DIRECT = { host: 'inner:3000', protocol: undefined, viaProxy: false }

describe('without trustProxy', () => {
  it('no forwarding header counts', () => {
    for (const trust of [undefined, false])
      expect(read(trust, '203.0.113.9', SPOOFED)).toEqual({ address: '203.0.113.9', ...DIRECT })
  })

  it('an IPv4 caller of an IPv6 socket is an IPv4 caller', () => {
    expect(read(undefined, '::ffff:203.0.113.9').address).toBe('203.0.113.9')
    expect(read(undefined, '2001:db8::1').address).toBe('2001:db8::1')
    expect(read(undefined, undefined).address).toBe(undefined)
  })
})

describe('trustProxy', () => {
  it('true uses the value of the one proxy: the right-most', () => {
    expect(read(true, '10.0.0.1', { ...SPOOFED, 'x-forwarded-for': '6.6.6.6, 203.0.113.9' })).toEqual({
      address: '203.0.113.9',
      host: 'evil.example',
      protocol: 'https',
      viaProxy: true,
    })
  })

  it('a number counts proxies from the right; values before them do not count', () => {
    const chain = { 'x-forwarded-for': '6.6.6.6, 203.0.113.9, 10.0.0.2' }
    expect(read(2, '10.0.0.1', chain).address).toBe('203.0.113.9')
    expect(read(3, '10.0.0.1', { 'x-forwarded-for': '203.0.113.9' }).address).toBe('203.0.113.9')
  })

  it('with a list, the right-most unknown address is the caller', () => {
    const list = ['10.0.0.0/8', 'fd00::/8', '192.0.2.1']
    const chain = { 'x-forwarded-for': '6.6.6.6, 203.0.113.9, 10.0.0.2, fd00::7' }
    expect(read(list, '::ffff:10.0.0.1', chain).address).toBe('203.0.113.9')
    expect(read(list, '192.0.2.1', chain).address).toBe('203.0.113.9')
    expect(read(list, '10.0.0.1', { 'x-forwarded-for': '203.0.113.9:51234' }).address).toBe('203.0.113.9')
    expect(read(list, '10.0.0.1', { 'x-forwarded-for': '[2001:db8::9]:51234' }).address).toBe('2001:db8::9')
  })

  it('a list trusts no other IP address, with any headers', () => {
    expect(read(['10.0.0.0/8'], '203.0.113.9', { ...SPOOFED, 'x-forwarded-for': '10.0.0.1' })).toEqual({
      address: '203.0.113.9',
      ...DIRECT,
    })
    expect(read(['10.0.0.0/8'], undefined, SPOOFED)).toEqual({ address: undefined, ...DIRECT })
  })

  it('an invalid entry ends the chain at the last known proxy', () => {
    for (const entry of ['unknown', '_hidden', '', '999.1.1.1', '1.2.3.4.5', '::1]:80'])
      expect(read(['10.0.0.0/8'], '10.0.0.1', { 'x-forwarded-for': `6.6.6.6, ${entry}, 10.0.0.2` }).address).toBe(
        '10.0.0.2',
      )
    expect(read(true, '10.0.0.1').address).toBe('10.0.0.1')
  })

  it('host and scheme are those of the outermost trusted proxy; the Host header is the fallback', () => {
    const headers = {
      'x-forwarded-for': '203.0.113.9, 10.0.0.2',
      'x-forwarded-host': 'evil.example, shop.example, inner.example',
      'x-forwarded-proto': 'http, HTTPS, http',
    }
    expect(read(2, '10.0.0.1', headers)).toMatchObject({ host: 'shop.example', protocol: 'https' })
    expect(read(2, '10.0.0.1', { 'x-forwarded-proto': 'javascript' })).toMatchObject({ ...DIRECT, viaProxy: true })
  })

  it('`Forwarded` is never read', () => {
    expect(read(true, '10.0.0.1', { forwarded: SPOOFED.forwarded })).toEqual({
      address: '10.0.0.1',
      ...DIRECT,
      viaProxy: true,
    })
  })

  it('what cannot be meant is refused at start', () => {
    for (const wrong of [
      0,
      -1,
      1.5,
      Number.NaN,
      ['localhost'],
      ['10.0.0.0/33'],
      ['10.0.0.0/8/8'],
      ['fd00::/129'],
      [''],
    ])
      expect(() => createProxyTrust(wrong)).toThrow(/^trustProxy: .* cannot be used\. Write true for one proxy/)
  })
})
