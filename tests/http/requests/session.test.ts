import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { serve } from '../../../runtime/src/host.ts'
import { api, FwError, schema, str } from '../../../runtime/src/index.ts'
import {
  createFwServer,
  createSessionStore,
  type FwServerOptions,
  type SessionStore,
} from '../../../runtime/src/server.ts'
import { AGENT, describeTransports } from '../transports.ts'

const SECRET = 'a secret of enough characters'

/** Returns `name=value` of a Set-Cookie line. */
function cookieOf(line: string | null): string {
  return line?.split(';')[0] ?? ''
}

interface User {
  readonly user: string
}

/** An app whose sessions expire after a second of the test's clock. */
function create(clock: { time: number } = { time: 0 }) {
  const session = createSessionStore<User>({ secret: SECRET, ttlMs: 1_000, now: () => clock.time })
  const login = api({
    input: schema({ user: str() }),
    run: ({ input, ctx }) => {
      ctx.headers.append('set-cookie', session.issue(input))
    },
  })
  const logout = api({ run: ({ ctx }) => ctx.headers.append('set-cookie', session.clear()) })
  const who = api({
    description: 'Returns the current user.',
    run: ({ ctx }) => (ctx.session as User | undefined)?.user ?? 'nobody',
  })
  const pay = api({ description: 'Pays.', guard: 'confirm', run: () => 'paid' })
  const name = api({ input: schema({ name: str({ min: 1 }) }), run: ({ input }) => input.name })
  const fail = api({
    run: (): string => {
      throw new Error('broken')
    },
  })
  return { session, apis: { shop: { login, logout, who, pay, name, fail } }, log: () => undefined }
}

/** A store that counts its reads. */
function counting<Data>(store: SessionStore<Data>): SessionStore<Data> & { reads: number } {
  return {
    reads: 0,
    issue: (data) => store.issue(data),
    clear: () => store.clear(),
    read(request) {
      this.reads += 1
      return store.read(request)
    },
  }
}

describeTransports('sessions', (start) => {
  test('SLC-01 SRV-14 an api issues a session through ctx.headers, and the next request is read with it', async () => {
    const { call } = await start(create())
    const { headers } = await call('shop.login', { user: 'ann' })
    const line = headers.get('set-cookie')
    expect(line).toMatch(/^fw_session=v1\..*; Path=\/; Max-Age=1; HttpOnly; Secure; SameSite=Lax$/)
    expect((await call('shop.who', {}, { cookie: cookieOf(line) })).body.result).toBe('ann')
    expect((await call('shop.who', {}, { cookie: `${cookieOf(line)}x` })).body.result).toBe('nobody')
  })

  test('SLC-04 SLC-05 AUT-03 after half of its lifetime the response renews the cookie; an expired one is anonymous', async () => {
    const clock = { time: 0 }
    const { call } = await start(create(clock))
    const cookie = cookieOf((await call('shop.login', { user: 'ann' })).headers.get('set-cookie'))
    clock.time = 499
    expect((await call('shop.who', {}, { cookie })).headers.get('set-cookie')).toBeNull()
    clock.time = 500
    const renewed = (await call('shop.who', {}, { cookie })).headers.get('set-cookie')
    expect(renewed).toMatch(/^fw_session=/)
    clock.time = 1_000
    expect((await call('shop.who', {}, { cookie })).body.result).toBe('nobody')
    expect((await call('shop.who', {}, { cookie: cookieOf(renewed) })).body.result).toBe('ann')
  })

  test('SRV-14 AUT-03 every response carries the renewal: pages, failures, pending calls, proposals, MCP', async () => {
    const clock = { time: 0 }
    const options = create(clock)
    const routes = {
      '/': () => 'hello',
      '/broken': () => {
        throw new Error('broken page')
      },
    }
    const { request, call, post } = await start({ ...options, routes, onPageError: () => undefined })
    const cookie = cookieOf(options.session.issue({ user: 'ann' }))
    clock.time = 600
    const headers = { cookie }
    const rpc = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'shop__who', arguments: {} } }
    const answers = {
      'api 200': await call('shop.who', {}, headers),
      'api 400': await call('shop.name', { name: '' }, headers),
      'api 500': await call('shop.fail', {}, headers),
      'page 200': await request('/', { headers }),
      'page 404': await request('/missing', { headers }),
      'page 500': await request('/broken', { headers }),
      'parked 200': await call('shop.pay', {}, { ...headers, ...AGENT }),
      'approve 404': await post('/_fw/approve', { id: 'unknown' }, headers),
      'proposals 200': await request('/_fw/proposals', { headers }),
      'manifest 200': await request('/_fw/manifest?path=/', { headers }),
      'mcp 200': await post('/_fw/mcp', rpc, headers),
    }
    for (const [name, answer] of Object.entries(answers)) {
      const cookies = answer.headers.getSetCookie()
      expect([name, answer.status, cookies]).toEqual([
        name,
        Number(name.split(' ')[1]),
        [expect.stringMatching(/^fw_session=v1\./)],
      ])
      expect(answer.headers.get('cache-control')).toMatch(/no-store|private/)
      expect(
        options.session.read(new Request('http://x/', { headers: { cookie: cookieOf(cookies[0] ?? '') } }))?.data,
      ).toEqual({ user: 'ann' })
    }
    expect(JSON.stringify(answers['mcp 200'].body)).toContain('ann')
  })

  test('a sign-in or sign-out is not undone by a renewal in the same response', async () => {
    const clock = { time: 0 }
    const { call } = await start(create(clock))
    const cookie = cookieOf((await call('shop.login', { user: 'ann' })).headers.get('set-cookie'))
    clock.time = 600
    const out = await call('shop.logout', {}, { cookie })
    expect(out.headers.getSetCookie()).toEqual([expect.stringMatching(/^fw_session=; .*Max-Age=0/)])
    const { headers } = await call('shop.login', { user: 'bob' }, { cookie })
    expect(headers.getSetCookie()).toHaveLength(1)
    expect((await call('shop.who', {}, { cookie: cookieOf(headers.get('set-cookie')) })).body.result).toBe('bob')
  })

  test('AUT-02 the session is read once per request, and never for static paths of the framework', async () => {
    const options = create()
    const session = counting(options.session)
    const routes = { '/': ({ ctx }: { ctx: { session?: unknown } }) => `user ${JSON.stringify(ctx.session)}` }
    const { request, call, post } = await start({
      ...options,
      session,
      routes,
      ctxFor: (_, facts) => ({ userId: (facts.session as User | undefined)?.user }),
    })
    const headers = { cookie: cookieOf(session.issue({ user: 'ann' })) }
    const rpc = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'shop__who', arguments: {} } }
    const reads = async (ask: () => Promise<unknown>) => {
      session.reads = 0
      await ask()
      return session.reads
    }
    expect(await reads(() => call('shop.who', {}, headers))).toBe(1)
    expect(await reads(() => request('/', { headers }))).toBe(1)
    expect(await reads(() => call('shop.pay', {}, { ...headers, ...AGENT }))).toBe(1)
    expect(await reads(() => post('/_fw/mcp', rpc, headers))).toBe(1)
    expect(await reads(() => request('/_fw/manifest?path=/', { headers }))).toBe(1)
    expect(await reads(() => post('/_fw/approve', { id: 'x' }, headers))).toBe(1)
    expect(await reads(() => call('shop.who'))).toBe(1)
    expect(await reads(() => call('shop.unknown', {}, headers))).toBe(0)
  })

  test('CTX-02 AUT-01 ctxFor receives the verified payload and decides the identity; a forged cookie has no payload', async () => {
    const seen: unknown[] = []
    const options = create()
    const secret = api({
      description: 'For members.',
      scopes: ['member'],
      run: ({ ctx }) => (ctx as unknown as { userId: string }).userId,
    })
    const { call } = await start({
      ...options,
      apis: { club: { secret } },
      ctxFor: (_, { session, agent }) => {
        seen.push({ session, agent })
        const user = (session as User | undefined)?.user
        return { userId: user, scopes: user === 'ann' ? ['member'] : [] }
      },
    })
    const cookie = cookieOf(options.session.issue({ user: 'ann' }))
    expect((await call('club.secret', {}, { cookie })).body).toEqual({ ok: true, result: 'ann' })
    const other = cookieOf(options.session.issue({ user: 'bob' }))
    const [head, payload] = cookie.split('.')
    const forged = [head, payload, other.split('.')[2]].join('.')
    for (const bad of [other, forged, 'fw_session=x', 'other=1'])
      expect((await call('club.secret', {}, { cookie: bad })).body.code).toBe('out_of_scope')
    expect(seen).toEqual([
      { session: { user: 'ann' }, agent: null },
      { session: { user: 'bob' }, agent: null },
      ...Array(3).fill({ session: undefined, agent: null }),
    ])
  })

  test('AUT-04 no CSRF token is minted: no cookie, header or field appears that the app did not set', async () => {
    const { request, call } = await start({ ...create(), routes: { '/': () => 'hello' } })
    for (const answer of [await request('/'), await request('/_fw/proposals', { headers: { accept: 'text/html' } })]) {
      expect(answer.headers.getSetCookie()).toEqual([])
      expect([...answer.headers.keys()].filter((name) => /csrf|xsrf|token/i.test(name))).toEqual([])
      expect(await answer.text()).not.toMatch(/csrf|xsrf|type="hidden"/i)
    }
    const who = await call('shop.who', {}, { 'sec-fetch-site': 'same-origin' })
    expect(who.body.result).toBe('nobody')
    expect(who.headers.getSetCookie()).toEqual([])
  })

  test('a response that sets a cookie is never public, and a public one without a cookie is unchanged', async () => {
    const logged: string[] = []
    const clock = { time: 0 }
    const options = create(clock)
    const answer = (headers: [string, string][]) => new Response('x', { headers })
    const { request, call } = await start({
      ...options,
      log: ({ msg }) => logged.push(msg),
      apis: {
        shop: {
          cached: api({
            run: ({ ctx }) => {
              ctx.headers.set('cache-control', 'public, max-age=60')
              ctx.headers.append('set-cookie', 'a=b')
            },
          }),
        },
      },
      middleware: (req) => {
        const { pathname } = new URL(req.url)
        if (pathname === '/plain') return answer([['cache-control', 'public, max-age=60']])
        if (pathname === '/shared')
          return answer([
            ['cache-control', 'max-age=0, S-MaxAge=60'],
            ['set-cookie', 'a=b'],
            ['x-content-type-options', 'nosniff'],
          ])
        return pathname === '/silent' ? answer([['set-cookie', 'a=b']]) : undefined
      },
      routes: { '/page': () => new Response('x', { headers: { 'cache-control': 'public, max-age=60' } }) },
    })
    expect((await request('/plain')).headers.get('cache-control')).toBe('public, max-age=60')
    expect((await request('/page')).headers.get('cache-control')).toBe('public, max-age=60')
    expect(logged).toEqual([])
    expect((await request('/shared')).headers.get('cache-control')).toBe('private, no-store')
    expect((await request('/silent')).headers.get('cache-control')).toBe('private, no-store')
    expect((await call('shop.cached')).headers.get('cache-control')).toBe('private, no-store')
    expect(logged).toEqual([expect.stringContaining('/shared'), expect.stringContaining('/_fw/api/shop.cached')])
    const cookie = cookieOf(options.session.issue({ user: 'ann' }))
    clock.time = 600
    const renewed = await request('/page', { headers: { cookie } })
    expect(renewed.headers.getSetCookie()).toHaveLength(1)
    expect(renewed.headers.get('cache-control')).toBe('private, no-store')
  })

  test('a session that a tool issues over MCP to a caller whom nothing identifies fails the call, and no cookie is sent', async () => {
    const { post } = await start(create())
    const params = { name: 'shop__login', arguments: { user: 'ann' } }
    const { status, headers, body } = await post('/_fw/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    expect(status).toBe(200)
    expect(headers.getSetCookie()).toEqual([])
    expect(body.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('the server does not know the caller') }],
    })
  })

  test('a refusal of ctxFor still renews the session, and a ctxFor that returns an instance twice is refused', async () => {
    const clock = { time: 0 }
    const options = create(clock)
    const cookie = cookieOf(options.session.issue({ user: 'ann' }))
    clock.time = 600
    const refusing = await start({
      ...options,
      ctxFor: () => {
        throw new FwError('unauthenticated')
      },
    })
    const refused = await refusing.call('shop.who', {}, { cookie })
    expect(refused.status).toBe(401)
    expect(refused.headers.getSetCookie()).toHaveLength(1)
    class Shared {}
    const one = new Shared()
    const sharing = await start({ ...options, ctxFor: () => one })
    expect((await sharing.call('shop.who', {}, { cookie })).body.result).toBe('ann')
    const second = await sharing.call('shop.who')
    expect(second.status).toBe(500)
    expect(second.body.error).toContain('ctxFor returned an instance')
  })
})

describe('static files', () => {
  test('SRV-14 are served without reading the session', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fw-static-'))
    writeFileSync(join(folder, 'hello.txt'), 'hello')
    const clock = { time: 0 }
    const options = create(clock)
    const session = counting(options.session)
    const given: FwServerOptions = { ...options, session }
    const listening = await serve(createFwServer(given), { port: 0, publicDir: folder, drainMs: 100 })
    const cookie = cookieOf(session.issue({ user: 'ann' }))
    clock.time = 600
    const file = await fetch(`${listening.url}/hello.txt`, { headers: { cookie } })
    expect(await file.text()).toBe('hello')
    expect(file.headers.getSetCookie()).toEqual([])
    expect(session.reads).toBe(0)
    await listening.close()
    rmSync(folder, { recursive: true })
  })
})
