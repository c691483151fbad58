/** How the built shop is found and read: its pages under an HTML validator, its files under parsers of others. */
import { join } from 'node:path'
import { parseRssFeed } from 'feedsmith'
import { HtmlValidate, StaticConfigLoader } from 'html-validate'
import robotsParser from 'robots-parser'
import RssParser from 'rss-parser'
import type { BreadcrumbList, Product, WithContext } from 'schema-dts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lintXml } from '../../servers/xmllint.ts'
import { type ShopApp, startShop } from '../shop-app.ts'

const SITE = 'http://localhost:3000'
const PAGES = [
  '/',
  '/?category=kitchen',
  '/?text=nothing-like-this',
  '/products/stoneware-mug',
  '/cart',
  '/assistant',
  '/login',
  '/orders',
  '/nowhere',
]
/** The package exports a function, but its types declare a module with a default export. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default

let shop: ShopApp
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.close())

const get = async (path: string) => {
  const response = await fetch(shop.url + path)
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

it('every page is valid HTML by html-validate', async () => {
  const validator = new HtmlValidate(new StaticConfigLoader({ extends: ['html-validate:standard'] }))
  expect((await validator.validateString('<p><div></p>')).valid).toBe(false)
  const problems: string[] = []
  for (const path of PAGES) {
    const report = await validator.validateString((await get(path)).text, path)
    for (const { messages } of report.results)
      for (const { ruleId, message, selector } of messages) problems.push(`${path} ${ruleId}: ${message} (${selector})`)
  }
  expect(problems).toEqual([])
})

it('GEN-03 HTP-20 HTP-21 HTP-22 the sitemap is valid, lists every product, and robots.txt names it', async () => {
  const sitemap = await get('/sitemap.xml')
  expect(lintXml([sitemap.text], join(import.meta.dirname, '../../runtime/site/sitemap.xsd'))).toBe('')
  const urls = [...sitemap.text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)
  expect(urls).toContain(`${SITE}/`)
  expect(urls.filter((url) => url?.includes('/products/'))).toHaveLength(40)
  expect(urls.filter((url) => /assistant|cart|login|orders/.test(url ?? ''))).toEqual([])
  const robots = parseRobots(`${SITE}/robots.txt`, (await get('/robots.txt')).text)
  expect(robots.getSitemaps()).toEqual([`${SITE}/sitemap.xml`])
  expect(robots.isAllowed(`${SITE}/products/x`)).toBe(true)
})

it('CNV-10 FEE-01 HTP-23 src/feed.ts is the feed, read by rss-parser and feedsmith', async () => {
  const { text, type } = await get('/rss.xml')
  expect(type).toBe('application/rss+xml; charset=utf-8')
  const feed = await new RssParser().parseString(text)
  expect(feed.title).toBe('New at Halden')
  expect(feed.items).toHaveLength(20)
  expect(parseRssFeed(text).items?.map(({ link }) => link)).toEqual(feed.items.map(({ link }) => link))
  const first = await get(new URL(feed.items[0]?.link ?? '').pathname)
  expect(first.status).toBe(200)
})

it('HTP-16 HTP-17 HTP-18 llms.txt lists pages with their Markdown, and the tools for anonymous callers', async () => {
  const { text } = await get('/llms.txt')
  expect(text).toMatch(/^# Halden\n\n> A shop for people and their agents/)
  const links = [...text.matchAll(/^- \[.*?\]\((.*?\.md)\)/gm)].map(([, link]) => new URL(link ?? ''))
  expect(links.length).toBeGreaterThan(40)
  for (const { pathname } of [links[0], links.at(-1)].filter((link) => link !== undefined)) {
    const page = await get(pathname)
    expect([pathname, page.status, page.type]).toEqual([pathname, 200, 'text/markdown; charset=utf-8'])
    expect(page.text).toMatch(/^# /m)
  }
  expect(text).toMatch(/^- \[api\.orders\.checkout\].*\(requires human approval\)$/m)
  expect(text).not.toContain('admin.')
})

it('MET-14 MET-22 a product has JSON-LD, which a crawler can parse', async () => {
  const { text } = await get('/products/stoneware-mug')
  const [product, trail] = [
    ...text.matchAll(/<script id="fw-jsonld-\d" type="application\/ld\+json">(.*?)<\/script>/g),
  ].map(([, json = '']) => JSON.parse(json)) as [WithContext<Product>, WithContext<BreadcrumbList>]
  expect(product).toMatchObject({ '@type': 'Product', offers: { '@type': 'Offer', priceCurrency: 'USD' } })
  expect(trail.itemListElement).toHaveLength(3)
  expect(text).toContain(`<link id="fw-canonical" rel="canonical" href="${SITE}/products/stoneware-mug">`)
  expect(text).toContain('<link id="fw-feed" rel="alternate" type="application/rss+xml"')
})
