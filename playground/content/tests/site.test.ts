import { callTool, createTestApp, renderPage, type TestApp } from '@fw/runtime/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listArticles } from '../src/articles.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const get = async (path: string) => {
  const response = await app.fetch(new Request(`http://localhost${path}`))
  return { type: response.headers.get('content-type'), text: await response.text() }
}

it.each([
  ['/en', 'en', 'The length of a line'],
  ['/de', 'de', 'Die Länge einer Zeile'],
  ['/en/articles/line-length', 'en', '<h2 id="measure-in-characters">'],
  ['/de/tags/typography', 'de', '<h1>Typografie</h1>'],
  ['/de/tags', 'de', 'Farbe'],
  ['/en/search?q=characters', 'en', 'The length of a line'],
  ['/de/search?q=qqq', 'de', 'Kein Artikel enthält „qqq“.'],
])('%s is in %s, and has no script', async (path, language, content) => {
  const { status, html } = await renderPage(app, path)
  expect([status, html.includes(`<html lang="${language}"`), html.includes(content)]).toEqual([200, true, true])
  expect(html).not.toMatch(/<script(?![^>]* type="(?:application\/ld\+json|speculationrules)")/)
})

it.each(['/en/articles/missing', '/en/tags/missing', '/en/missing'])('%s is not found', async (path) => {
  expect((await renderPage(app, path)).status).toBe(404)
})

it('describes an article for search engines and feeds', async () => {
  const { html } = await renderPage(app, '/de/articles/two-palettes')
  const data = /<script[^>]*type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? ''
  expect(JSON.parse(data)).toMatchObject({
    '@type': 'BlogPosting',
    datePublished: '2026-05-18',
    dateModified: '2026-06-02',
    inLanguage: 'de',
  })
  expect(html).toContain('href="/de/feed.xml"')
  expect(html).toContain('hreflang="en"')
})

it.each(['en', 'de'] as const)('has a feed of all articles in %s', async (language) => {
  const { type, text } = await get(`/${language}/feed.xml`)
  expect(type).toBe('application/atom+xml; charset=utf-8')
  expect(text).toContain(`xml:lang="${language}"`)
  expect(text.match(/<entry>/g)).toHaveLength(listArticles(language).length)
  expect(text).toContain('&lt;h2 id=')
})

it('has every article in its sitemap and as Markdown', async () => {
  const { text } = await get('/sitemap.xml')
  for (const { slug } of listArticles('de')) expect(text).toContain(`/de/articles/${slug}</loc>`)
  expect((await get('/de/articles/line-length.md')).text).toContain('# Die Länge einer Zeile')
})

it('lets agents search and read', async () => {
  const found = await callTool(app, 'api.articles.search', { query: 'line' }, { origin: 'agent' })
  const article = expect.objectContaining({ slug: 'line-length', url: '/en/articles/line-length' })
  expect(found).toMatchObject({ ok: true, result: expect.arrayContaining([article]) })
  const german = await callTool(app, 'api.articles.read', { slug: 'line-length', language: 'de' })
  expect(german).toMatchObject({ ok: true, result: { title: 'Die Länge einer Zeile' } })
  const missing = await callTool(app, 'api.articles.read', { slug: 'missing' })
  expect(missing).toMatchObject({ ok: false, code: 'not_found' })
})
