import { expect, test } from 'vitest'
import type { PageMeta } from '../../../runtime/src/contract/page/page.ts'
import { createHeadNodes, type HeadDefaults } from '../../../runtime/src/head/head-nodes.ts'
import { printHeadNodes } from '../../../runtime/src/head/print-head.ts'

/** Returns the nodes by id, and the warnings. */
function head(meta: PageMeta, defaults: HeadDefaults = {}) {
  const warnings: string[] = []
  const nodes = createHeadNodes(meta, defaults, (problem) => warnings.push(problem))
  const byId = Object.fromEntries(nodes.map((node) => [node.id, node]))
  const content = (id: string) => byId[id]?.attrs?.content
  return { nodes, ids: nodes.map(({ id }) => id), byId, content, warnings, html: printHeadNodes(nodes) }
}

const SITE = { siteUrl: 'https://shop.example' }

test('MET-01 the title is the page’s, else the app’s', () => {
  expect(head({ title: 'Tea' }, { title: 'Shop' }).html).toContain('<title id="fw-title">Tea</title>')
  expect(head({}, { title: 'Shop' }).html).toContain('<title id="fw-title">Shop</title>')
  expect(head({}).nodes).toEqual([])
})

test('MET-02 the description is the page’s, else the app’s', () => {
  const tag = (text: string) => `<meta id="fw-description" name="description" content="${text}">`
  expect(head({ description: 'Green' }, { description: 'All' }).html).toContain(tag('Green'))
  expect(head({}, { description: 'All' }).html).toContain(tag('All'))
})

test('MET-03 MET-04 an image is og:image and twitter:image, and makes the card a large one', () => {
  const { byId, content } = head({ title: 'Tea', image: 'https://cdn.example/tea.png' })
  expect(byId['fw-og-image']?.attrs).toEqual({ property: 'og:image', content: 'https://cdn.example/tea.png' })
  expect(byId['fw-twitter-image']?.attrs).toEqual({ name: 'twitter:image', content: 'https://cdn.example/tea.png' })
  expect(content('fw-twitter-card')).toBe('summary_large_image')
  expect(head({ title: 'Tea' }).content('fw-twitter-card')).toBe('summary')
})

test('MET-05 canonical is a link and og:url', () => {
  const { byId, content } = head({ canonical: 'https://shop.example/tea' })
  expect(byId['fw-canonical']).toEqual({
    id: 'fw-canonical',
    tag: 'link',
    attrs: { rel: 'canonical', href: 'https://shop.example/tea' },
  })
  expect(content('fw-og-url')).toBe('https://shop.example/tea')
})

test.each<[NonNullable<PageMeta['robots']>, string | undefined]>([
  [{ maxImagePreview: 'large', follow: false, index: true }, 'index, nofollow, max-image-preview:large'],
  [
    {
      maxVideoPreview: 5,
      maxImagePreview: 'none',
      maxSnippet: -1,
      imageIndex: false,
      snippet: false,
      archive: false,
      follow: true,
      index: false,
    },
    'noindex, follow, noarchive, nosnippet, noimageindex, max-snippet:-1, max-image-preview:none, max-video-preview:5',
  ],
  [{ translate: false, unavailableAfter: '2030-01-01' }, 'notranslate, unavailable_after:2030-01-01'],
  [{ noarchive: true, indexIfEmbedded: true, nosnippet: false }, 'indexifembedded, noarchive'],
  [{ archive: true }, undefined],
  [{}, undefined],
])('MET-06 robots %o has one order', (robots, content) => {
  expect(head({ robots }).content('fw-robots')).toBe(content)
})

test('MET-07 robots as text is taken as it is', () => {
  expect(head({ robots: 'noindex,  follow' }).content('fw-robots')).toBe('noindex,  follow')
})

test('MET-08 og overrides derived values key by key', () => {
  const { content } = head({
    title: 'Tea',
    description: 'Green',
    canonical: 'https://shop.example/tea',
    og: { title: 'Tea for sharing', url: undefined, description: '' },
  })
  expect(content('fw-og-title')).toBe('Tea for sharing')
  expect(content('fw-og-url')).toBe('https://shop.example/tea')
  expect(content('fw-og-description')).toBeUndefined()
  expect(content('fw-twitter-title')).toBe('Tea')
  expect(content('fw-twitter-description')).toBe('Green')
})

test('MET-09 twitter overrides derived values key by key', () => {
  const { content, ids } = head({
    title: 'Tea',
    image: 'https://cdn.example/tea.png',
    twitter: { title: 'Tea!', card: 'player', site: '@shop' },
  })
  expect(content('fw-twitter-title')).toBe('Tea!')
  expect(content('fw-twitter-card')).toBe('player')
  expect(content('fw-twitter-site')).toBe('@shop')
  expect(content('fw-og-title')).toBe('Tea')
  expect(ids.filter((id) => id === 'fw-twitter-card')).toHaveLength(1)
})

test('MET-10 siteName is og:site_name', () => {
  expect(head({ og: { siteName: 'Halden' } }).byId['fw-og-site_name']?.attrs).toEqual({
    property: 'og:site_name',
    content: 'Halden',
  })
})

test('MET-11 imageAlt is og:image:alt, and twitter:image:alt for twitter', () => {
  const { byId } = head({ og: { imageAlt: 'A pot' }, twitter: { imageAlt: 'A cup' } })
  expect(byId['fw-og-image-alt']?.attrs).toEqual({ property: 'og:image:alt', content: 'A pot' })
  expect(byId['fw-twitter-image-alt']?.attrs).toEqual({ name: 'twitter:image:alt', content: 'A cup' })
})

test('MET-12 publishedTime and modifiedTime are article:*', () => {
  const { byId } = head({ og: { publishedTime: '2026-01-02', modifiedTime: '2026-01-03' } })
  expect(byId['fw-article-published_time']?.attrs).toEqual({
    property: 'article:published_time',
    content: '2026-01-02',
  })
  expect(byId['fw-article-modified_time']?.attrs).toEqual({ property: 'article:modified_time', content: '2026-01-03' })
})

test('MET-13 other keys go through, with their prefix or without', () => {
  const { nodes } = head({
    og: { type: 'article', 'og:locale': 'en_GB', 'image:width': 1200, 'article:section': 'Tea', 'fb:app_id': '12' },
    twitter: { creator: '@ada', 'twitter:label1': 'Price' },
  })
  expect(nodes.map(({ attrs }) => `${attrs?.property ?? attrs?.name}=${attrs?.content}`)).toEqual([
    'og:type=article',
    'og:locale=en_GB',
    'og:image:width=1200',
    'article:section=Tea',
    'fb:app_id=12',
    'twitter:card=summary',
    'twitter:creator=@ada',
    'twitter:label1=Price',
  ])
})

test('MET-13 a key that is not a valid name is omitted', () => {
  const { ids, warnings } = head({ og: { 'a b"': 'x' } })
  expect(ids).toEqual([])
  expect(warnings).toEqual(['The social tag "a b\\"" is left out: it is not a valid name.'])
})

test('MET-14 one script for each entry of jsonLd, which no value can leave', () => {
  const entry = { '@type': 'Thing', name: '</script><script>alert(1)</script><!--\u2028&' }
  const { html } = head({ jsonLd: [entry, { '@type': 'Person' }] })
  const scripts = [...html.matchAll(/<script id="(fw-jsonld-\d)" type="application\/ld\+json">(.*?)<\/script>/g)]
  expect(scripts.map(([, id]) => id)).toEqual(['fw-jsonld-0', 'fw-jsonld-1'])
  expect(JSON.parse(scripts[0]?.[2] ?? '')).toEqual(entry)
  expect(html).not.toMatch(/<!--|[&\u2028]|<script>/)
  expect(head({ jsonLd: { '@type': 'Thing' } }).ids).toEqual(['fw-jsonld-0'])
})

test('MET-15 head adds nodes of the app’s own', () => {
  const { html } = head({
    head: [
      {
        tag: 'link',
        attrs: { rel: 'preconnect', href: 'https://cdn.example', crossorigin: true, integrity: undefined },
      },
      { tag: 'meta', attrs: { name: 'theme-color', content: '"#fff"' } },
      { tag: 'script', attrs: { async: true, defer: false, src: '/x.js', id: 'mine' } },
      { tag: 'STYLE', text: 'p::before { content: "</style>" }' },
      { tag: 'script', text: 'const s = "</script><script>"; const ok = 1 < 2 && "a"' },
      { tag: 'script', attrs: { type: 'speculationrules' }, text: '{"prefetch":[{"urls":["</script>"]}]}' },
    ],
  })
  expect(html).toBe(
    '<link id="fw-head-0" rel="preconnect" href="https://cdn.example" crossorigin>' +
      '<meta id="fw-head-1" name="theme-color" content="&quot;#fff&quot;">' +
      '<script id="fw-head-2" async src="/x.js"></script>' +
      '<style id="fw-head-3">p::before { content: "</\\73 tyle>" }</style>' +
      '<script id="fw-head-4">const s = "</\\u0073cript><\\u0073cript>"; const ok = 1 < 2 && "a"</script>' +
      '<script id="fw-head-5" type="speculationrules">{"prefetch":[{"urls":["\\u003c/script\\u003e"]}]}</script>',
  )
  // Escaped text has the same meaning.
  expect(new Function(`${/fw-head-4">(.*?)<\/script>/.exec(html)?.[1]}; return s`)()).toBe('</script><script>')
})

test.each<[string, NonNullable<PageMeta['head']>[number]]>([
  ['the head holds no such element', { tag: 'img', attrs: { src: 'x' } }],
  ['a tag is a name', { tag: 'meta><script', attrs: {} }],
  ['code belongs in a script', { tag: 'link', attrs: { onload: 'alert(1)' } }],
  ['an attribute is a name', { tag: 'meta', attrs: { 'a=b><script>': 'x' } }],
  ['an address runs nothing', { tag: 'script', attrs: { src: 'data:text/javascript,alert(1)' } }],
  ['an address runs nothing, with hidden characters', { tag: 'base', attrs: { href: 'java\tscript:alert(1)' } }],
])('MET-15 %s: it is left out with a warning', (_why, node) => {
  const { html, warnings } = head({ head: [node, { tag: 'meta', attrs: { name: 'ok' } }] })
  expect(html).not.toMatch(/<script>|alert|img|onload/i)
  expect(html).toContain('<meta id="fw-head-1" name="ok">')
  expect(warnings).toHaveLength(1)
})

test('MET-15 a nonce is stamped on scripts that a policy looks at', () => {
  const { nodes } = head({
    jsonLd: {},
    head: [
      { tag: 'script', text: '1' },
      { tag: 'style', text: '' },
    ],
  })
  expect(printHeadNodes(nodes, 'n"1')).toBe(
    '<script id="fw-jsonld-0" type="application/ld+json">{}</script>' +
      '<script id="fw-head-0" nonce="n&quot;1">1</script><style id="fw-head-1"></style>',
  )
})

test('MET-16 og:* and twitter:* are derived from title, description, image and canonical, also from the app’s', () => {
  const { nodes } = head({ image: '/tea.png', canonical: '/tea' }, { title: 'Shop', description: 'All', ...SITE })
  expect(nodes.map(({ attrs }) => attrs?.property ?? attrs?.name).filter((name) => name !== undefined)).toEqual([
    'description',
    'og:title',
    'og:description',
    'og:image',
    'og:url',
    'twitter:card',
    'twitter:title',
    'twitter:description',
    'twitter:image',
  ])
})

test('MET-17 paths of image and canonical are resolved against siteUrl, those of og and twitter too', () => {
  const { content, byId, warnings } = head(
    { image: '/tea pot.png', canonical: '/tea?x=1&y', og: { video: '/tea.mp4' }, twitter: { player: '/player' } },
    { siteUrl: 'https://shop.example/' },
  )
  expect(content('fw-og-image')).toBe('https://shop.example/tea%20pot.png')
  expect(content('fw-twitter-image')).toBe('https://shop.example/tea%20pot.png')
  expect(byId['fw-canonical']?.attrs?.href).toBe('https://shop.example/tea?x=1&y')
  expect(content('fw-og-url')).toBe('https://shop.example/tea?x=1&y')
  expect(content('fw-og-video')).toBe('https://shop.example/tea.mp4')
  expect(content('fw-twitter-player')).toBe('https://shop.example/player')
  expect(warnings).toEqual([])
})

test('MET-18 without siteUrl a path is left out, with a warning', () => {
  const { ids, warnings, content } = head({ title: 'Tea', image: '/tea.png', canonical: '/tea' })
  expect(ids).toEqual(['fw-title', 'fw-og-title', 'fw-twitter-card', 'fw-twitter-title'])
  expect(content('fw-twitter-card')).toBe('summary')
  expect(warnings).toEqual([
    'image is left out: set siteUrl in fw.config.ts to use a path.',
    'canonical is left out: set siteUrl in fw.config.ts to use a path.',
  ])
})

test.each([
  '//evil.example/x',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'tea.png',
  'data:text/html,x',
])('MET-17 %j leads nowhere else: it is left out with a warning', (value) => {
  const { ids, warnings } = head({ canonical: value, image: value }, SITE)
  expect(ids).toEqual([])
  expect(warnings).toHaveLength(2)
})

test('MET-19 every node has an id of its own that does not depend on its neighbours', () => {
  const full: PageMeta = {
    title: 'Tea',
    description: 'Green',
    image: 'https://cdn.example/tea.png',
    canonical: 'https://shop.example/tea',
    robots: { index: true },
    og: { siteName: 'Halden', imageAlt: 'A pot', publishedTime: '2026-01-02' },
    twitter: { site: '@shop' },
    jsonLd: [{}, {}],
    head: [{ tag: 'meta', attrs: { name: 'a' } }, { tag: 'img' }, { tag: 'meta', attrs: { name: 'b' } }],
  }
  expect(head(full).ids).toEqual([
    'fw-title',
    'fw-description',
    'fw-canonical',
    'fw-robots',
    'fw-og-title',
    'fw-og-description',
    'fw-og-image',
    'fw-og-url',
    'fw-og-site_name',
    'fw-og-image-alt',
    'fw-article-published_time',
    'fw-twitter-card',
    'fw-twitter-title',
    'fw-twitter-description',
    'fw-twitter-image',
    'fw-twitter-site',
    'fw-jsonld-0',
    'fw-jsonld-1',
    'fw-head-0',
    'fw-head-2',
  ])
  expect(head({ ...full, title: undefined as never, robots: {} }).byId['fw-og-image']).toEqual(
    head(full).byId['fw-og-image'],
  )
})

test('values are escaped for where they stand', () => {
  const { html } = head({ title: '</title><script>', description: '"><script>\'&' })
  expect(html).toContain('<title id="fw-title">&lt;/title&gt;&lt;script&gt;</title>')
  expect(html).toContain('name="description" content="&quot;&gt;&lt;script&gt;&#39;&amp;">')
  expect(html).not.toContain('<script')
})
