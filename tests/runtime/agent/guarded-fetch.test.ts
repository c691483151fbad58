import { describe, expect, test } from 'vitest'
import { guardedFetch, isPrivate } from '../../../runtime/src/agent/remote/guarded-fetch.ts'

test.each([
  '127.0.0.1 127.255.0.9 0.0.0.0 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 224.0.0.1',
  '255.255.255.255 ::1 :: fe80::1 fd00::1 fc00:: ::ffff:10.0.0.1 ::FFFF:127.0.0.1 64:ff9b::7f00:1 ff02::1 nonsense',
  '2002:7f00:1:: 2002:a00:1::5 64:ff9b:1::a00:1 2001:0:a00:1::1 fec0::1 ::ffff:7f00:1',
])('is inside: %s', (addresses) => {
  for (const address of addresses.split(' ')) expect([address, isPrivate(address)]).toEqual([address, true])
})

test('is of the public net', () => {
  for (const address of [
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '2001:4860:4860::8888',
    '2003::1',
    '::ffff:8.8.8.8',
    '192.0.1.1',
  ])
    expect([address, isPrivate(address)]).toEqual([address, false])
})

describe('fetch for servers that an app names', () => {
  const never = () => Promise.reject(new Error('it was sent'))

  test.each([
    ['http://docs.example.com/mcp', ['1.1.1.1'], 'not reached by https'],
    ['https://localhost/mcp', ['::1'], 'leads to ::1'],
    ['https://docs.example.com/mcp', ['1.1.1.1', '10.0.0.7'], 'leads to 10.0.0.7'],
    ['https://127.0.0.1/mcp', [], 'leads to 127.0.0.1'],
    ['https://[::1]/mcp', [], 'leads to ::1'],
    ['https://2130706433/mcp', [], 'leads to 127.0.0.1'],
  ])('does not ask %s at %j', async (url, addresses, message) => {
    const ask = guardedFetch({ allowPrivate: false, maxBytes: 10, fetch: never, resolve: async () => addresses })
    await expect(ask(url)).rejects.toThrow(message)
  })

  test('asks a public one, follows no redirect, and stops a long answer', async () => {
    const seen: (RequestInit | undefined)[] = []
    const answer = (_: unknown, init?: RequestInit) => {
      seen.push(init)
      return Promise.resolve(new Response('x'.repeat(11), { headers: { 'x-kept': 'yes' } }))
    }
    const options = { allowPrivate: false, fetch: answer as typeof fetch, resolve: async () => ['1.1.1.1'] }
    const url = 'https://docs.example.com/mcp'
    const whole = await guardedFetch({ ...options, maxBytes: 11 })(url, { method: 'POST' })
    expect([await whole.text(), whole.headers.get('x-kept')]).toEqual(['x'.repeat(11), 'yes'])
    expect(seen).toEqual([{ method: 'POST', redirect: 'error' }])
    const long = await guardedFetch({ ...options, maxBytes: 10 })(url)
    await expect(long.text()).rejects.toThrow('larger than 10 bytes')
  })
})
