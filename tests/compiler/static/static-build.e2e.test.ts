import { existsSync, statSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BuildOutcome } from '../build/app-copy.ts'
import { type StaticTestApp, staticApp } from './static-app.ts'

const CONFIG_AFTER = `export default { output: 'static', title: 'Static', siteUrl: 'https://static.example' }`
const PAGE = (text: string) => `export default function Page() { return <h1>${text}</h1> }\n`

describe('a static build', () => {
  let app: StaticTestApp
  let outcome: BuildOutcome
  beforeAll(async () => {
    app = staticApp(
      {
        'public/hello.txt': 'hello',
        'src/feed.ts': `export default { items: () => [{ url: '/posts/one', title: 'One' }] }\n`,
        'src/styles.css': 'h1 { color: teal }',
        'src/routes/_layout.tsx': 'export default (props) => <main class="shell">{props.children}</main>\n',
        'src/routes/_404.tsx': PAGE('Nothing here'),
        'src/routes/index.tsx': `export const cache = { scope: 'private' }\n${PAGE('Home')}`,
        'src/routes/about.tsx': `export const cache = { scope: 'public', sharedMaxAge: 60, tags: ['about'] }
let renders = 0
export default () => <h1>About, made {++renders} time</h1>\n`,
        'src/routes/posts/[slug].tsx': `export const staticParams = async () => [{ slug: 'one' }, { slug: 'café & co' }]
          export default (props) => <h1>Post {props.params.slug}</h1>\n`,
        'src/routes/items/[id].tsx': PAGE('Item'),
      },
      `siteUrl: 'https://static.example', llmsTxt: {}, csp: true, cache: { store: 'redis://127.0.0.1:9' },
       redirects: [{ from: '/old', to: '/about' }, { from: '/p/[slug]', to: '/posts/[slug]' }, { from: '/out/[...rest]', to: 'https://example.com/[...rest]' }],
       rewrites: [{ from: '/alias/[slug]', to: '/posts/[slug]' }],`,
    )
    outcome = await app.build()
  })
  afterAll(() => app.remove())

  test('CLI-04 CFG-15 RTE-25 CLI-22 writes every known page as <path>/index.html beside the assets and public/', () => {
    expect(app.pages().filter((file) => !file.endsWith('.md'))).toEqual([
      '404.html',
      'about/index.html',
      'alias/café & co/index.html',
      'alias/one/index.html',
      'hello.txt',
      'index.html',
      'llms.txt',
      'old/index.html',
      'p/café & co/index.html',
      'p/one/index.html',
      'posts/café & co/index.html',
      'posts/one/index.html',
      'robots.txt',
      'rss.xml',
      'sitemap.xml',
    ])
    expect(app.read('index.html')).toContain('<main class="shell"><h1>Home</h1></main>')
    expect(app.read('index.html')).toMatch(/<link rel="stylesheet" href="\/assets\/styles-[\w-]{8}\.css">/)
    expect(app.read('posts/café & co/index.html')).toContain('Post café &amp; co')
    expect(app.read('alias/one/index.html')).toBe(app.read('posts/one/index.html'))
  })

  test("CLI-22 writes the Markdown of every page that isn't a redirect as <path>.md, index.md for /", () => {
    expect(app.pages().filter((file) => file.endsWith('.md'))).toEqual([
      'about.md',
      'alias/café & co.md',
      'alias/one.md',
      'index.md',
      'posts/café & co.md',
      'posts/one.md',
    ])
    expect(app.read('posts/one.md')).toContain('# Post one')
    expect(app.read('index.md')).toContain('# Home')
    // One render is both.
    expect([app.read('about/index.html'), app.read('about.md')]).toEqual([
      expect.stringContaining('<h1>About, made 1 time</h1>'),
      '# About, made 1 time\n',
    ])
  })

  test('CLI-23 CLI-24 writes llms.txt, the feed, the sitemap and robots.txt, as the server sends them', () => {
    expect(app.read('llms.txt')).toContain('/posts/one')
    expect(app.read('rss.xml')).toContain('<link>https://static.example/posts/one</link>')
    expect(app.read('sitemap.xml')).toContain('<loc>https://static.example/posts/caf%C3%A9%20%26%20co</loc>')
    expect(app.read('robots.txt')).toContain('Sitemap: https://static.example/sitemap.xml')
  })

  test('CFG-14 ignores csp, and logs a warning', () => {
    expect(app.read('index.html')).not.toMatch(/content-security-policy|nonce/i)
    expect(outcome.log).toContain('warning  csp is not part of a static site')
  })

  test('a page with a cache policy is rendered once, without the shared cache, and a warning leaves the policy to the host', () => {
    expect(app.read('about/index.html')).toContain('made 1 time')
    expect(outcome.log.match(/warning {2}Cache policies are not part of a static site/g)).toHaveLength(1)
    expect(outcome.log).toContain("warning  / has a private cache policy (scope: 'private'), but its file is public.")
    expect(outcome.log).not.toMatch(/redis|ECONNREFUSED/i)
  })

  test('SRV-29 CLI-25 writes 404.html from _404, in the root layout', () => {
    expect(app.read('404.html')).toContain('<main class="shell"><h1>Nothing here</h1></main>')
  })

  test('RTE-27 lists a dynamic route without staticParams, with its file', () => {
    expect(outcome.log).toContain(
      'warning  src/routes/items/[id].tsx: no page of /items/[id] is written, since the route has no staticParams.',
    )
    expect((outcome.answer.static as { skipped: unknown }).skipped).toEqual([
      { pattern: '/items/[id]', file: 'src/routes/items/[id].tsx' },
    ])
  })

  test('writes redirects as pages that forward the visitor, and reports redirects that it cannot write', () => {
    expect(app.read('old/index.html')).toContain('<meta http-equiv="refresh" content="0;url=/about">')
    expect(app.read('p/one/index.html')).toContain('<link rel="canonical" href="https://static.example/posts/one">')
    expect(outcome.log).toContain(
      'warning  The redirect of /out/[...rest] to https://example.com/[...rest] is not written: its URLs are not known.',
    )
    expect(outcome.log).toContain('warning  Redirects are written as pages that forward the visitor')
  })

  test('reports the written files', () => {
    expect(outcome.log).toMatch(/^static {3}\d+ ms$/m)
    expect(outcome.log).toMatch(/^wrote {4}9 pages in \d+ files \(\d+ changed\), [\d.]+ kB$/m)
    expect(outcome.answer.static).toMatchObject({ pages: 9 })
  })

  test('a second build writes the same bytes, leaves unchanged files and removes stale ones', async () => {
    const before = app.pages().map((file) => [file, app.read(file), statSync(app.path(`dist/client/${file}`)).mtimeMs])
    const again = await app.build()
    expect(again.answer.static).toMatchObject({ pages: 9, changed: 0 })
    const after = app.pages().map((file) => [file, app.read(file), statSync(app.path(`dist/client/${file}`)).mtimeMs])
    expect(after).toEqual(before)
    expect(existsSync(app.path('dist/.client-before'))).toBe(false)

    app.write({ 'src/routes/about.tsx': PAGE('About us') })
    app.write({ 'src/routes/posts/[slug].tsx': undefined })
    app.write({ 'src/feed.ts': undefined, 'fw.config.ts': CONFIG_AFTER })
    const changed = await app.build()
    const files = app.pages().filter((file) => !file.endsWith('.md'))
    expect(files).toEqual(['404.html', 'about/index.html', 'hello.txt', 'index.html', 'robots.txt', 'sitemap.xml'])
    expect(app.read('about/index.html')).toContain('About us')
    expect((changed.answer.static as { changed: number }).changed).toBeGreaterThan(0)
    const kept = before.find(([file]) => file === 'hello.txt')
    expect(statSync(app.path('dist/client/hello.txt')).mtimeMs).toBe(kept?.[2])
  })
})

test('a page that the middleware guards is not written', async () => {
  const app = staticApp({
    'src/middleware.ts': `export default (req) =>
  new URL(req.url).pathname === '/private' ? new Response('members only', { status: 403 }) : undefined\n`,
    'src/routes/index.tsx': PAGE('Home'),
    'src/routes/private.tsx': PAGE('The tea is under the stairs'),
  })
  try {
    const { log, answer } = await app.build()
    expect(app.pages()).toEqual(['index.html', 'index.md'])
    expect(`${log}${JSON.stringify(answer)}`).toContain(
      '/private is not written: the middleware responds to it with status 403',
    )
  } finally {
    app.remove()
  }
})

test('llms.txt and the sitemap list the pages that were written, and no tools', async () => {
  const app = staticApp(
    {
      'src/middleware.ts': `export default (req) =>
  new URL(req.url).pathname === '/private' ? new Response('members only', { status: 403 }) : undefined\n`,
      'src/server/shop.ts': `import { api } from '@fw/runtime'
export const search = api({ description: 'Searches the shop.', run: async () => 1 })\n`,
      'src/routes/index.tsx': PAGE('Home'),
      'src/routes/private.tsx': `export const meta = { title: 'The tea is under the stairs' }\n${PAGE('Private')}`,
      'src/routes/moved.tsx': `import { redirect } from '@fw/runtime'
export const meta = { title: 'It moved' }
export default ({ params }) => (params.never ? <p>never</p> : redirect('/'))\n`,
      'src/routes/items/[id].tsx': `export const meta = { title: 'An item' }\n${PAGE('Item')}`,
    },
    `siteUrl: 'https://static.example', llmsTxt: {},`,
  )
  try {
    await app.build()
    expect(app.pages()).toContain('moved/index.html')
    expect([...app.read('sitemap.xml').matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)).toEqual([
      'https://static.example/',
    ])
    expect(app.read('llms.txt')).toBe('# Static\n\n## Pages\n\n- [/](https://static.example/index.md)\n')
  } finally {
    app.remove()
  }
})
