import { describe, expect, it } from 'vitest'
import { analyzeUrls } from '../../../compiler/src/analyze/pages/analyze-urls.ts'
import { analyzeRoutes } from '../../../compiler/src/analyze/pages/routes.ts'
import { check } from '../../../compiler/src/index.ts'
import { analyzeModule } from '../../../compiler/src/jsx/analyze-module.ts'
import { temporaryApp } from '../temporary-app.ts'

const PLACE = { file: 'x.tsx', start: 0, end: 0, line: 1, column: 1 }
const FILES = Object.fromEntries(
  [
    'src/routes/index.tsx',
    'src/routes/(shop)/orders/[id=integer].tsx',
    'src/routes/orders/index.tsx',
    'src/routes/docs/[...path].tsx',
    'src/routes/blog/[[...path]].tsx',
    'src/routes/sizes/[size=size].tsx',
    'src/routes/_parts/secret.tsx',
    'src/routes/caf\u00e9.tsx',
    'public/logo.svg',
    'public/files/price list.pdf',
  ].map((file) => [file, '']),
)

const addresses = (
  config: Parameters<typeof analyzeUrls>[0]['config'],
  links: readonly string[] = [],
  unread: readonly string[] = [],
) => {
  const { root } = temporaryApp(FILES)
  return analyzeUrls({
    root,
    config,
    unread,
    placeOf: () => undefined,
    textOf: () => undefined,
    routes: analyzeRoutes(root, 'src/routes').facts,
    matchers: ['size'],
    links: links.map((to) => ({ to, span: PLACE })),
  })
}

describe('links', () => {
  it('that a page, file, rule or the framework handles are not dead', () => {
    const alive = [
      '/',
      '/?page=2#top',
      '/orders',
      '/orders/',
      '/orders/7?tab=items',
      '/docs/a/b',
      '/blog',
      '/blog/2026/11',
      '/sizes/huge',
      '/caf\u00e9',
      '/caf%C3%A9',
      '/logo.svg',
      '/files/price%20list.pdf',
      '/old/anything',
      '/shown',
      '/_fw/mcp',
      '/llms.txt',
      '/sitemap.xml',
      '/orders.md',
      '/index.md',
      '/orders/../orders',
    ]
    const config = { redirects: [{ from: '/old/[x]', to: '/' }], rewrites: [{ from: '/shown', to: '/orders' }] }
    expect(addresses(config, alive).deadLinks).toEqual([])
  })

  it.each([
    ['/ordres', '/orders'],
    ['/orders/seven', undefined],
    ['/order/7', '/orders/7'],
    ['/docs', undefined],
    ['/logo.png', '/logo.svg'],
    ['/_parts/secret', undefined],
    ['/_fwx', undefined],
    ['/orders/7/items/8/deep', undefined],
  ])('%s is dead; the nearest path is %s', (to, nearest) => {
    const [found] = addresses({}, [to]).deadLinks
    expect(found).toEqual({ to, span: PLACE, ...(nearest && { nearest }) })
  })

  it('are not checked while the rules are unknown', () => {
    expect(addresses({}, ['/nowhere'], ['redirects']).deadLinks).toEqual([])
  })

  it('are read from elements and redirect(), and only if they are literal', () => {
    const code = `
import { redirect as go, notFound } from '@fw/runtime'
import { redirect } from './own'
export default function Page(props: { id: string }) {
  if (props.id === '') go('/login')
  redirect('/not-ours')
  return <><a href="/a">x</a><a href={'/b'}>x</a><a href={\`/c\`}>x</a><a href={\`/d/\${props.id}\`}>x</a>
    <form action="/e"><button formaction="/f">x</button></form><img src="/g.svg" alt="" /><Link href="/h" />
    <a href="//other.example/i">x</a><a href="https://other.example/j">x</a><a href="#k">x</a><a data-href="/l">x</a></>
}
`
    const { links } = analyzeModule({ code, file: '/app/src/routes/x.tsx', root: '/app', route: true })
    expect(links.map(({ to }) => to)).toEqual(['/login', '/a', '/b', '/c', '/e', '/f', '/g.svg'])
    expect(links.map(({ start, end }) => code.slice(start, end)).slice(0, 3)).toEqual(["'/login'", '"/a"', "'/b'"])
  })

  it('are checked again after an edit of their target', async () => {
    const page = 'export default () => <a href="/about">x</a>\n'
    const app = temporaryApp({ 'src/routes/index.tsx': page })
    const dead = async () => (await check({ root: app.root })).diagnostics.map(({ code }) => code)
    expect(await dead()).toEqual(['dead-link'])
    app.write('src/routes/about.tsx', 'export default () => <p>About</p>\n')
    expect(await dead()).toEqual([])
  })
})

describe('redirects and rewrites', () => {
  const problems = (config: Parameters<typeof addresses>[0]) =>
    addresses(config).pathRules.map(({ problem, behind }) => problem ?? behind)

  it.each([
    ['/blog/[x', '/', 'The segment "[x" of the route pattern "/blog/[x" is malformed.'],
    ['/blog/[x=odd]', '/', 'uses the matcher "odd", which does not exist'],
    ['/blog/[x]', '/[y]', 'but "/blog/[x]" has no parameter "y"'],
    ['/blog', '//evil.example', 'Write a path that begins with one "/", or an http(s) URL.'],
  ])('from %s to %s is reported', (from, to, problem) => {
    expect(problems({ redirects: [{ from, to }] })[0]).toContain(problem)
    expect(problems({ rewrites: [{ from, to }] })[0]).toBeTypeOf('string')
  })

  it('a rewrite shows a page of this app', () => {
    const rewrites = ['/nowhere', '/logo.svg', '/_fw/mcp', 'https://other.example/'].map((to, index) => ({
      from: `/${index}`,
      to,
    }))
    for (const problem of problems({ rewrites })) expect(problem).toBeTypeOf('string')
    const fine = ['/', '/orders/7', '/docs/a', '/blog', '/sizes/x', '/?all=1'].map((to, index) => ({
      from: `/${index}`,
      to,
    }))
    expect(
      problems({
        rewrites: [...fine, { from: '/o/[id]', to: '/orders/[id]' }, { from: '/d/[...path]', to: '/docs/[...path]' }],
      }),
    ).toEqual(Array(8).fill(undefined))
  })

  it.each([
    ['/a', '/a', true],
    ['/[x]', '/a', true],
    ['/[x]', '/[y=integer]', true],
    ['/[x=integer]', '/[y]', false],
    ['/[x=integer]', '/[y=integer]', true],
    ['/a/[...x]', '/a/b/[c]', true],
    ['/a/[...x]', '/a', false],
    ['/a/[[...x]]', '/a', true],
    ['/a/[...x]', '/a/[[...y]]', false],
    ['/[[...x]]', '/[y]/[[...z]]', true],
    ['/[x]', '/[...y]', false],
    ['/a/b', '/a/[x]', false],
  ])('%s before %s: takes all of it? %s', (first, second, all) => {
    const redirects = [first, second].map((from) => ({ from, to: '/' }))
    expect(problems({ redirects })).toEqual([undefined, all ? first : undefined])
    // Redirects are matched first, independent of the order in the configuration.
    const [redirect] = redirects
    expect(problems({ rewrites: redirects.slice(1), redirects: redirect ? [redirect] : [] })).toEqual([
      undefined,
      all ? first : undefined,
    ])
  })

  it('have their position in the file, also if the configuration was evaluated', async () => {
    const app = temporaryApp({
      'fw.config.ts':
        "export default {\n  redirects: [\n    { from: '/[a]', to: '/' },\n    { from: '/b', to: '/' },\n  ],\n}\n",
    })
    const redirects = ['/[a]', '/b'].map((from) => ({ from, to: '/' }))
    for (const options of [{}, { config: { redirects } }]) {
      const { diagnostics } = await check({ root: app.root, ...options })
      expect(diagnostics.map(({ code, span }) => [code, span?.line])).toEqual([['shadowed-path-rule', 4]])
    }
  })
})

it("CNV-09 a matcher of a route file that isn't exported is reported with the nearest name", () => {
  const { root } = temporaryApp({
    'src/routes/[a=sise].tsx': '',
    'src/routes/x/[b=other].tsx': '',
    'src/routes/y/[c=size].tsx': '',
  })
  const routes = analyzeRoutes(root, 'src/routes').facts
  const found = (matchers: readonly string[] | undefined) =>
    analyzeUrls({
      root,
      config: {},
      unread: [],
      placeOf: () => undefined,
      textOf: () => undefined,
      routes,
      matchers,
      links: [],
    }).unknownMatchers.map(({ name, nearest }) => [name, nearest])
  expect(found(['size'])).toEqual([
    ['sise', 'size'],
    ['other', undefined],
  ])
  expect(found(undefined)).toEqual([])
})
