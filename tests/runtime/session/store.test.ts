import { describe, expect, test } from 'vitest'
import { type CookieSource, createSessionStore, type SessionOptions } from '../../../runtime/src/session/store.ts'

const SECRET = 'a secret of enough characters'

function request(line: string): CookieSource {
  return new Request('http://x/', { headers: { cookie: line.split(';')[0] ?? '' } })
}

function create(options: Partial<SessionOptions> = {}) {
  return createSessionStore<{ id: number }>({ secret: SECRET, ...options })
}

describe('createSessionStore', () => {
  test('SES-01 refuses to work without a secret, or with a short one', () => {
    for (const secret of ['', undefined, 'short']) expect(() => create({ secret: secret as string })).toThrow(/secret/)
    expect(() => create({ name: 'a b' })).toThrow(/cookie name/)
  })

  test('reads what it issued, and nothing that somebody changed', () => {
    const store = create()
    const line = store.issue({ id: 7 })
    expect(store.read(request(line))?.data).toEqual({ id: 7 })
    const value = line.split(';')[0] ?? ''
    const [head, payload = '', mac = ''] = value.split('.')
    const forged = Buffer.from(JSON.stringify({ d: { id: 1 }, s: 'x', i: Date.now(), e: Date.now() + 1e6 })).toString(
      'base64url',
    )
    for (const bad of [
      `${head}.${forged}.${mac}`,
      `${head}.${payload}.${mac}x`,
      `${head}.${payload}`,
      `${head}..`,
      'fw_session=',
      'x=1',
    ])
      expect(store.read(request(bad))).toBeUndefined()
  })

  test('the MAC covers name and secret: another cookie or key does not pass', () => {
    const line = create({ name: 'other' }).issue({ id: 7 }).replace('other=', 'fw_session=')
    expect(create().read(request(line))).toBeUndefined()
    expect(create({ secret: `${SECRET}2` }).read(request(create().issue({ id: 7 })))).toBeUndefined()
  })

  test('a session from the future is refused', () => {
    const line = create({ now: () => 10_000_000 }).issue({ id: 7 })
    expect(create({ now: () => 10_000_000 - 61_000 }).read(request(line))).toBeUndefined()
  })

  test('of several cookies of one name the first valid one counts', () => {
    const store = create()
    const value = store.issue({ id: 7 }).split(';')[0] ?? ''
    expect(store.read(request(`fw_session=v1.x.y`.concat(';')))).toBeUndefined()
    const both = new Request('http://x/', { headers: { cookie: `fw_session=v1.x.y; ${value}` } })
    expect(store.read(both)?.data).toEqual({ id: 7 })
  })

  test('sid is fresh at issue, kept at renewal, and not enumerable', () => {
    let time = 0
    const store = create({ ttlMs: 100, now: () => time })
    const first = store.read(request(store.issue({ id: 7 })))
    expect(first?.sid).toMatch(/^[\w-]{24}$/)
    expect(Object.keys(first ?? {})).toEqual(['data', 'expiresAt'])
    const line = store.issue({ id: 7 })
    const sid = store.read(request(line))?.sid
    expect(sid).not.toBe(first?.sid)
    time = 60
    const renewed = store.read(request(line))?.renew
    expect(store.read(request(renewed ?? ''))?.sid).toBe(sid)
  })
})
