import { describe, expect, test } from 'vitest'
import { createGuardedFetch } from '../../../runtime/src/agent/remote/guarded-fetch.ts'

describe('fetch for servers that an app names', () => {
  const never = () => Promise.reject(new Error('it was sent'))

  test.each([
    ['http://docs.example.com/mcp', ['1.1.1.1'], 'does not use https'],
    ['https://localhost/mcp', ['::1'], 'private address ::1'],
    ['https://docs.example.com/mcp', ['1.1.1.1', '10.0.0.7'], 'private address 10.0.0.7'],
    ['https://127.0.0.1/mcp', [], 'private address 127.0.0.1'],
    ['https://[::1]/mcp', [], 'private address ::1'],
    ['https://2130706433/mcp', [], 'private address 127.0.0.1'],
  ])('does not ask %s at %j', async (url, addresses, message) => {
    const ask = createGuardedFetch({ allowPrivate: false, maxBytes: 10, fetch: never, resolve: async () => addresses })
    await expect(ask(url)).rejects.toThrow(message)
  })

  test('requests a public one, follows no redirect, and stops a long response', async () => {
    const seen: (RequestInit | undefined)[] = []
    const answer = (_: unknown, init?: RequestInit) => {
      seen.push(init)
      return Promise.resolve(new Response('x'.repeat(11), { headers: { 'x-kept': 'yes' } }))
    }
    const options = { allowPrivate: false, fetch: answer as typeof fetch, resolve: async () => ['1.1.1.1'] }
    const url = 'https://docs.example.com/mcp'
    const whole = await createGuardedFetch({ ...options, maxBytes: 11 })(url, { method: 'POST' })
    expect([await whole.text(), whole.headers.get('x-kept')]).toEqual(['x'.repeat(11), 'yes'])
    expect(seen).toEqual([{ method: 'POST', redirect: 'error' }])
    const long = await createGuardedFetch({ ...options, maxBytes: 10 })(url)
    await expect(long.text()).rejects.toThrow('larger than 10 bytes')
  })
})
