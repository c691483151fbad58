import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createSessionStore, type SessionOptions } from '../../../runtime/src/session/store.ts'
import { clocked, cookies, create, DAY, OLDER, request, SECRET } from './clocked-store.ts'

const attributesOf = (line: string) => line.split('; ').slice(1)

describe('what createSessionStore issues', () => {
  test('SES-02 SES-05 SES-06 SES-07 SES-09 SLC-01 a Set-Cookie line: fw_session, Path=/, HttpOnly, Secure, SameSite=Lax', () => {
    expect(create().issue({ id: 7 })).toMatch(
      /^fw_session=v1\.[\w-]+\.[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; Secure; SameSite=Lax$/,
    )
  })

  test('SES-02 SES-05 SES-06 SES-07 every attribute can be chosen; HttpOnly stays', () => {
    const line = create({
      name: 'sid',
      path: '/shop',
      domain: 'shop.example',
      sameSite: 'Strict',
      secure: false,
      ttlMs: 5_500,
    }).issue({ id: 7 })
    expect(line).toMatch(/^sid=v1\./)
    expect(attributesOf(line)).toEqual([
      'Path=/shop',
      'Domain=shop.example',
      'Max-Age=5',
      'HttpOnly',
      'SameSite=Strict',
    ])
  })

  test('SES-13 clear ends the cookie that issue set: same name, path and domain, no time left', () => {
    const store = create({ path: '/shop', domain: 'shop.example' })
    expect(store.clear()).toBe(
      'fw_session=; Path=/shop; Domain=shop.example; Max-Age=0; HttpOnly; Secure; SameSite=Lax',
    )
    expect(store.read(request(store.clear()))).toBeUndefined()
  })

  test('SES-14 the payload is signed, not encrypted: the holder of the cookie can read it', () => {
    const [, payload = ''] = create().issue({ id: 7 }).split('.')
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({ d: { id: 7 } })
  })
})

describe('read', () => {
  test('SES-10 SLC-02 data and expiry, and no renewal while the session is young', () => {
    const { clock, store } = clocked({ ttlMs: 1_000 })
    const line = store.issue({ id: 7 })
    clock.time += 499
    const session = store.read(request(line))
    expect({ ...session }).toEqual({ data: { id: 7 }, expiresAt: 1_001_000 })
    expect(session).not.toHaveProperty('renew')
  })

  test('SES-04 LIM-02 SLC-03 SES-12 from half of the lifetime on a renewal is offered', () => {
    const { clock, store } = clocked()
    const line = store.issue({ id: 7 })
    clock.time += 3.5 * DAY - 1
    expect(store.read(request(line))?.renew).toBeUndefined()
    clock.time += 1
    expect(store.read(request(line))?.renew).toMatch(/^fw_session=v1\..*Max-Age=604800/)
  })

  test('SES-12 rotateAfterMs sets the time of the renewal', () => {
    const { clock, store } = clocked({ rotateAfterMs: 10 })
    const line = store.issue({ id: 7 })
    clock.time += 9
    expect(store.read(request(line))?.renew).toBeUndefined()
    clock.time += 1
    expect(store.read(request(line))?.renew).toBeDefined()
  })

  test('SES-03 LIM-01 SLC-05 SES-11 a session lives for 7 days, and is nothing after', () => {
    const { clock, store } = clocked()
    const line = store.issue({ id: 7 })
    clock.time += 604_800_000 - 1
    expect(store.read(request(line))?.data).toEqual({ id: 7 })
    clock.time += 1
    expect(store.read(request(line))).toBeUndefined()
  })

  test('SES-08 the clock is an option: a store reads by its own', () => {
    const line = create({ now: () => 0, ttlMs: 10 }).issue({ id: 7 })
    expect(create({ now: () => 9, ttlMs: 10 }).read(request(line))).toBeDefined()
    expect(create({ ttlMs: 10 }).read(request(line))).toBeUndefined()
  })

  test('SES-15 nothing is stored on the server: another store with the same secret reads it, and a replaced cookie is still valid', () => {
    const { clock, store } = clocked({ ttlMs: 1_000 })
    const first = store.issue({ id: 7 })
    clock.time += 600
    const renewed = store.read(request(first))?.renew ?? ''
    const other = create({ ttlMs: 1_000, now: () => clock.time })
    expect(other.read(request(renewed))?.expiresAt).toBe(1_001_600)
    expect(other.read(request(first))?.data).toEqual({ id: 7 })
    clock.time += 400
    expect(other.read(request(first))).toBeUndefined()
    expect(other.read(request(renewed))?.data).toEqual({ id: 7 })
  })

  test('SES-11 a request without the cookie, or with an invalid one, has no session', () => {
    const bad = [
      '',
      ';',
      '=',
      'fw_session',
      'fw_session=',
      'fw_session=v1',
      'fw_session=v1..',
      'fw_session=....',
      'x=1',
    ]
    for (const header of bad) expect(create().read(cookies(header))).toBeUndefined()
    expect(create().read({ headers: { get: () => null } })).toBeUndefined()
    expect(create().read(new Request('http://x/'))).toBeUndefined()
  })

  test('SES-11 a session that was issued more than a minute in the future is refused', () => {
    const line = create({ now: () => 10_000_000 }).issue({ id: 7 })
    expect(create({ now: () => 10_000_000 - 60_000 }).read(request(line))).toBeDefined()
    expect(create({ now: () => 10_000_000 - 60_001 }).read(request(line))).toBeUndefined()
  })

  test('of several cookies of one name the first valid one counts', () => {
    const store = create()
    const [one, two] = [7, 8].map((id) => store.issue({ id }).split(';')[0])
    expect(store.read(cookies(`fw_session=v1.x.y; ${one}; ${two}`))?.data).toEqual({ id: 7 })
    expect(store.read(cookies(`other=1;${two}`))?.data).toEqual({ id: 8 })
    // Each of them costs a digest, and a header holds a thousand.
    const forged = `fw_session=v1.x.${'y'.repeat(43)}; `
    expect(store.read(cookies(`${forged.repeat(15)}${one}`))?.data).toEqual({ id: 7 })
    expect(store.read(cookies(`${forged.repeat(16)}${one}`))).toBeUndefined()
  })
})

describe('forgery', () => {
  test('SES-11 SES-14 if any character is changed, removed or inserted, the session is refused', () => {
    const store = create()
    const cookie = store.issue({ id: 7 }).split(';')[0] ?? ''
    const character = fc.stringMatching(/^[ -~]$/)
    const position = fc.nat(cookie.length - 1)
    fc.assert(
      fc.property(position, character, (at, other) => {
        fc.pre(other !== cookie[at])
        expect(store.read(cookies(cookie.slice(0, at) + other + cookie.slice(at + 1)))).toBeUndefined()
      }),
      { numRuns: 2_000 },
    )
    fc.assert(
      fc.property(position, fc.integer({ min: 1, max: 8 }), (at, count) => {
        expect(store.read(cookies(cookie.slice(0, at) + cookie.slice(at + count)))).toBeUndefined()
      }),
    )
    fc.assert(
      fc.property(fc.nat(cookie.length), fc.stringMatching(/^[\w.=-]{1,4}$/), (at, more) => {
        expect(store.read(cookies(cookie.slice(0, at) + more + cookie.slice(at)))).toBeUndefined()
      }),
    )
  })

  test('SES-11 any header at all is read without a throw, and gives nothing', () => {
    const store = create()
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(store.read(cookies(text))).toBeUndefined()
        expect(store.read(cookies(`fw_session=${text}`))).toBeUndefined()
        expect(store.read(cookies(`fw_session=v1.${text}.${text}`))).toBeUndefined()
      }),
      { numRuns: 500 },
    )
  })

  test('the MAC covers version and cookie name: the value of another cookie does not pass', () => {
    const line = create({ name: 'other' }).issue({ id: 7 })
    expect(create().read(request(line.replace('other=', 'fw_session=')))).toBeUndefined()
    const [, payload = ''] = create().issue({ id: 7 }).split('.')
    for (const signed of [payload, `fw_session.${payload}`, `v2.fw_session.${payload}`]) {
      const mac = createHmac('sha256', SECRET).update(signed).digest('base64url')
      expect(create().read(cookies(`fw_session=v1.${payload}.${mac}`))).toBeUndefined()
    }
    expect(create({ secret: OLDER }).read(request(create().issue({ id: 7 })))).toBeUndefined()
  })

  test('the MAC is compared as it is written: another spelling of the same bytes does not pass', () => {
    const cookie = create().issue({ id: 7 }).split(';')[0] ?? ''
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    // The last two bits of 43 characters stand for nothing.
    const last = alphabet.indexOf(cookie.at(-1) ?? '')
    const twin = cookie.slice(0, -1) + alphabet[last ^ 1]
    const bytes = (text: string) => Buffer.from(text.split('.').at(-1) ?? '', 'base64url')
    expect(bytes(twin)).toEqual(bytes(cookie))
    expect(create().read(cookies(twin))).toBeUndefined()
  })
})

describe('secrets', () => {
  afterEach(() => vi.unstubAllEnvs())

  test('SES-01 a missing or short secret is refused at once, with what to do', () => {
    for (const secret of ['', undefined, [], [''], [undefined, SECRET], null as unknown as undefined])
      expect(() => create({ secret })).toThrow(/has no secret.*\n?.*openssl rand -base64 32/)
    for (const secret of ['short', 'fifteen letters', [SECRET, 'short']])
      expect(() => create({ secret })).toThrow(/at least 16 characters/)
    expect(() => create({ secret: '' })).toThrow(TypeError)
  })

  test.each([
    'changemechangeme',
    'change-me-please!!',
    'secretsecretsecret',
    'your-super-secret-session-key',
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    'abababababababababab',
    '12345678901234567890',
    'keyboard cat keyboard cat',
    'PASSWORD_PASSWORD_1234567890',
  ])('SES-01 in production %j is refused as a secret, elsewhere it is not', (secret) => {
    expect(() => create({ secret })).not.toThrow()
    vi.stubEnv('NODE_ENV', 'production')
    expect(() => create({ secret })).toThrow(/can be guessed/)
    expect(() => create({ secret: [SECRET, secret] })).toThrow(/can be guessed/)
  })

  test('SES-01 in production random secrets pass, as base64 and as hexadecimal', () => {
    vi.stubEnv('NODE_ENV', 'production')
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        fc.pre(new Set(bytes).size > 8)
        for (const encoding of ['base64', 'base64url', 'hex'] as const)
          expect(() => create({ secret: Buffer.from(bytes).toString(encoding) })).not.toThrow()
      }),
    )
  })

  test('the first secret of a list signs and every one verifies; sessions of an older one are renewed at once', () => {
    const before = create({ secret: OLDER })
    const line = before.issue({ id: 7 })
    const store = create({ secret: [SECRET, undefined, OLDER] })
    const session = store.read(request(line))
    expect(session?.data).toEqual({ id: 7 })
    const renewed = request(session?.renew ?? '')
    expect(create({ secret: SECRET }).read(renewed)?.sid).toBe(session?.sid)
    expect(before.read(renewed)).toBeUndefined()
    expect(store.read(renewed)?.renew).toBeUndefined()
    expect(create({ secret: SECRET }).read(request(store.issue({ id: 7 })))?.data).toEqual({ id: 7 })
  })
})

describe('sid', () => {
  test('is random, new for each issue, preserved by a renewal, and not part of the payload', () => {
    const { clock, store } = clocked({ ttlMs: 100 })
    const first = store.read(request(store.issue({ id: 7 })))
    expect(first?.sid).toMatch(/^[\w-]{24}$/)
    expect(Object.keys(first ?? {})).toEqual(['data', 'expiresAt'])
    const line = store.issue({ id: 7 })
    const sid = store.read(request(line))?.sid
    expect(sid).not.toBe(first?.sid)
    clock.time += 60
    expect(store.read(request(store.read(request(line))?.renew ?? ''))?.sid).toBe(sid)
  })
})

describe('payloads', () => {
  const any = createSessionStore({ secret: SECRET })

  test('SES-16 any JSON is returned unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const text = JSON.stringify(value)
        // The only omitted member, see the next test.
        fc.pre(text.length < 2_000 && !text.includes('"__proto__"'))
        const line = any.issue(value)
        expect(any.read(request(line))?.data).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  test.each([
    ['a Date', { at: new Date(0) }, /its member "at" is a Date/],
    ['a Map', { cart: { lines: new Map() } }, /its member "lines" is a Map/],
    ['a bigint', { total: 1n }, /its member "total" is a bigint/],
    ['NaN', [Number.NaN], /its member "0" is NaN/],
    ['a function', { run: () => 1 }, /its member "run" is a function/],
    ['a Set as the whole', new Set(), /its data is a Set/],
  ])('%s is refused when it is issued, by its name', (_, data, message) => {
    expect(() => any.issue(data)).toThrow(message)
  })

  test('an own key __proto__ is left out, at any depth: copied into another object it would be its prototype', () => {
    const data = JSON.parse('{"__proto__":{"admin":true},"in":[{"__proto__":{"admin":true},"kept":1}]}') as object
    const read = any.read(request(any.issue(data)))?.data as { in: [object] }
    expect(read).toEqual({ in: [{ kept: 1 }] })
    expect(Object.hasOwn(read, '__proto__')).toBe(false)
    expect(Object.assign({}, read, read.in[0])).not.toHaveProperty('admin')
  })

  test('a cookie above 4096 bytes is refused when it is issued, since browsers would drop it', () => {
    const fits = any.issue('x'.repeat(2_880))
    expect(fits.length).toBeGreaterThan(4_000)
    expect(fits.length).toBeLessThanOrEqual(4_096)
    expect(any.read(request(fits))?.data).toHaveLength(2_880)
    expect(() => any.issue('x'.repeat(3_000))).toThrow(/would take \d+ bytes.*4096/)
    expect(() => any.issue('ä'.repeat(1_500))).toThrow(RangeError)
  })
})

describe('options with which a browser would drop the cookie, or set something else, are refused at once', () => {
  test.each<[string, Partial<SessionOptions>, RegExp]>([
    ['a name with a blank', { name: 'a b' }, /cookie name/],
    ['a name with =', { name: 'a=b' }, /cookie name/],
    ['an empty name', { name: '' }, /cookie name/],
    ['sameSite None without secure', { sameSite: 'None', secure: false }, /needs secure/],
    ['an unknown sameSite', { sameSite: 'lax' as 'Lax' }, /"Strict", "Lax" or "None"/],
    ['__Host- with a domain', { name: '__Host-s', domain: 'shop.example' }, /no domain/],
    ['__Host- below a path', { name: '__Host-s', path: '/shop' }, /path "\/"/],
    ['__Host- without secure', { name: '__Host-s', secure: false }, /needs secure/],
    ['__secure- without secure', { name: '__secure-s', secure: false }, /needs secure/],
    ['__Http- without secure', { name: '__Http-s', secure: false }, /needs secure/],
    ['an attribute in the path', { path: '/; Domain=evil.example' }, /cookie path/],
    ['a line break in the path', { path: '/\r\nset-cookie: a=b' }, /cookie path/],
    ['a path without /', { path: 'shop' }, /cookie path/],
    ['an attribute in the domain', { domain: 'shop.example; Secure' }, /host name/],
    ['a line break in the domain', { domain: 'shop.example\nx: y' }, /host name/],
    ['an address for a domain', { domain: 'https://shop.example' }, /host name/],
    ['a lifetime of nothing', { ttlMs: 0 }, /ttlMs/],
    ['a lifetime that is not a number', { ttlMs: Number.NaN }, /ttlMs/],
    ['a renewal before the beginning', { rotateAfterMs: -1 }, /rotateAfterMs/],
  ])('%s', (_, options, message) => {
    expect(() => create(options)).toThrow(message)
  })

  test('what browsers accept passes', () => {
    for (const options of [
      { name: '__Host-s' },
      { name: '__Secure-s', domain: '.shop.example', path: '/a b' },
      { name: '__Host-Http-s' },
      { sameSite: 'None' as const },
      { domain: 'localhost', secure: false },
    ])
      expect(create(options).read(request(create(options).issue({ id: 7 })))?.data).toEqual({ id: 7 })
  })
})
