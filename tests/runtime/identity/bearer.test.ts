import { describe, expect, test } from 'vitest'
import { FwError } from '../../../runtime/src/contract/http/error.ts'
import { type BearerOptions, type BearerResult, createBearerCheck } from '../../../runtime/src/identity/bearer.ts'

const NOW = 1_800_000_000_000
const request = () => new Request('http://shop.example/_fw/mcp', { method: 'POST' })

function create(options: BearerOptions, env: Record<string, string> = {}, siteUrl?: string) {
  const logged: string[] = []
  const check = createBearerCheck(options, {
    env,
    now: () => NOW,
    siteUrl,
    log: { warn: (message) => void logged.push(message) },
  })
  /** The identity, or the challenge of the refusal. */
  const ask = (authorization?: string) =>
    check(authorization, request, '/_fw/mcp').catch((error: unknown) => {
      expect(error).toBeInstanceOf(FwError)
      const { code, headers } = error as FwError
      return code === 'unauthenticated' ? headers?.['www-authenticate'] : code
    })
  return { ask, logged }
}

const SUBJECT = { subject: { value: 'ann', enumerable: true } }
const BARE = 'Bearer realm="fw"'
const INVALID = 'Bearer realm="fw", error="invalid_token"'

describe('what counts as a token', () => {
  test('exactly one header with the scheme Bearer in any case, one blank and one token', async () => {
    const seen: string[] = []
    const { ask } = create({ verify: (token) => seen.push(token) > 0 })
    for (const good of ['abc.DEF-1_2~+/==', 'made:up="by"hand!']) expect(await ask(`Bearer ${good}`)).toEqual({})
    for (const scheme of ['bearer', 'BEARER']) expect(await ask(`${scheme} abc`)).toEqual({})
    for (const bad of [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      'Basic abc',
      'Bearer  abc',
      ' Bearer abc',
      'Bearer abc ',
      'Bearer a b',
      'Bearer abc, Bearer abc',
      'Bearer abc,abc',
      'Bearerabc',
      'Bearer äöü',
      'Bearer abc\n',
    ])
      expect([bad, await ask(bad)]).toEqual([bad, BARE])
    expect(seen).toEqual(['abc.DEF-1_2~+/==', 'made:up="by"hand!', 'abc', 'abc'])
  })

  test('the message says what a token has not', async () => {
    const check = createBearerCheck(
      { token: 'a b' },
      { env: {}, now: () => NOW, siteUrl: undefined, log: { warn() {} } },
    )
    await expect(check('Bearer a b', request, '/_fw/mcp')).rejects.toThrow('A token has no spaces and no commas.')
  })

  test('resource_metadata is named where the app has such a document, and cannot end its parameter', async () => {
    const { ask } = create({ token: 'x', resourceMetadataUrl: 'https://shop.example/.well-known/a"b' })
    const named = 'Bearer realm="fw", resource_metadata="https://shop.example/.well-known/a%22b"'
    expect(await ask()).toBe(named)
    expect(await ask('Bearer y')).toBe(`${named}, error="invalid_token"`)
    expect(() => create({ token: 'x', resourceMetadataUrl: '/relative' })).toThrow(
      /resourceMetadataUrl is not a valid URL/,
    )
  })
})

describe('verify', () => {
  test('gets the token and the request; true accepts, false, null and nothing refuse', async () => {
    const seen: string[] = []
    const verify = (token: string, { method }: Request) => {
      seen.push(`${method} ${token}`)
      return true
    }
    expect(await create({ verify }).ask('Bearer abc')).toEqual({})
    expect(seen).toEqual(['POST abc'])
    for (const refusal of [false, null, undefined])
      expect(await create({ verify: async () => refusal }).ask('Bearer abc')).toBe(INVALID)
  })

  test('an identity is passed on: a subject, a clientId or scopes are enough', async () => {
    const identity = { subject: 'ann', clientId: 'desk', scopes: ['staff'], expiresAt: NOW + 1 }
    for (const one of [
      identity,
      { subject: 'ann' },
      { clientId: 'desk' },
      { scopes: [] },
      Object.create(null, SUBJECT),
    ])
      expect(await create({ verify: async () => one }).ask('Bearer abc')).toEqual({ ...one })
  })

  test('a token for another service is refused, and logged', async () => {
    const ask = (audience: string | string[], siteUrl?: string) =>
      create({ verify: () => ({ subject: 'ann', audience }) }, {}, siteUrl).ask('Bearer abc')
    const site = 'https://shop.example'
    for (const mine of [`${site}/_fw/mcp`, site, `${site}/`, ['https://other.example', site]])
      expect([mine, await ask(mine, site)]).toEqual([mine, { subject: 'ann', audience: mine }])
    for (const other of [`${site}/_fw/a2a`, 'https://other.example', `${site}.evil.example`, '', []])
      expect([other, await ask(other, site)]).toEqual([other, INVALID])
    expect(await ask(site)).toBe(INVALID)
    const { ask: once, logged } = create({ verify: () => ({ subject: 'ann', audience: 'x' }) }, {}, site)
    expect([await once('Bearer abc'), logged]).toEqual([INVALID, [expect.stringContaining('issued for another')]])
  })

  test('an expired identity is refused', async () => {
    for (const expiresAt of [NOW, NOW - 1, 0, -1])
      expect(await create({ verify: () => ({ subject: 'ann', expiresAt }) }).ask('Bearer abc')).toBe(INVALID)
  })

  test.each<[string, unknown]>([
    ['a text', 'ann'],
    ['a number', 1],
    ['a list', ['staff']],
    ['a function', () => true],
    ['an empty object', {}],
    ['a subject that is undefined', { subject: undefined }],
    ['an expiry alone', { expiresAt: NOW + 1 }],
    ['an audience alone', { audience: 'https://shop.example' }],
    ['the introspection of an unknown token', { active: false }],
    ['the introspection of a known token', { active: true, client_id: 'desk', scope: 'staff', scopes: ['staff'] }],
    ['claims of a token', { sub: 'ann', exp: 1, aud: 'https://other.example' }],
    ['an error in an object', { error: 'invalid_token' }],
    ['an error', new Error('no')],
    ['a response', new Response('{"active":false}')],
    ['a map', new Map([['subject', 'ann']])],
    ['an object of a class', Object.assign(new (class User {})(), { subject: 'ann' })],
    ['a member with a symbol', { subject: 'ann', [Symbol('active')]: false }],
    ['an unknown member', { subject: 'ann', admin: true }],
    ['a subject that is a number', { subject: 7 }],
    ['an empty subject', { subject: '' }],
    ['scopes in one text', { scopes: 'staff admin' }],
    ['a scope that is not a string', { scopes: ['staff', 1] }],
    ['a clientId that is not a string', { clientId: {} }],
    ['an expiry that is a text', { expiresAt: '2030-01-01' }],
    ['an expiry that is not a number', { expiresAt: Number.NaN }],
    ['an audience that is a number', { audience: 7 }],
    ['an expiry in seconds', { expiresAt: NOW / 1000 + 60 }],
  ])('%s is not a valid identity: refused, and logged', async (_, value) => {
    const { ask, logged } = create({ verify: () => value as BearerResult })
    expect(await ask('Bearer abc')).toBe(INVALID)
    expect(logged).toEqual([expect.stringContaining('so the token was refused')])
  })

  test('an exception refuses and is logged; an FwError other than 401 is the response', async () => {
    const throwing = (error: unknown) =>
      create({
        verify: () => {
          throw error
        },
      })
    const broken = throwing(new Error('signature verification failed'))
    expect(await broken.ask('Bearer abc')).toBe(INVALID)
    expect(broken.logged).toEqual([expect.stringContaining('threw')])
    expect(await create({ verify: () => Promise.reject(null) }).ask('Bearer abc')).toBe(INVALID)
    expect(await throwing(new FwError('unauthenticated')).ask('Bearer abc')).toBe(INVALID)
    expect(await throwing(new FwError('unavailable')).ask('Bearer abc')).toBe('unavailable')
  })
})

describe('a token of the configuration', () => {
  test('accepts that token and no other', async () => {
    const { ask } = create({ token: 'correct-token' })
    expect(await ask('Bearer correct-token')).toEqual({})
    for (const other of ['Correct-token', 'correct-toke', 'correct-tokens', 'x'])
      expect(await ask(`Bearer ${other}`)).toBe(INVALID)
  })

  test('CFG-24 tokenEnv takes precedence over token; unset or empty it refuses every caller, with a warning at start', async () => {
    const options = { tokenEnv: 'MCP_TOKEN', token: 'literal' }
    const set = create(options, { MCP_TOKEN: 'from-env' })
    expect(await set.ask('Bearer from-env')).toEqual({})
    expect(await set.ask('Bearer literal')).toBe(INVALID)
    expect(set.logged).toEqual([])
    for (const env of [{}, { MCP_TOKEN: '' }] as Record<string, string>[]) {
      const { ask, logged } = create(options, env)
      for (const token of ['literal', 'undefined', 'from-env']) expect(await ask(`Bearer ${token}`)).toBe(INVALID)
      expect(await ask('Bearer ')).toBe(BARE)
      expect(logged).toEqual([expect.stringContaining('MCP_TOKEN, which is not set')])
    }
  })

  test('with neither token nor verify everyone is refused', async () => {
    for (const options of [{}, { token: '' }, { tokenEnv: 'X' }])
      expect(await create(options).ask('Bearer undefined')).toBe(INVALID)
  })

  test('verify wins over both', async () => {
    const { ask, logged } = create({ tokenEnv: 'X', token: 'literal', verify: (token) => token === 'mine' })
    expect(await ask('Bearer mine')).toEqual({})
    expect(await ask('Bearer literal')).toBe(INVALID)
    expect(logged).toEqual([])
  })
})
