import { expect, test } from 'vitest'
import type { FwServerOptions } from '../../../runtime/src/server.ts'
import { createFwServer } from '../../../runtime/src/server.ts'
import { describeTransports } from '../transports.ts'

/** Pages that render their own name and their parameters. */
const routes: FwServerOptions['routes'] = {
  '/': () => 'home',
  '/articles/[slug]': ({ params }) => `article ${params.slug}`,
  '/docs/[...path]': ({ params }) => `docs ${params.path}`,
  '/moved': () => 'a page of this name exists',
  '/orders/[id=integer]': ({ params }) => `order ${params.id}`,
  '/secret': () => 'secret',
}

describeTransports('redirects', (start) => {
  const ask = async (redirects: FwServerOptions['redirects'], path: string, init?: RequestInit) => {
    const { request } = await start({ routes, ...(redirects && { redirects }) })
    const response = await request(path, init)
    return { status: response.status, location: response.headers.get('location'), text: await response.text() }
  }

  test('CFG-28 no redirect without a rule', async () => {
    expect(await ask(undefined, '/moved')).toMatchObject({ status: 200, location: null })
  })

  test('a target with any characters is sent as a valid URL', async () => {
    const redirects = [{ from: '/alt', to: '/über/日本?q=✓' }]
    expect(await ask(redirects, '/alt')).toEqual({
      status: 308,
      location: '/%C3%BCber/%E6%97%A5%E6%9C%AC?q=%E2%9C%93',
      text: '',
    })
  })

  test('CFG-29 LIM-06 the status is 308 unless the rule names one', async () => {
    const redirects = [
      { from: '/old', to: '/' },
      { from: '/seasonal', to: '/', status: 302 as const },
    ]
    expect(await ask(redirects, '/old')).toEqual({ status: 308, location: '/', text: '' })
    expect(await ask(redirects, '/seasonal')).toMatchObject({ status: 302, location: '/' })
  })

  test('CFG-30 a redirect is applied before the page of the same path', async () => {
    expect(await ask([{ from: '/moved', to: '/' }], '/moved')).toMatchObject({ status: 308, location: '/' })
  })

  test.each([
    ['/blog/a-b', '/articles/a-b'],
    ['/blog/caf%C3%A9', '/articles/caf%C3%A9'],
    ['/manual/one/two%20three', '/docs/one/two%20three'],
    ['/all', '/docs'],
    ['/all/x/y', '/docs/x/y'],
    ['/number/12', '/orders/12'],
    ['/number/twelve', null],
    ['/elsewhere/a', 'https://other.example/a?from=here'],
    ['/blog/x?page=2&q=%26', '/articles/x?page=2&q=%26'],
    ['/elsewhere/a?b=1', 'https://other.example/a?from=here'],
    ['/anchor?b=1', '/?b=1#top'],
    ['/old/', '/'],
  ])('RTE-18 CFG-31 %s redirects to %s: the route grammar, captures by name', async (path, location) => {
    const redirects = [
      { from: '/blog/[slug]', to: '/articles/[slug]' },
      { from: '/manual/[...path]', to: '/docs/[...path]' },
      { from: '/all/[[...path]]', to: '/docs/[[...path]]' },
      { from: '/number/[id=integer]', to: '/orders/[id]' },
      { from: '/elsewhere/[path]', to: 'https://other.example/[path]?from=here' },
      { from: '/anchor', to: '/#top' },
      { from: '/old', to: '/' },
    ]
    expect((await ask(redirects, path)).location).toBe(location)
  })

  test('CFG-32 the first declared match wins, with captures or without', async () => {
    const redirects = [
      { from: '/a/one', to: '/first' },
      { from: '/a/[x]', to: '/second' },
      { from: '/a/two', to: '/third' },
      { from: '/a/one', to: '/fourth' },
    ]
    expect((await ask(redirects, '/a/one')).location).toBe('/first')
    expect((await ask(redirects, '/a/two')).location).toBe('/second')
  })

  test.each(['/blog/%2F%2Fevil.example', '/blog/%5Cevil.example', '/blog//evil.example', '/blog/%0d%0ax'])(
    'a capture never redirects to another host: %s is not a path',
    async (path) => {
      expect(await ask([{ from: '/blog/[slug]', to: '/[slug]' }], path)).toMatchObject({ status: 404, location: null })
    },
  )

  test('a capture stays one encoded segment', async () => {
    const redirects = [{ from: '/go/[...to]', to: '/[...to]' }]
    expect((await ask(redirects, '/go/https:/evil.example')).location).toBe('/https%3A/evil.example')
    expect((await ask(redirects, '/go/%3Fq%23h/@evil.example')).location).toBe('/%3Fq%23h/%40evil.example')
  })
})

describeTransports('rewrites', (start) => {
  const rewrites = [
    { from: '/hello', to: '/articles/hello' },
    { from: '/a/[slug]', to: '/articles/[slug]' },
    { from: '/moved', to: '/' },
    { from: '/gone', to: '/nowhere' },
    { from: '/door/[...path]', to: '/[...path]' },
  ]

  test('CFG-33 no rewrite without a rule; with one, the same grammar and order', async () => {
    const plain = await start({ routes })
    expect((await plain.request('/hello')).status).toBe(404)
    const { request } = await start({ routes, rewrites })
    expect(await (await request('/a/caf%C3%A9')).text()).toContain('article café')
    expect(await (await request('/moved')).text()).toContain('home')
    expect((await request('/gone')).status).toBe(404)
  })

  test('CFG-34 the address bar keeps the requested URL', async () => {
    const { request } = await start({ routes, rewrites })
    const response = await request('/hello?x=1')
    expect(response.status).toBe(200)
    expect(response.headers.get('location')).toBeNull()
    expect(await response.text()).toContain('article hello')
  })

  test.each(['/door/_fw/manifest', '/door/_fw/api/x', '/door/_fw'])(
    'CFG-35 a capture never reaches the framework: %s',
    async (path) => {
      const { request } = await start({ routes, rewrites })
      expect((await request(path)).status).toBe(404)
    },
  )

  test('middleware gates the page behind a rewrite, by its own path', async () => {
    const seen: string[] = []
    const { request } = await start({
      routes,
      rewrites: [{ from: '/open/[page]', to: '/[page]' }],
      middleware: (req) => {
        const { pathname } = new URL(req.url)
        seen.push(pathname)
        return pathname === '/secret' ? new Response('no', { status: 403 }) : undefined
      },
    })
    expect((await request('/open/secret')).status).toBe(403)
    expect(seen).toEqual(['/open/secret', '/secret'])
  })
})

test.each([
  [
    'CFG-35 another origin',
    { rewrites: [{ from: '/x', to: 'https://other.example/' }] },
    /has the target "https:\/\/other\.example\/".*Use a redirect/,
  ],
  ['CFG-35 the framework', { rewrites: [{ from: '/x', to: '/_fw/manifest' }] }, /shows a page of this app/],
  ['an unknown capture', { redirects: [{ from: '/a/[b]', to: '/[c]' }] }, /has no parameter "c"/],
  ['an unknown matcher', { redirects: [{ from: '/a/[b=odd]', to: '/' }] }, /matcher "odd", which does not exist/],
  ['two slashes', { redirects: [{ from: '/a', to: '//other.example' }] }, /begins with one "\/"/],
  ['a capture in the host', { redirects: [{ from: '/[host]', to: 'https://[host]/x' }] }, /begins with one "\/"/],
  ['a capture in the query', { redirects: [{ from: '/[a]', to: '/x?y=[a]' }] }, /that isn.t part of a parameter/],
  ['a script', { redirects: [{ from: '/a', to: 'javascript:alert(1)' }] }, /begins with one "\/"/],
] as const)('a rule is refused at start: %s', (_, options, message) => {
  expect(() => createFwServer({ routes, ...options })).toThrow(message)
})
