/** Caches in front of the server don't run the middleware: they must not store a page for some visitors, or a nonce. */
import { expect, test } from 'vitest'
import type { LogLine } from '../../../runtime/src/contract/config/log.ts'
import type { CachePolicy } from '../../../runtime/src/contract/page/cache.ts'
import type { FwServerOptions } from '../../../runtime/src/server.ts'
import { compileRoutes } from '../../runtime/page/compiled-routes.ts'
import { behindSharedCache } from '../../shared-cache.ts'
import { openFormDesk } from '../form-desk.ts'
import { describeTransports } from '../transports.ts'
import { createCacheApp } from './cache-app.ts'

const MINUTE: CachePolicy = { scope: 'public', maxAge: 0, sharedMaxAge: 60, swr: 600, tags: ['members'] }
const PUBLIC = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600'
const PRIVATE = 'private, no-store'

/** Refuses visitors whose request has no such header with such a value. */
const only =
  (name: string, value: string): FwServerOptions['middleware'] =>
  ({ headers, url }) =>
    new URL(url).pathname !== '/members' || headers.get(name) === value
      ? undefined
      : new Response('Sign in.', { status: 401 })

const BY_COOKIE = { name: 'cookie', value: 'session_token=member' }
const BY_ADDRESS = { name: 'x-forwarded-for', value: '198.51.100.20' }

describeTransports('caches in front of the server', (start) => {
  const open = async (policy: CachePolicy, options: FwServerOptions) => {
    const app = createCacheApp({
      'members.tsx': [policy, ({ nonce }, render) => `<p data-nonce="${nonce}">${render}</p>`],
    })
    const lines: LogLine[] = []
    const client = await start({ ...app.options, log: (line) => lines.push(line), ...options })
    const send = (path: string, headers: Readonly<Record<string, string>> = {}) => client.request(path, { headers })
    return { ...app, ...client, lines, send, viaCache: behindSharedCache(send) }
  }

  test.each([
    ['a cookie', BY_COOKIE],
    ['an address', BY_ADDRESS],
  ])('a page that middleware shows by %s reaches its visitors only', async (_title, { name, value }) => {
    for (const path of ['/members', '/members.md']) {
      const app = await open(MINUTE, { middleware: only(name, value) })
      const visit = async (headers: Readonly<Record<string, string>>) => {
        const { status, isHit, headers: sent } = await app.viaCache(path, headers)
        return [status, isHit, sent.get('x-fw-cache'), sent.get('cache-control'), sent.get('cache-tag')]
      }
      const refused = [401, false, null, expect.not.stringMatching(/public|s-maxage/), null]
      expect(await visit({})).toEqual(refused)
      expect(await visit({ [name]: value })).toEqual([200, false, 'MISS', PRIVATE, null])
      expect(await visit({})).toEqual(refused)
      // The cache of the server is used: the middleware runs before it.
      expect(await visit({ [name]: value })).toEqual([200, false, 'HIT', PRIVATE, null])
      expect(app.renders('members.tsx')).toBe(1)
    }
  })

  test('a nonce is sent once, whatever the policy of the page allows', async () => {
    for (const cdn of [undefined, true]) {
      const app = await open({ ...MINUTE, cdn }, { middleware: undefined, csp: true })
      const visits = [await app.viaCache('/members', {}), await app.viaCache('/members', {})]
      expect(visits.map(({ isHit, headers }) => [isHit, headers.get('x-fw-cache')])).toEqual([
        [false, 'MISS'],
        [false, 'HIT'],
      ])
      for (const { headers, text } of visits) {
        expect(headers.get('cache-control')).toBe(PRIVATE)
        expect(text).toContain(`data-nonce="${headers.get('x-fw-nonce')}"`)
      }
      expect(new Set(visits.map(({ headers }) => headers.get('x-fw-nonce'))).size).toBe(2)
      // Markdown has no nonce.
      expect((await app.send('/members.md')).headers.get('cache-control')).toBe(PUBLIC)
    }
  })

  test.each<[string, FwServerOptions, boolean | undefined, string]>([
    ['without middleware', { middleware: undefined }, undefined, PUBLIC],
    ['without middleware, but cdn: false', { middleware: undefined }, false, PRIVATE],
    ['with middleware', {}, undefined, PRIVATE],
    ['with middleware and cdn: true', {}, true, PUBLIC],
    ['with cdn: true, and without the cache of the server', { cache: false }, true, PUBLIC],
    ['with middleware, and without the cache of the server', { cache: false }, undefined, PRIVATE],
  ])('may store a public page %s', async (_title, options, cdn, expected) => {
    const app = await open({ ...MINUTE, cdn }, { middleware: () => undefined, ...options })
    for (const _visit of [1, 2]) {
      const { headers } = await app.send('/members')
      expect(headers.get('cache-control')).toBe(expected)
      expect(headers.get('cache-tag')).toBe(expected === PUBLIC ? 'members' : null)
    }
    const [first, second] = [await app.viaCache('/members', {}), await app.viaCache('/members', {})]
    expect([first.isHit, second.isHit]).toEqual([false, expected === PUBLIC])
  })

  test('browsers store the page for these cookies only, for the time of its policy', async () => {
    const app = await open({ scope: 'public', maxAge: 30, swr: 5 }, {})
    const { headers } = await app.send('/members')
    expect(headers.get('cache-control')).toBe('private, max-age=30, stale-while-revalidate=5')
    expect(headers.get('vary')).toBe('accept, x-fw-navigation, cookie')
  })

  test('a public header of the app itself is not sent with a nonce', async () => {
    const compiled = compileRoutes({
      'routes/own.tsx': `export const meta = { title: 'Own' }
export default ({ ctx }) => { ctx.headers.set('cache-control', 'public, max-age=60'); return <p /> }`,
      'routes/raw.tsx': `export default () =>
  new Response('<p>', { headers: { 'content-type': 'text/html', 'cache-control': 's-maxage=60' } })`,
    })
    const lines: LogLine[] = []
    const { request } = await start({ ...compiled.options, csp: true, log: (line) => lines.push(line) })
    for (const path of ['/own', '/raw']) {
      const { headers } = await request(path)
      expect([path, headers.get('cache-control'), headers.has('x-fw-nonce')]).toEqual([path, PRIVATE, true])
    }
    expect(lines.map(({ msg }) => msg)).toEqual([
      '/own has a public cache-control and contains a nonce. It was sent as private.',
    ])
    compiled.close()
  })

  test('the forms of a cached page have no keys, although the page is sent as private', async () => {
    const { options, close } = await openFormDesk()
    const { request } = await start({ ...options, middleware: () => undefined })
    for (const state of ['MISS', 'HIT']) {
      const page = await request('/shared')
      const { headers } = page
      expect([headers.get('x-fw-cache'), headers.get('cache-control')]).toEqual([state, 'private, max-age=60'])
      expect(await page.text()).toContain('name="fw:key" value="">')
    }
    close()
  })

  test('documents of the framework are private in an app with middleware', async () => {
    const site: FwServerOptions = {
      ...createCacheApp().options,
      siteUrl: 'https://shop.example',
      production: true,
      llmsTxt: {},
      openapi: true,
      feed: { items: () => [] },
    }
    const paths = [
      '/llms.txt',
      '/sitemap.xml',
      '/robots.txt',
      '/rss.xml',
      '/.well-known/agent-card.json',
      '/.well-known/mcp/server-card.json',
      '/_fw/openapi.json',
    ]
    const read = async (options: FwServerOptions) => {
      const { request } = await start({ ...site, ...options })
      return Promise.all(
        paths.map(async (path) => {
          const { status, headers } = await request(path)
          return [path, status, headers.get('cache-control')]
        }),
      )
    }
    const all = (value: string) => paths.map((path) => [path, 200, value])
    expect(await read({ middleware: undefined })).toEqual(all('public, max-age=300'))
    expect(await read({ middleware: () => undefined })).toEqual(all('private, max-age=300'))
  })
})
