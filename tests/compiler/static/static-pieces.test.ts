import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { withPolicy } from '../../../compiler/src/static/content-policy.ts'
import { expandPathRule } from '../../../compiler/src/static/expand-path-rule.ts'
import { findScripts } from '../../../compiler/src/static/html-scripts.ts'
import { createOutputNames } from '../../../compiler/src/static/output-names.ts'
import { getPageFolder } from '../../../compiler/src/static/page-file.ts'
import { planPages } from '../../../compiler/src/static/plan-pages.ts'
import { renderRedirectPage } from '../../../compiler/src/static/redirect-page.ts'
import type { KnownPage, StaticApp } from '../../../compiler/src/static/render-app.ts'

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

describe('the folder of a page', () => {
  test.each([
    ['/', ''],
    ['/about', 'about'],
    ['/caf%C3%A9/50%25', 'café/50%'],
    ['/.well-known/x', '.well-known/x'],
  ])('%s is %j', (path, folder) => expect(getPageFolder(path)).toBe(folder))

  test.each([
    '/..',
    '/a/../b',
    '/%2e%2e/etc',
    '/a%2fb',
    '/a%5Cb',
    '/a%00',
    '/.git',
    '/a//b',
    '/x.',
    '/x%20',
    '/aux.txt',
    '/%ff',
    'a',
  ])('%s is refused', (path) => expect(() => getPageFolder(path)).toThrow(TypeError))
})

test("two files collide if capitals or composed letters make no difference, or if a file has a folder's name", () => {
  const names = createOutputNames(['img/Logo.svg'], 'public/')
  expect(names.claim('Blog/one/index.html', '/Blog/one')).toBeUndefined()
  expect(names.claim('blog/two/index.html', '/blog/two')).toContain(
    '/Blog/one differs only in the capitals of the folder',
  )
  expect(names.claim('img/logo.svg', '/x')).toContain('public/img/Logo.svg differs only')
  expect(names.claim('img/Logo.svg/index.html', '/y')).toContain('is a file with the name of the folder')
  expect(names.claim('café.md', '/a')).toBeUndefined()
  expect(names.claim('café.md', '/b')).toContain('/a ')
})

describe('the URLs of a rule', () => {
  const pages = ['/', '/posts/one', '/posts/two%20', '/docs/a/b', '/docs']
  test('are derived from the pages that it targets', () => {
    expect(expandPathRule({ from: '/p/[slug]', to: '/posts/[slug]' }, pages).paths).toEqual(['/p/one', '/p/two%20'])
    expect(expandPathRule({ from: '/d/[...rest]', to: '/docs/[...rest]' }, pages).paths).toEqual(['/d/a/b'])
    expect(expandPathRule({ from: '/d/[[...rest]]', to: '/docs/[[...rest]]' }, pages).paths).toEqual(['/d/a/b', '/d'])
    expect(expandPathRule({ from: '/old', to: 'https://example.com' }, pages)).toEqual({ paths: ['/old'], open: false })
  })
  test("are open if the target isn't a page or omits a parameter", () => {
    expect(expandPathRule({ from: '/x/[slug]', to: '/posts/one' }, pages)).toEqual({ paths: [], open: true })
    expect(expandPathRule({ from: '/x/[slug]', to: 'https://example.com/[slug]' }, pages).open).toBe(true)
  })
})

describe('the policy of a document', () => {
  const html = `<!DOCTYPE html><html><head><meta charset="utf-8"><title><script nonce="n/1">no()</script></title>
<style nonce="n/1">h1{}</style><!-- <script nonce="n/1">no()</script> --><script nonce="n/1" type="application/ld+json">{"a":1}</script>
<script nonce="n/1" src="/assets/a.js"></script><script src="https://cdn.example/x.js?a;b" nonce="n/1"></script></head>
<body><p title="<script nonce='n/1'>no()</script>">x < y</p><script nonce="n/1">yes()</script><SCRIPT nonce="n/1" type="module">also()</SCRIPT >
<script>content()</script><script nonce="n/2" src="https://evil.example"></script><style>h2{}</style></body></html>`

  test('finds the scripts with the nonce that a browser runs', () => {
    expect(findScripts(html, 'n/1')).toEqual({
      inline: ['yes()', 'also()'],
      sources: ['/assets/a.js', 'https://cdn.example/x.js?a;b'],
      styles: ['h1{}'],
    })
  })

  test('CFG-14 contains their hashes, and hashes of inline styles in place of the nonce of the app’s own part', () => {
    const policy = /content="([^"]*)"/.exec(
      withPolicy(html, 'n/1', "style-src 'self' 'nonce-{nonce}'; frame-ancestors 'none'"),
    )?.[1]
    expect(policy).toBe(
      `script-src 'self' ${hash('yes()')} ${hash('also()')} https://cdn.example/x.js; object-src 'none'; base-uri 'none'; style-src 'self' ${hash('h1{}')}`,
    )
    const finished = withPolicy(html, 'n/1')
    expect(finished).toMatch(/<meta charset="utf-8"><meta http-equiv="content-security-policy"/)
    expect(finished).toContain('<script>yes()</script><SCRIPT type="module">')
    expect(finished).not.toContain('n/1')
  })
})

test('a redirect page escapes its target', () => {
  const page = renderRedirectPage('/a?b="><script>&c', 'en', 'https://x.example')
  expect(page).toContain('content="0;url=/a?b=&quot;&gt;&lt;script&gt;&amp;c"')
  expect(page).not.toContain('<script')
})

describe('redirects and rewrites of an app in several languages', () => {
  const rules = { redirects: [{ from: '/was/[slug]', to: '/teas/[slug]' }], rewrites: [{ from: '/home', to: '/' }] }
  const plan = async (known: readonly KnownPage[]) => {
    const app = { ...rules, ignoresCsp: false, listPages: async () => known }
    const { pages } = await planPages(app as unknown as StaticApp, {}, []) // no page is rendered
    return pages.filter(({ path }) => /was|home/.test(path)).map(({ path }) => path)
  }
  const page = (path: string, barePath?: string): KnownPage => ({
    path,
    pattern: path,
    concrete: true,
    ...(barePath !== undefined && { barePath }),
  })

  test('have URLs in each language, and without one', async () => {
    const known = [
      page('/en', '/'),
      page('/en/teas/assam', '/teas/assam'),
      page('/de', '/'),
      page('/de/teas/assam', '/teas/assam'),
    ]
    const found = ['/was/assam', '/en/was/assam', '/de/was/assam', '/home', '/en/home', '/de/home']
    expect(await plan(known)).toEqual(found)
  })

  test('have no URL in a default language that is not part of URLs', async () => {
    const known = [
      page('/', '/'),
      page('/teas/assam', '/teas/assam'),
      page('/de', '/'),
      page('/de/teas/assam', '/teas/assam'),
    ]
    expect(await plan(known)).toEqual(['/was/assam', '/de/was/assam', '/home', '/de/home'])
  })

  test('have one URL in an app with one language', async () => {
    expect(await plan([page('/'), page('/teas/assam')])).toEqual(['/was/assam', '/home'])
  })
})
