/** Lifecycle of cached pages: one render for many requests, stale while revalidating, invalidation by tag and path. */
import { afterEach, describe, expect, test } from 'vitest'
import { notFound, redirect } from '../../../runtime/src/contract/page/navigation.ts'
import { revalidatePath, revalidateTag } from '../../../runtime/src/index.ts'
import { createFwServer, type FwServer, type FwServerOptions } from '../../../runtime/src/server.ts'
import { createCacheApp } from './cache-app.ts'

let server: FwServer | undefined
afterEach(() => server?.close())

const T0 = Date.UTC(2026, 0, 1)

function open(options: FwServerOptions = {}, pages: Parameters<typeof createCacheApp>[0] = {}) {
  const app = createCacheApp(pages)
  const clock = { now: T0 }
  const opened = createFwServer({ log: () => undefined, now: () => clock.now, ...app.options, ...options })
  server = opened
  const ask = (path: string, init?: RequestInit) => opened.fetch(new Request(`http://localhost${path}`, init))
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await ask(path, { headers })
    const text = await answer.text()
    return {
      cache: `${answer.headers.get('x-fw-cache')} ${answer.headers.get('x-fw-cache-reason')}`,
      age: answer.headers.get('age'),
      render: Number(/(\d+)<\/p>/.exec(text)?.[1]),
      headers: answer.headers,
    }
  }
  return { ...app, clock, get, ask }
}

describe('many who ask at once', () => {
  test('500 requests for an uncached page render it once', async () => {
    const app = open()
    const answers = Array.from({ length: 500 }, () => app.get('/slow'))
    await expect.poll(() => app.renders('slow.tsx')).toBe(1)
    app.release()
    const pages = await Promise.all(answers)
    expect(new Set(pages.map(({ cache, render }) => `${cache} ${render}`))).toEqual(new Set(['MISS cold 1']))
    expect(app.renders('slow.tsx')).toBe(1)
  })

  test('the first client may disconnect: the others receive the page', async () => {
    const app = open()
    const leaving = new AbortController()
    const left = app.ask('/slow', { signal: leaving.signal }).catch(() => undefined)
    const other = app.get('/slow')
    await expect.poll(() => app.renders('slow.tsx')).toBe(1)
    leaving.abort()
    app.release()
    expect(await other).toMatchObject({ cache: 'MISS cold', render: 1 })
    await left
    expect(await app.get('/slow')).toMatchObject({ cache: 'HIT fresh' })
  })

  test('a page that is invalidated while it renders is only for earlier requests, and is not cached', async () => {
    const app = open()
    const before = app.get('/slow')
    await expect.poll(() => app.renders('slow.tsx')).toBe(1)
    await revalidateTag('slow')
    const after = app.get('/slow')
    await expect.poll(() => app.renders('slow.tsx')).toBe(2)
    app.release()
    expect(await before).toMatchObject({ render: 1 })
    expect(await after).toMatchObject({ cache: 'MISS cold', render: 2 })
    expect(await app.get('/slow')).toMatchObject({ cache: 'HIT fresh', render: 2 })
  })

  test('an uncacheable response is never shared: each request has its own', async () => {
    const app = open()
    const answers = await Promise.all(Array.from({ length: 20 }, () => app.get('/cookie')))
    expect(new Set(answers.map(({ headers }) => headers.get('set-cookie'))).size).toBe(20)
  })
})

describe('uncacheable pages', () => {
  const MIXED: Parameters<typeof createCacheApp>[0] = {
    'visits/[id].tsx': [
      { scope: 'public', sharedMaxAge: 60 },
      ({ ctx, params }, render) => {
        if (params.id !== 'kept') ctx.headers.append('set-cookie', `visit=${render}`)
        return `<p>visit ${render}</p>`
      },
    ],
    'lost/[id].tsx': [{ scope: 'public', sharedMaxAge: 60 }, () => notFound()],
    'led/[id].tsx': [{ scope: 'public', sharedMaxAge: 60 }, () => redirect('/products/1')],
  }

  test.each([[true], [false]])(
    'are made once for each who asks, and tried for few of them (cache: %j)',
    async (cache) => {
      const app = open({ cache }, MIXED)
      for (let id = 1; id <= 20; id++) {
        const page = await app.get(`/visits/${id}`)
        expect([page.cache, page.headers.get('set-cookie')]).toEqual(['BYPASS set-cookie', `visit=${page.render}`])
      }
      // The first, and one in ten after it.
      expect(app.renders('visits/[id].tsx')).toBe(22)
      app.clock.now += 10_000
      await app.get('/visits/21')
      expect(app.renders('visits/[id].tsx')).toBe(24)
    },
  )

  test('and do not prevent caching of their route, before or after', async () => {
    const app = open({}, MIXED)
    await app.get('/visits/1')
    const states: string[] = []
    for (let asked = 0; asked < 10; asked++) states.push((await app.get('/visits/kept')).cache)
    expect(states).toEqual([...Array(9).fill('BYPASS set-cookie'), 'MISS cold'])
    await app.get('/visits/2')
    expect((await app.get('/visits/kept')).cache).toBe('HIT fresh')
    expect((await app.get('/visits/kept?again')).cache).toBe('MISS cold')
  })

  test('are reused if they do not depend on the visitor: a missing page is looked up once', async () => {
    const nobody = { ctxFor: undefined, session: undefined, csp: true } as const
    const app = open(nobody, MIXED)
    for (const [file, status, reason] of [
      ['lost', 404, 'status-404'],
      ['led', 303, 'status-303'],
    ] as const) {
      for (let id = 1; id <= 5; id++) {
        const answer = await app.ask(`/${file}/${id}`, { headers: { cookie: 'theme=dark' } })
        expect([answer.status, answer.headers.get('x-fw-cache-reason')]).toEqual([status, reason])
        expect(answer.headers.get('cache-control')).toBe('private, no-store')
        const html = await answer.text()
        expect(html.includes('nothing here')).toBe(status === 404)
        const nonce = answer.headers.get('x-fw-nonce')
        for (const [, written] of html.matchAll(/nonce="([^"]*)"/g)) expect(written).toBe(nonce)
        expect(answer.headers.get('location')).toBe(status === 404 ? null : '/products/1')
      }
      expect(app.renders(`${file}/[id].tsx`)).toBe(5)
    }
    // Concurrent requests get separate responses.
    await Promise.all(Array.from({ length: 4 }, () => app.get('/lost/many')))
    expect(app.renders('lost/[id].tsx')).toBe(9)
    // With a ctx of the app's own, only the visitor's own page is theirs.
    const seen = open({}, MIXED)
    await seen.get('/lost/1')
    expect(seen.renders('lost/[id].tsx')).toBe(2)
  })
})

describe('time', () => {
  test('fresh for sharedMaxAge, stale for swr with one refresh behind it, then gone', async () => {
    const app = open()
    expect(await app.get('/products/1')).toMatchObject({ cache: 'MISS cold', render: 1, age: '0' })
    app.clock.now += 59_000
    expect(await app.get('/products/1')).toMatchObject({ cache: 'HIT fresh', render: 1, age: '59' })
    app.clock.now += 1_000
    const stale = await Promise.all([app.get('/products/1'), app.get('/products/1')])
    for (const page of stale) expect(page).toMatchObject({ cache: 'STALE refreshing', render: 1, age: '60' })
    await expect.poll(async () => (await app.get('/products/1')).cache).toBe('HIT fresh')
    expect(await app.get('/products/1')).toMatchObject({ render: 2, age: '0' })
    app.clock.now += 121_000
    expect(await app.get('/products/1')).toMatchObject({ cache: 'MISS expired', render: 3 })
  })

  test('a page without swr is made again after its time', async () => {
    const app = open()
    await app.get('/')
    app.clock.now += 60_000
    expect((await app.get('/')).cache).toBe('MISS expired')
  })

  test('while a refresh fails, the stale page is served until it expires', async () => {
    let fails = false
    const app = open(
      {},
      {
        'flaky.tsx': [
          { scope: 'public', sharedMaxAge: 60, swr: 60 },
          (_props, render) => {
            if (fails) throw new Error('away')
            return `<p>flaky ${render}</p>`
          },
        ],
      },
    )
    await app.get('/flaky')
    fails = true
    app.clock.now += 61_000
    expect(await app.get('/flaky')).toMatchObject({ cache: 'STALE refreshing', render: 1 })
    await expect.poll(() => app.renders('flaky.tsx')).toBe(2)
    expect(await app.get('/flaky')).toMatchObject({ cache: 'STALE refreshing', render: 1 })
    app.clock.now += 60_000
    expect((await app.get('/flaky')).cache).toBe('BYPASS status-500')
    fails = false
    app.clock.now += 10_000
    expect((await app.get('/flaky')).cache).toBe('MISS cold')
  })
})

describe('invalidation', () => {
  test('a tag drops every page that carries it, filled in or not', async () => {
    const app = open()
    const paths = ['/products/1', '/products/2', '/products/1?q=a', '/a/1']
    const states = async () => Promise.all(paths.map(async (path) => (await app.get(path)).cache))
    await states()
    await revalidateTag('product-1')
    expect(await states()).toEqual(['MISS dropped', 'HIT fresh', 'MISS dropped', 'MISS dropped'])
    await revalidateTag('products')
    expect(await states()).toEqual(Array(4).fill('MISS dropped'))
    await revalidateTag('anything')
    expect(await states()).toEqual(Array(4).fill('HIT fresh'))
  })

  test('a path invalidates its page in every variant, a pattern every page of the route', async () => {
    const app = open()
    const paths = ['/products/1', '/products/1?q=a', '/products/1.md', '/products/2', '/']
    const states = async () => Promise.all(paths.map(async (path) => (await app.get(path)).cache.split(' ')[0]))
    await states()
    await revalidatePath('/products/1')
    expect(await states()).toEqual(['MISS', 'MISS', 'MISS', 'HIT', 'HIT'])
    await revalidatePath('/products/[id]')
    expect(await states()).toEqual(['MISS', 'MISS', 'MISS', 'MISS', 'HIT'])
    await app.get('/a/1')
    await revalidatePath('/a/1/')
    expect((await app.get('/a/1')).cache).toBe('MISS dropped')
    await expect(revalidatePath('products/1')).rejects.toThrow('Write it like "/products/3"')
    await expect(revalidatePath('/a?b')).rejects.toThrow(TypeError)
    await expect(revalidatePath('/%')).rejects.toThrow(TypeError)
  })

  test('an API invalidates its tags before it responds: after a run that did not throw, and not for a proposal', async () => {
    const app = open()
    const call = (tool: string, input: object, headers: Record<string, string> = {}) =>
      app.ask(`/_fw/api/shop.${tool}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(input),
      })
    const state = async (path: string) => (await app.get(path)).cache
    await state('/products/1')
    await state('/products/2')
    await call('rename', { id: '1', fails: true })
    expect(await state('/products/1')).toBe('HIT fresh')
    const held = await call('rename', { id: '1' }, { 'x-fw-origin': 'agent' })
    const { result } = (await held.json()) as { result: { id: string; status: string } }
    expect([result.status, await state('/products/1')]).toEqual(['proposal', 'HIT fresh'])
    expect((await call('rename', { id: '1' })).status).toBe(200)
    expect([await state('/products/1'), await state('/products/2')]).toEqual(['MISS dropped', 'HIT fresh'])
    await call('touch', {})
    expect(await state('/products/2')).toBe('MISS dropped')
  })

  test('approving a call that waited drops it then', async () => {
    const app = open({ session: undefined, ctxFor: undefined })
    const post = (path: string, body: object, headers: Record<string, string> = {}) =>
      app.ask(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
    const held = await post('/_fw/api/shop.rename', { id: '1' }, { 'x-fw-origin': 'agent' })
    const { result } = (await held.json()) as { result: { id: string } }
    await app.get('/products/1')
    expect((await post('/_fw/approve', { id: result.id })).status).toBe(200)
    expect((await app.get('/products/1')).cache).toBe('MISS dropped')
  })
})

describe('the option cache', () => {
  test('CFG-39 CFG-41 CFG-42 copies are on, of pages with a public policy alone: every other is made each time', async () => {
    const app = open()
    for (const path of ['/', '/plain', '/account', '/none']) {
      await app.get(path)
      await app.get(path)
    }
    expect(['index.tsx', 'plain.tsx', 'account.tsx'].map(app.renders)).toEqual([1, 2, 2])
    const { headers } = await app.get('/plain')
    expect([headers.get('x-fw-cache'), headers.get('cache-control')]).toEqual([null, 'private, no-store'])
  })

  test.each([[false], [{ shared: false }]])(
    'CFG-39 with %j nothing is cached here, but shared caches may cache it',
    async (cache) => {
      const app = open({ cache, middleware: undefined })
      for (const render of [1, 2]) {
        const page = await app.get('/products/1', { cookie: 'id=7' })
        expect(page).toMatchObject({ cache: 'BYPASS off', render })
        expect(page.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60, stale-while-revalidate=60')
        expect(page.headers.get('cache-tag')).toBe('products,product-1')
      }
      expect((await app.get('/', { authorization: 'x' })).headers.get('cache-control')).toBe('private, no-store')
    },
  )

  test.each([
    [undefined, 'cache-tag', 'products,product-1'],
    ['Netlify-Cache-Tag', 'netlify-cache-tag', 'products,product-1'],
    ['Surrogate-Key', 'surrogate-key', 'products product-1'],
    ['X-Tags', 'x-tags', 'products,product-1'],
  ])('CFG-40 tagHeader %s names the tags in %s', async (tagHeader, name, value) => {
    const app = open({ cache: tagHeader === undefined ? {} : { tagHeader }, middleware: undefined })
    const { headers } = await app.get('/products/1')
    expect(headers.get(name)).toBe(value)
    expect((await app.get('/')).headers.get(name)).toBeNull()
  })

  test('LIM-08 maxEntries and maxBytes limit the cache; the least recently used entry is removed first', async () => {
    const few = open({ cache: { maxEntries: 2 } })
    for (const id of [1, 2, 3]) await few.get(`/products/${id}`)
    const after = []
    for (const id of [3, 2, 1]) after.push((await few.get(`/products/${id}`)).cache)
    expect(after).toEqual(['HIT fresh', 'HIT fresh', 'MISS cold'])
    await server?.close()

    const big: Parameters<typeof createCacheApp>[0] = {
      'big/[id].tsx': [
        { scope: 'public', sharedMaxAge: 60 },
        ({ params }, render) => `${'x'.repeat(Number(params.id))}<p>${render}</p>`,
      ],
    }
    const small = open({ cache: { maxBytes: 100_000 } }, big)
    for (const size of [40_000, 40_001, 40_002]) await small.get(`/big/${size}`)
    expect((await small.get('/big/40000')).cache).toBe('MISS cold')
    expect((await small.get('/big/40002')).cache).toBe('HIT fresh')
    await small.get('/big/200000')
    expect((await small.get('/big/200000')).cache).toBe('MISS cold')
  })

  test.each([
    [{ maxEntries: 0 }, 'cache.maxEntries'],
    [{ maxBytes: Number.NaN }, 'cache.maxBytes'],
    [{ tagHeader: 'a b' }, 'cache.tagHeader'],
    [{ tagHeader: 'Set-Cookie' }, 'cache.tagHeader'],
    [{ store: 'sqlite:x.db' as never }, 'cache.store'],
  ])('CFG-39 %j is refused at start', (cache, name) => {
    expect(() => open({ cache })).toThrow(name)
  })

  test('an invalid policy caches nothing and is logged once', async () => {
    const lines: string[] = []
    const app = open(
      { onPageError: (error) => lines.push(String(error)) },
      {
        'odd.tsx': [{ scope: 'publik', maxAge: 9 } as never, (_props, render) => `<p>${render}</p>`],
      },
    )
    for (const render of [1, 2]) expect(await app.get('/odd')).toMatchObject({ cache: 'null null', render })
    expect(lines).toEqual([expect.stringContaining("scope must be 'public' or 'private'")])
  })
})
