import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { KnownPage } from '../../../runtime/src/contract/page/page.ts'
import { createFwServer } from '../../../runtime/src/server.ts'
import { buildSitemap, sitemapPart, sitemapPartPath } from '../../../runtime/src/site/sitemap.ts'
import { routeModules } from '../../http/route-modules.ts'
import { lintXml } from '../../servers/xmllint.ts'

const SCHEMA = join(import.meta.dirname, 'sitemap.xsd')
const SITE = 'https://shop.example'

function page(path: string, more: Partial<KnownPage> = {}): KnownPage {
  return { path, pattern: path, concrete: true, ...more }
}

test('HTP-20 the files match the grammar of sitemaps.org, for any paths', () => {
  const paths = ['/', '/a&b', "/it's", '/%C3%A9', '/(x)', '/a,b;c=d!e*f', '/a%22%3C%3E', '/$@:+']
  const [text = ''] = buildSitemap(
    SITE,
    [...paths, '/'].map((path) => page(path)),
  )
  expect(lintXml([text], SCHEMA)).toBe('')
  expect(text.match(/<loc>/g)).toHaveLength(paths.length)
  expect(buildSitemap(SITE, []).map((file) => lintXml([file], SCHEMA))).toEqual([''])
})

test('the grammar refuses invalid files', () => {
  const wrong = buildSitemap(SITE, [page('/x')]).map((text) =>
    text.replace(SITE, '').replace('</urlset>', '<x/></urlset>'),
  )
  expect(lintXml(wrong, SCHEMA)).toMatch(/loc[\s\S]*fails to validate/)
})

test('more than 50 000 URLs make an index with parts, each of which matches the grammar', async () => {
  const count = 50_001
  const routes = routeModules({
    'n/[id].tsx': { staticParams: () => Array.from({ length: count }, (_, id) => ({ id: String(id) })) },
  })
  const server = createFwServer({ ...routes, siteUrl: SITE, log: () => undefined })
  const get = async (path: string) => {
    const response = await server.fetch(new Request(SITE + path))
    return { status: response.status, text: await response.text() }
  }
  const index = await get('/sitemap.xml')
  const parts = [...index.text.matchAll(/<loc>https:\/\/shop\.example(.*?)<\/loc>/g)].map(([, path]) => path)
  expect(parts).toEqual(['/sitemap-1.xml', '/sitemap-2.xml'])
  const files = await Promise.all(parts.map((path) => get(path ?? '')))
  expect(files.map(({ text }) => text.match(/<url>/g)?.length)).toEqual([50_000, 1])
  expect(lintXml([index.text, ...files.map(({ text }) => text)], SCHEMA)).toBe('')
  expect((await get('/sitemap-3.xml')).status).toBe(404)
})

test('a file stays below 50 MiB', () => {
  const long = `/${'a'.repeat(2000)}`
  const files = buildSitemap(
    SITE,
    Array.from({ length: 30_000 }, (_, n) => page(`${long}${n}`)),
  )
  expect(files).toHaveLength(3)
  for (const file of files) expect(Buffer.byteLength(file)).toBeLessThan(50 * 1024 * 1024)
})

test('the names of parts', () => {
  expect(sitemapPartPath(12)).toBe('/sitemap-12.xml')
  expect(sitemapPart('/sitemap-12.xml')).toBe(12)
  for (const path of ['/sitemap-0.xml', '/sitemap-01.xml', '/sitemap-.xml', '/sitemap-1.xml/x', '/sitemap--1.xml'])
    expect(sitemapPart(path)).toBeUndefined()
})
