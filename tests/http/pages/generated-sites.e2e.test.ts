/** Two hundred generated sites as parsers of others read them: heads, JSON-LD, sitemaps and robots.txt. Feeds: `site/feed.test.ts`. */
import { join } from 'node:path'
import fc from 'fast-check'
import { HtmlValidate, StaticConfigLoader } from 'html-validate'
import robotsParser from 'robots-parser'
import type { BlogPosting, BreadcrumbList, Organization, WithContext } from 'schema-dts'
import { expect, test } from 'vitest'
import type { PageMeta } from '../../../runtime/src/contract/page/page.ts'
import { articleJsonLd, breadcrumbJsonLd, organizationJsonLd } from '../../../runtime/src/index.ts'
import { createFwServer } from '../../../runtime/src/server.ts'
import { unescapeHtml } from '../../../runtime/src/wire/html.ts'
import { lintXml } from '../../servers/xmllint.ts'
import { routeModules } from '../route-modules.ts'

const RUNS = 200
const SITEMAP_SCHEMA = join(import.meta.dirname, '../../runtime/site/sitemap.xsd')
const VALIDATOR = new HtmlValidate(new StaticConfigLoader({ extends: ['html-validate:standard'] }))
/** The package exports a function, but its types declare a module with a default export. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default

/** Half of a surrogate pair in UTF-8. */
const wellFormed = (value: string) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(value))

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '</title><script>alert(1)</script>',
    '</script><!--<script>',
    '"><img src=x onerror=alert(1)>',
    "' onload='x",
    '&amp;&lt;&#0;&notit;',
    ']]>',
    '\u0000\u0008\ud800',
    '\u2028\u202e\ufeff',
    'שלום عالم 你好 🇳🇴👩‍👩‍👧',
    'long '.repeat(400),
  ),
)
/** Dates at the limits of ISO 8601 and JavaScript. */
const date = fc.oneof(
  fc.constantFrom('0001-01-01', '1969-12-31T23:59:59.999Z', '2000-02-29', '9999-12-31T23:59:59Z'),
  fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') }).map((value) => value.toISOString()),
)
const path = fc.webPath({ size: 'small' }).map((value) => `/${value}`.replace(/^\/+/, '/'))

const site = fc.record({
  lang: fc.constantFrom('en', 'nb-NO', 'zh-Hant-TW', 'ar', 'de-1996', 'sr-Latn', 'x-klingon', 'i-navajo'),
  siteUrl: fc.constantFrom(
    'https://a.example',
    'https://xn--bcher-kva.example/',
    'http://localhost:3000',
    'https://[::1]:8443',
  ),
  title: text,
  description: text,
  image: path,
  canonical: path,
  robots: fc.oneof(
    fc.record(
      { index: fc.boolean(), follow: fc.boolean(), maxSnippet: fc.integer(), unavailableAfter: date },
      { requiredKeys: [] },
    ),
    text,
  ),
  og: fc.record(
    { siteName: text, imageAlt: text, publishedTime: date, 'locale:alternate': text },
    { requiredKeys: [] },
  ),
  twitter: fc.record({ site: text, title: text }, { requiredKeys: [] }),
  people: fc.array(text, { maxLength: 4 }),
  published: date,
  slugs: fc.uniqueArray(
    text.filter((slug) => slug === wellFormed(slug) && !/^\.{0,2}$/.test(slug)),
    { maxLength: 5 },
  ),
})

test('HTP-20 HTP-22 MET-14 MET-21 MET-22 MET-23 two hundred generated sites pass html-validate, xmllint, robots-parser and JSON.parse', async () => {
  const sitemaps: string[] = []
  await fc.assert(
    fc.asyncProperty(site, async ({ lang, siteUrl, people, published, slugs, ...given }) => {
      const jsonLd: [WithContext<BlogPosting>, WithContext<BreadcrumbList>, WithContext<Organization>] = [
        articleJsonLd({
          type: 'BlogPosting',
          headline: given.title,
          datePublished: published,
          author: { name: people[0] ?? '' },
        }),
        breadcrumbJsonLd(people.map((name) => ({ name, url: `${siteUrl}/${encodeURIComponent(wellFormed(name))}` }))),
        organizationJsonLd({ name: given.description, sameAs: people }),
      ]
      const meta: PageMeta = { ...given, jsonLd }
      const routes = routeModules({
        'index.tsx': { meta, html: () => '<main><h1>Page</h1></main>' },
        'posts/[slug].tsx': { staticParams: slugs.map((slug) => ({ slug })), meta: { title: 'Post' } },
      })
      const server = createFwServer({ ...routes, title: 'Site', lang, siteUrl, log: () => undefined })
      const get = async (address: string) => (await server.fetch(new Request(`http://h${address}`))).text()
      const html = await get('/')
      const report = await VALIDATOR.validateString(html)
      const messages = report.results.flatMap((result) =>
        result.messages.map(({ ruleId, message }) => `${ruleId}: ${message}`),
      )
      expect(messages).toEqual([])
      const read = [...html.matchAll(/<script id="fw-jsonld-\d" type="application\/ld\+json">(.*?)<\/script>/gs)]
      expect(read.map(([, json = '']) => JSON.parse(json))).toEqual(jsonLd)
      const shown = given.title.trim() === '' ? 'Site' : given.title
      expect(unescapeHtml(/<title[^>]*>([^<]*)</.exec(html)?.[1] ?? '')).toBe(wellFormed(shown))
      const sitemap = await get('/sitemap.xml')
      sitemaps.push(sitemap)
      const noindex = /<meta id="fw-robots"[^>]*content="[^"]*\b(?:noindex|none)\b/i.test(html)
      expect(sitemap.match(/<loc>/g)?.length ?? 0).toBe(
        slugs.filter((slug) => new URL(`/posts/${encodeURIComponent(slug)}`, siteUrl).href.length <= 2048).length +
          (noindex ? 0 : 1),
      )
      const robots = parseRobots(new URL('/robots.txt', siteUrl).href, await get('/robots.txt'))
      expect(robots.getSitemaps()).toEqual([new URL('/sitemap.xml', siteUrl).href])
      for (const [, url = ''] of sitemap.matchAll(/<loc>(.*?)<\/loc>/g))
        expect(robots.isAllowed(unescapeHtml(url), 'AnyBot')).toBe(true)
    }),
    { numRuns: RUNS },
  )
  expect(sitemaps.length).toBeGreaterThanOrEqual(RUNS)
  expect(lintXml(sitemaps, SITEMAP_SCHEMA)).toBe('')
})
