/** Attempts to poison a cached page, or to read data of another user in it: all fail. */
import { expect, test } from 'vitest'
import type { LogLine } from '../../../runtime/src/contract/config/log.ts'
import { revalidateTag } from '../../../runtime/src/index.ts'
import type { FwServerOptions } from '../../../runtime/src/server.ts'
import { type Client, describeTransports } from '../transports.ts'
import { createCacheApp, signedIn } from './cache-app.ts'

interface Shown {
  readonly status: number
  /** `x-fw-cache` and its reason. */
  readonly cache: string
  readonly control: string | null
  readonly headers: Headers
  /** Returns the body of the document. */
  readonly text: string
  readonly all: string
}

describeTransports('a cached page', (start) => {
  const open = async (options: FwServerOptions = {}) => {
    const app = createCacheApp()
    const lines: LogLine[] = []
    const client = await start({ ...app.options, log: (line) => lines.push(line), ...options })
    return { ...app, ...client, lines, get: getter(client) }
  }

  /** A first visitor who brings `headers`, and a second one who brings nothing. */
  const first = async (path: string, headers: Record<string, string>) => {
    const app = await open()
    return { app, before: await app.get(path, headers), after: await app.get(path) }
  }

  test.each([
    ['cookies', { cookie: 'theme=dark; id=7' }],
    ['the language', { 'accept-language': 'de', cookie: 'fw_locale=de' }],
    ['the name of a browser', { 'user-agent': 'Mozilla/5.0 evil' }],
    ['the host that a proxy names', { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }],
    ['another address', { 'x-forwarded-for': '10.0.0.1', referer: 'https://evil.example/' }],
    ['a header that a page may read', { 'x-original-url': '/admin', 'x-anything': 'evil' }],
    ['headers of an agent', { 'x-fw-origin': 'agent', 'x-fw-tainted': '1' }],
    ['no-cache', { 'cache-control': 'no-cache', pragma: 'no-cache' }],
  ])('holds nothing of the first visitor: %s', async (_title, headers) => {
    const { app, before, after } = await first('/', headers)
    expect(before).toMatchObject({ cache: 'MISS cold', status: 200 })
    expect(after).toMatchObject({ cache: 'HIT fresh', text: before.text })
    const { url, method, accept, ...rest } = JSON.parse(/\{.*\}/.exec(before.text)?.[0] ?? '') as Record<string, string>
    expect({ path: new URL(url ?? '').pathname, method, accept }).toEqual({
      path: '/',
      method: 'GET',
      accept: 'text/html',
    })
    expect(rest).toEqual({})
    expect(app.renders('index.tsx')).toBe(1)
  })

  test.each([
    ['a session', 'session', () => signedIn('ann')],
    ['authorization', 'authorization', () => ({ authorization: 'Bearer ann' })],
    ['a signature', 'signature', () => ({ 'signature-input': 'sig1=()', signature: 'sig1=:AA==:' })],
  ])('is neither filled by nor given to a caller with %s', async (_title, reason, identity) => {
    const app = await open()
    const own = await app.get('/', identity())
    expect(own).toMatchObject({ status: 200, cache: `BYPASS ${reason}`, control: 'private, no-store' })
    expect(own.text).toContain('ann'.repeat(reason === 'session' ? 1 : 0))
    const anonymous = await app.get('/')
    expect(anonymous).toMatchObject({ cache: 'MISS cold' })
    expect(anonymous.text).not.toContain('ann')
    expect((await app.get('/', identity())).text).toContain('home 3')
    expect((await app.get('/')).text).toBe(anonymous.text)
  })

  test('a renewed session gets its cookie alone, and an expired one the anonymous page', async () => {
    const app = await open()
    const anonymous = await app.get('/')
    const renewed = await app.get('/', signedIn('ann'))
    expect(renewed.headers.get('set-cookie')).toMatch(/^fw_session=/)
    expect(renewed.control).toBe('private, no-store')
    const after = await app.get('/', { cookie: 'fw_session=v1.forged.forged' })
    expect(after).toMatchObject({ cache: 'HIT fresh', text: anonymous.text })
    expect(after.headers.get('set-cookie')).toBeNull()
  })

  test("a private page is cached only in its visitor's browser, and only for these cookies", async () => {
    const app = await open()
    const ann = await app.get('/account', signedIn('ann'))
    expect(ann).toMatchObject({ cache: 'BYPASS private', control: 'private, max-age=30' })
    expect(ann.headers.get('vary')).toBe('accept, x-fw-navigation, cookie')
    expect(ann.text).toContain('"name":"ann"')
    const bob = await app.get('/account', signedIn('bob'))
    expect(bob.text).toContain('"name":"bob"')
    expect((await app.get('/account')).text).not.toMatch(/ann|bob/)
  })

  test('one that sets a cookie is downgraded, with a log entry, and each visitor gets a separate cookie', async () => {
    const app = await open()
    const one = await app.get('/cookie')
    const two = await app.get('/cookie')
    for (const page of [one, two])
      expect(page).toMatchObject({ cache: 'BYPASS set-cookie', control: 'private, no-store' })
    expect(one.headers.get('set-cookie')).not.toBe(two.headers.get('set-cookie'))
    expect(one.headers.get('cache-tag')).toBeNull()
    expect(app.lines.filter(({ level, msg }) => level === 'warn' && msg.includes('/cookie'))).toHaveLength(1)
  })

  test.each([
    ['/vary', 'vary', 200],
    ['/no-store', 'cache-control', 200],
    ['/raw', 'response', 200],
    ['/part', 'status-206', 206],
    ['/moved', 'status-303', 303],
    ['/gone', 'status-404', 404],
    ['/broken', 'status-500', 500],
  ])('%s is not cached: %s', async (path, reason, status) => {
    const app = await open()
    const before = await app.get(path, { cookie: 'id=7' })
    const after = await app.get(path)
    for (const page of [before, after]) expect(page).toMatchObject({ cache: `BYPASS ${reason}`, status })
    expect(after.text).not.toContain('id=7')
    expect(after.headers.get('cache-tag')).toBeNull()
  })

  test('an error page shows the next visitor nothing of the one before', async () => {
    const app = await open()
    for (const path of ['/broken', '/gone', '/none']) {
      const before = await app.get(path, { cookie: 'id=7', 'x-name': 'ann' })
      expect(before.text).toContain('"x-name":"ann"')
      expect((await app.get(path)).text).not.toMatch(/ann|id=7/)
    }
  })

  test('variants of a page are separate entries: navigation, Markdown, its .md URL', async () => {
    const app = await open({ inlineStyles: true, styleText: 'p{color:red}' })
    const forms: readonly [string, Record<string, string>][] = [
      ['/products/1', { 'x-fw-navigation': '1' }],
      ['/products/1', {}],
      ['/products/1', { accept: 'text/markdown' }],
      ['/products/1.md', {}],
    ]
    const made: Shown[] = []
    for (const [path, headers] of forms) made.push(await app.get(path, headers))
    expect(made.map(({ cache }) => cache)).toEqual(Array(4).fill('MISS cold'))
    expect(made.map(({ all }) => all.includes('<style'))).toEqual([false, true, false, false])
    expect(made.map(({ all }) => all.startsWith('<!DOCTYPE'))).toEqual([true, true, false, false])
    for (const [index, [path, headers]] of forms.entries())
      expect(await app.get(path, headers)).toMatchObject({ cache: 'HIT fresh', all: made[index]?.all })
  })

  test('every query and every spelling of it has a page of its own; every spelling of a path is one', async () => {
    const app = await open()
    const queries = ['?a=1&b=2', '?b=2&a=1', '?a=1', '?a=1&a=1', '?a=1%262', '']
    const texts = []
    for (const query of queries) texts.push((await app.get(`/products/1${query}`)).text)
    expect(new Set(texts).size).toBe(queries.length)
    for (const [index, query] of queries.entries())
      expect(await app.get(`/products/1${query}`)).toMatchObject({ cache: 'HIT fresh', text: texts[index] })
    expect((await app.get('/products/%31')).cache).toBe('HIT fresh')
    expect((await app.get(`/products/1?${'a'.repeat(3000)}`)).cache).toBe('BYPASS long-address')
  })

  test('HEAD empties nothing, and a range cuts nothing off', async () => {
    const app = await open()
    const head = await app.request('/', { method: 'HEAD' })
    expect([head.status, head.headers.get('x-fw-cache'), await head.text()]).toEqual([200, 'MISS', ''])
    const part = await app.get('/', { range: 'bytes=0-3' })
    expect(part).toMatchObject({ status: 200, cache: 'HIT fresh' })
    expect(part.text).toContain('home 1')
    expect((await app.request('/', { method: 'HEAD' })).headers.get('x-fw-cache')).toBe('HIT')
  })

  test('other methods neither get nor fill it', async () => {
    const app = await open()
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND'])
      expect((await app.request('/', { method })).headers.get('x-fw-cache')).toBeNull()
    expect((await app.get('/')).cache).toBe('MISS cold')
  })

  test('each response has its own nonce, and none has the nonce of the cached page', async () => {
    const app = await open({ csp: true })
    const pages = [await app.get('/nonce'), await app.get('/nonce'), await app.get('/nonce')]
    expect(pages.map(({ cache }) => cache)).toEqual(['MISS cold', 'HIT fresh', 'HIT fresh'])
    const nonces = pages.map(({ headers }) => headers.get('x-fw-nonce'))
    expect(new Set(nonces).size).toBe(3)
    for (const { all, headers } of pages) {
      const nonce = headers.get('x-fw-nonce') ?? ''
      expect(headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`)
      expect([...all.matchAll(/nonce="([^"]*)"/g)].map(([, value]) => value)).toContain(nonce)
      expect(new Set([...all.matchAll(/nonce="([^"]*)"/g)].map(([, value]) => value))).toEqual(new Set([nonce]))
    }
  })

  test('middleware runs for every visitor, and its response is not cached', async () => {
    const app = await open()
    expect(await app.get('/secret')).toMatchObject({ status: 403, cache: '' })
    expect(await app.get('/secret', { 'x-key': 'open' })).toMatchObject({ status: 200, cache: 'MISS cold' })
    expect(await app.get('/secret')).toMatchObject({ status: 403, all: 'closed' })
    expect(await app.get('/secret', { 'x-key': 'open' })).toMatchObject({ status: 200, cache: 'HIT fresh' })
  })

  test('redirects come before it, and keep the query of each visitor', async () => {
    const app = await open({ redirects: [{ from: '/old', to: '/products/1' }] })
    for (const name of ['ann', 'bob'])
      expect((await app.get(`/old?${name}`)).headers.get('location')).toBe(`/products/1?${name}`)
    expect((await app.get('/products/1/?ann')).headers.get('location')).toBe('/products/1?ann')
  })

  test('under each URL of a rewrite it is the page of that URL', async () => {
    const app = await open({
      rewrites: [
        { from: '/a', to: '/' },
        { from: '/b', to: '/' },
      ],
    })
    const pathOf = ({ text }: Shown) =>
      new URL((JSON.parse(/\{.*\}/.exec(text)?.[0] ?? '') as { url: string }).url).pathname
    for (const state of ['MISS cold', 'HIT fresh'])
      for (const path of ['/a', '/b', '/']) {
        const page = await app.get(path)
        expect([page.cache, pathOf(page)]).toEqual([state, path])
      }
  })

  test("a visitor's URL cannot add a tag", async () => {
    const app = await open({ middleware: undefined })
    const page = await app.get('/products/1%2Cslow%20x')
    expect(page.headers.get('cache-tag')).toBe('products,product-1%2Cslow%20x')
    await revalidateTag('product-1')
    expect((await app.get('/products/1%2Cslow%20x')).cache).toBe('HIT fresh')
    await revalidateTag('product-1,slow x')
    expect((await app.get('/products/1%2Cslow%20x')).cache).toBe('MISS dropped')
  })

  test('hosts have pages of their own', async () => {
    const app = await open()
    const at = async (host: string) => {
      const answer = await app.server.fetch(new Request('http://localhost/', { headers: { host } }))
      return [answer.headers.get('x-fw-cache'), /http:[^"]*/.exec(await answer.text())?.[0]]
    }
    for (const state of ['MISS', 'HIT'])
      for (const host of ['shop.example', 'evil.example']) expect(await at(host)).toEqual([state, `http://${host}/`])
    expect((await app.get('/')).text).not.toContain('example')
  })
})

const getter =
  ({ request }: Client) =>
  async (path: string, headers: Record<string, string> = {}): Promise<Shown> => {
    const response = await request(path, { headers })
    const all = await response.text()
    const { status } = response
    const state = [response.headers.get('x-fw-cache'), response.headers.get('x-fw-cache-reason')]
    return {
      status,
      cache: state.filter(Boolean).join(' '),
      control: response.headers.get('cache-control'),
      headers: response.headers,
      text: /<body>(.*)<\/body>/s.exec(all)?.[1] ?? all,
      all,
    }
  }
