/** The files by which search engines, agents and feed readers find an app. */
import robotsParser from 'robots-parser'
import { expect, test } from 'vitest'
import { api, type FeedConfig } from '../../../runtime/src/index.ts'
import { buildLlmsTxt, createFwServer, type FwServerOptions } from '../../../runtime/src/server.ts'
import { routeModules } from '../route-modules.ts'
import { describeTransports } from '../transports.ts'

/** The package exports a function, but its types declare a module with a default export. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default

const SITE = 'https://shop.example'

const pages = routeModules({
  'index.tsx': { meta: { title: 'Shop', description: 'All of\n it' } },
  'about.tsx': { meta: { title: 'About [us]' } },
  'tea/[slug].tsx': {
    meta: ({ params }) => ({ title: `Tea ${params.slug}` }),
    staticParams: async () => [{ slug: 'green' }, { slug: 'é/ü & co' }],
  },
  'cups/[size].tsx': { staticParams: [{ size: 'big' }] },
  'orders/[id].tsx': { meta: { title: 'An order' } },
  'cart.tsx': { meta: { title: 'Cart', robots: { index: false } } },
  'secret.tsx': { meta: { robots: 'none' } },
})

const done = async () => null
const apis = {
  tea: {
    search: api({ description: 'Searches\nthe teas.', run: done }),
    buy: api({ description: 'Buys a tea.', guard: 'confirm', run: done }),
    burn: api({ description: 'Burns the shop.', guard: 'forbidden', run: done }),
    audit: api({ description: 'Reads the books.', scopes: ['books'], run: done }),
  },
}

const get = async (options: FwServerOptions, path: string, init?: RequestInit) => {
  const response = await createFwServer({ log: () => undefined, ...options }).fetch(
    new Request(`http://h${path}`, init),
  )
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describeTransports('discovery', (start) => {
  test('GEN-03 CFG-07 CFG-08 CFG-09 nothing is served unless the configuration asks for it', async () => {
    const feed = { items: () => [] }
    const { request } = await start({ ...pages, feed })
    for (const path of ['/llms.txt', '/sitemap.xml', '/robots.txt', '/rss.xml'])
      expect((await request(path)).status, path).toBe(404)
    const all = await start({ ...pages, siteUrl: SITE, llmsTxt: {}, feed })
    for (const path of ['/llms.txt', '/sitemap.xml', '/robots.txt', '/rss.xml']) {
      const answer = await all.request(path)
      expect([path, answer.status, answer.headers.get('set-cookie')]).toEqual([path, 200, null])
    }
  })

  test('CFG-08 SRV-15 HTP-16 HTP-17 HTP-18 RTE-24 RTE-26 llms.txt: pages and the public tools', async () => {
    const { request } = await start({
      ...pages,
      apis,
      title: 'Shop',
      description: 'The app.',
      llmsTxt: { title: 'Tea shop', description: 'Tea for\npeople.' },
    })
    const answer = await request('/llms.txt', { headers: { host: 'evil.example' } })
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await answer.text()).toBe(`# Tea shop

> Tea for people.

Tools are called with a JSON object: POST to their URL with the header \`x-fw-origin: agent\`, over MCP at /_fw/mcp, or over A2A as described in /.well-known/agent-card.json. [The manifest](/_fw/manifest) has their input as JSON Schema, and the components of a page with \`?path=\`.

## Pages

- [Shop](/index.md): All of it
- [About \\[us\\]](/about.md)
- [/cups/big](/cups/big.md)
- \`/orders/[id]\`: An order
- [Tea green](/tea/green.md)
- [Tea é/ü & co](/tea/%C3%A9%2F%C3%BC%20%26%20co.md)

## Tools

- [api.tea.search](/_fw/api/tea.search): Searches the teas.
- [api.tea.buy](/_fw/api/tea.buy): Buys a tea. (requires human approval)

## Optional

- [Cart](/cart.md)
- [/secret](/secret.md)
`)
  })

  test('SRV-15 llms.txt has the app’s title, and absolute URLs from siteUrl', async () => {
    const { request } = await start({ ...pages, title: 'Shop', siteUrl: SITE, llmsTxt: {} })
    const text = await (await request('/llms.txt')).text()
    expect(text).toMatch(/^# Shop\n\n## Pages\n\n- \[Shop\]\(https:\/\/shop\.example\/index\.md\)/)
  })

  test('HTP-20 HTP-21 CFG-07 RTE-03 RTE-04 RTE-24 sitemap.xml: every known page with an absolute URL', async () => {
    const { request } = await start({ ...pages, siteUrl: `${SITE}/` })
    const answer = await request('/sitemap.xml', { headers: { host: 'evil.example' } })
    expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    const urls = [...(await answer.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)
    expect(urls).toEqual([
      `${SITE}/`,
      `${SITE}/about`,
      `${SITE}/cups/big`,
      `${SITE}/tea/green`,
      `${SITE}/tea/%C3%A9%2F%C3%BC%20%26%20co`.replace('&', '&amp;'),
    ])
  })

  test('HTP-22 CFG-07 robots.txt lets everybody in and names the sitemap', async () => {
    const { request } = await start({ ...pages, siteUrl: SITE })
    const answer = await request('/robots.txt')
    const text = await answer.text()
    expect(text).toBe(`User-agent: *\nAllow: /\n\nSitemap: ${SITE}/sitemap.xml\n`)
    const robots = parseRobots(`${SITE}/robots.txt`, text)
    expect(robots.isAllowed(`${SITE}/tea/green`, 'AnyBot')).toBe(true)
    expect(robots.getSitemaps()).toEqual([`${SITE}/sitemap.xml`])
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  })

  test('HEAD has the headers, other methods are refused, and an unchanged file is not sent again', async () => {
    const { request } = await start({ ...pages, siteUrl: SITE, production: true })
    const whole = await request('/robots.txt')
    const etag = whole.headers.get('etag') ?? ''
    expect(whole.headers.get('cache-control')).toBe('public, max-age=300')
    expect(whole.headers.get('x-content-type-options')).toBe('nosniff')
    const head = await request('/robots.txt', { method: 'HEAD' })
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, ''])
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const same = await request('/robots.txt', { headers: { 'if-none-match': known } })
      expect([known, same.status, await same.text()]).toEqual([known, 304, ''])
    }
    expect((await request('/robots.txt', { headers: { 'if-none-match': '"x"' } })).status).toBe(200)
    const post = await request('/robots.txt', { method: 'POST' })
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  test('a page of the app with the same path takes precedence, also a page that matches every path', async () => {
    const own = routeModules({
      'robots.txt.tsx': { html: () => 'my own rules' },
      'sitemap.xml.tsx': { html: () => 'my own map' },
      '[...rest].tsx': { html: () => 'any page' },
    })
    const { request } = await start({ ...own, siteUrl: SITE, llmsTxt: {} })
    expect(await (await request('/robots.txt')).text()).toContain('my own rules')
    expect(await (await request('/sitemap.xml')).text()).toContain('my own map')
    expect(await (await request('/llms.txt')).text()).toMatch(/^# shop\.example\n/)
    expect(await (await request('/other.txt')).text()).toContain('any page')
  })

  test('the app’s middleware runs first', async () => {
    const middleware = () => new Response('closed', { status: 503 })
    const { request } = await start({ ...pages, siteUrl: SITE, middleware })
    expect((await request('/robots.txt')).status).toBe(503)
  })
})

test('HTP-19 llms.txt is made once, for callers at the same time too, and soon again when a route failed', async () => {
  let calls = 0
  const broken = routeModules({
    'tea/[slug].tsx': {
      staticParams: async () => {
        calls++
        if (calls === 1) throw new Error('no database')
        return [{ slug: 'green' }]
      },
    },
  })
  let clock = 1
  const server = createFwServer({ ...broken, llmsTxt: {}, log: () => undefined, now: () => clock })
  const ask = async () => (await (await server.fetch(new Request('http://h/llms.txt'))).text()).includes('/tea/green')
  expect(await ask()).toBe(false)
  clock += 10_000
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([true, true, true])
  expect(await ask()).toBe(true)
  expect(calls).toBe(2)
  clock += 5 * 60_000
  expect(await ask()).toBe(true)
  expect(calls).toBe(3)
})

test('SRV-26 listPages lists the known pages', async () => {
  const server = createFwServer({ ...pages, log: () => undefined })
  expect(await server.listPages()).toEqual([
    { path: '/', pattern: '/', title: 'Shop', description: 'All of\n it', concrete: true },
    { path: '/about', pattern: '/about', title: 'About [us]', concrete: true },
    { path: '/cart', pattern: '/cart', title: 'Cart', concrete: true, noindex: true },
    { path: '/cups/big', pattern: '/cups/[size]', concrete: true },
    { path: '/orders/[id]', pattern: '/orders/[id]', title: 'An order', concrete: false },
    { path: '/secret', pattern: '/secret', concrete: true, noindex: true },
    { path: '/tea/green', pattern: '/tea/[slug]', title: 'Tea green', concrete: true },
    { path: '/tea/%C3%A9%2F%C3%BC%20%26%20co', pattern: '/tea/[slug]', title: 'Tea é/ü & co', concrete: true },
  ])
})

test('LOW-07 buildLlmsTxt(config, pages, tools) is a text', () => {
  const pages = [{ path: '/', title: 'Home' }]
  const tools = [{ name: 'api.tea.buy', description: 'Buys.', guard: 'confirm' as const }]
  expect(buildLlmsTxt({ title: 'Shop', description: 'Tea.' }, pages, tools)).toBe(
    '# Shop\n\n> Tea.\n\n' +
      'Tools are called with a JSON object: POST to their URL with the header `x-fw-origin: agent`, over MCP at /_fw/mcp, or over A2A as described in /.well-known/agent-card.json. [The manifest](/_fw/manifest) has their input as JSON Schema, and the components of a page with `?path=`.\n\n' +
      '## Pages\n\n- [Home](/index.md)\n\n' +
      '## Tools\n\n- [api.tea.buy](/_fw/api/tea.buy): Buys. (requires human approval)\n',
  )
  expect(buildLlmsTxt({}, [], [])).toBe('# Pages\n')
})

const FEED: FeedConfig = {
  title: 'News & <more>',
  description: 'What is new.',
  items: () => [
    {
      url: '/tea/green?a=1&b=2',
      title: 'Green <tea>',
      description: '<p>It\u0000 is "green" & \ud800good.</p>',
      date: '2026-01-02T03:04:05Z',
      author: 'Ada & Ben',
    },
    { url: 'https://else.example/x', title: 'Elsewhere', date: '2026-03-01' },
  ],
}

test('FEE-03 FEE-04 FEE-05 FEE-06 FEE-07 FEE-08 HTP-23 CFG-09 the feed as RSS 2.0', async () => {
  const { text, headers } = await get({ ...pages, siteUrl: SITE, feed: FEED }, '/rss.xml')
  expect(headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
  expect(text).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
<title>News &amp; &lt;more&gt;</title>
<link>https://shop.example/</link>
<description>What is new.</description>
<language>en</language>
<atom:link href="https://shop.example/rss.xml" rel="self" type="application/rss+xml"/>
<item>
<title>Green &lt;tea&gt;</title>
<link>https://shop.example/tea/green?a=1&amp;b=2</link>
<guid isPermaLink="true">https://shop.example/tea/green?a=1&amp;b=2</guid>
<description>&lt;p&gt;It is &quot;green&quot; &amp; good.&lt;/p&gt;</description>
<pubDate>Fri, 02 Jan 2026 03:04:05 GMT</pubDate>
<dc:creator>Ada &amp; Ben</dc:creator>
</item>
<item>
<title>Elsewhere</title>
<link>https://else.example/x</link>
<guid isPermaLink="true">https://else.example/x</guid>
<pubDate>Sun, 01 Mar 2026 00:00:00 GMT</pubDate>
</item>
</channel>
</rss>
`)
})

test('FEE-02 the feed’s title and description fall back to the app’s', async () => {
  const options = { ...pages, siteUrl: SITE, title: 'Shop', description: 'Tea.', lang: 'de', feed: { items: () => [] } }
  const { text } = await get(options, '/rss.xml')
  expect(text).toContain(
    '<title>Shop</title>\n<link>https://shop.example/</link>\n<description>Tea.</description>\n<language>de',
  )
})

test('FEE-09 FEE-10 items() runs at the first request and not at start; the result is cached', async () => {
  let calls = 0
  const feed = {
    items: async () => {
      calls++
      if (calls === 1) throw new Error('no database')
      return []
    },
  }
  const server = createFwServer({ ...pages, siteUrl: SITE, feed, log: () => undefined })
  const ask = async () => (await server.fetch(new Request('http://h/rss.xml'))).status
  expect(calls).toBe(0)
  expect(await ask()).toBe(500)
  expect(await Promise.all([ask(), ask()])).toEqual([200, 200])
  expect(await ask()).toBe(200)
  expect(calls).toBe(2)
})

test('FEE-11 without siteUrl no feed is served, and the log has the reason', async () => {
  const lines: string[] = []
  const options = { ...pages, feed: FEED, log: ({ msg }: { msg: string }) => lines.push(msg) }
  expect((await get(options, '/rss.xml')).status).toBe(404)
  expect(lines).toEqual(['The feed is not served, because its URLs need siteUrl. Set siteUrl in fw.config.ts.'])
  expect((await get(options, '/')).text).not.toContain('rss')
})

test('CFG-10 pages link to the feed', async () => {
  const link =
    '<link id="fw-feed" rel="alternate" type="application/rss+xml" title="News &amp; &lt;more&gt;" href="/rss.xml">'
  expect((await get({ ...pages, siteUrl: SITE, feed: FEED }, '/about')).text).toContain(link)
  expect((await get({ ...pages, siteUrl: SITE }, '/about')).text).not.toContain('rss')
})

test('a feed item with an invalid URL or date is omitted or has no date, and the log names it', async () => {
  const lines: string[] = []
  const items = () => [
    { url: 'javascript:alert(1)', title: 'script' },
    { url: '//evil.example/', title: 'other site' },
    { url: 'tea', title: 'no path' },
    { url: '/ok', title: 'ok', date: 'yesterday' },
  ]
  const options = { ...pages, siteUrl: SITE, feed: { items }, log: ({ msg }: { msg: string }) => lines.push(msg) }
  const { text } = await get(options, '/rss.xml')
  expect(text.match(/<item>/g)).toHaveLength(1)
  expect(text).not.toMatch(/pubDate|evil|javascript/)
  expect(lines).toEqual([
    expect.stringMatching(/^The feed item "script" was omitted. Its url must be a path/),
    expect.stringMatching(/^The feed item "other site" was omitted/),
    expect.stringMatching(/^The feed item "no path" was omitted/),
    'The feed item "ok" has no date, because "yesterday" is not an ISO date.',
  ])
})
