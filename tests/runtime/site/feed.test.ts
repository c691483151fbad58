/** What feed readers make of our feeds: two parsers of others, and libxml2 for well-formedness. */
import fc from 'fast-check'
import { parseRssFeed } from 'feedsmith'
import RssParser from 'rss-parser'
import { expect, test } from 'vitest'
import type { FeedItem } from '../../../runtime/src/contract/page/feed.ts'
import { buildFeed } from '../../../runtime/src/site/feed.ts'
import { lintXml } from '../../servers/xmllint.ts'

const SITE = 'https://shop.example'
const PARSER = new RssParser({ customFields: { feed: ['language'], item: [['dc:creator', 'author']] } })

/** Text with everything that XML and HTML make trouble with. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    ']]>',
    '<![CDATA[x]]>',
    '&amp;',
    '&#0;',
    '<b>x</b>',
    '\u0000\u0008\u000b',
    '\ud800',
    '\udfff\ud800',
    '\uffff',
    '-->',
    '😀',
  ),
)
const item: fc.Arbitrary<FeedItem> = fc.record(
  {
    url: fc.oneof(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.webPath().map((path) => `/${path}`.replace(/^\/+/, '/')),
    ),
    title: hostile,
    description: hostile,
    date: fc
      .date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString()),
    author: hostile,
  },
  { requiredKeys: ['url', 'title'] },
)

/** Returns the text as XML represents it. */
function seen(text = ''): string {
  const forbidden =
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what XML cannot hold is dropped.
    /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
  return text.replace(forbidden, '')
}

const plain = (text: string | undefined) => seen(text).replace(/\s+/g, ' ').trim()

test('HTP-23 FEE-04 FEE-06 FEE-07 FEE-08 two hundred feeds of edge cases are read back by rss-parser and feedsmith', async () => {
  const feeds: string[] = []
  await fc.assert(
    fc.asyncProperty(fc.array(item, { maxLength: 6 }), hostile, async (items, title) => {
      const warnings: string[] = []
      const text = await buildFeed({ title, description: 'All', items: () => items }, { siteUrl: SITE }, (problem) => {
        warnings.push(problem)
      })
      feeds.push(text)
      expect(warnings).toEqual([])
      const read = await PARSER.parseString(text)
      expect(plain(read.title)).toBe(plain(title))
      expect(read.items.map(({ link, guid }) => [link, guid])).toEqual(
        items.map(({ url }) => [new URL(url, SITE).href, new URL(url, SITE).href]),
      )
      expect(read.items.map(({ isoDate }) => isoDate?.slice(0, 19))).toEqual(
        items.map(({ date }) => date?.slice(0, 19)),
      )
      expect(read.items.map((one) => plain(one.author))).toEqual(items.map(({ author }) => plain(author)))
      const strict = parseRssFeed(text)
      expect(strict.items?.map(({ link }) => link) ?? []).toEqual(items.map(({ url }) => new URL(url, SITE).href))
      expect(strict.atom?.links?.[0]).toMatchObject({ rel: 'self', href: `${SITE}/rss.xml` })
    }),
    { numRuns: 200 },
  )
  // One process reads them all: each is a document of its own, so they are joined without their first lines.
  const roots = feeds.map((text) => text.slice(text.indexOf('\n') + 1))
  expect(lintXml([`<?xml version="1.0" encoding="UTF-8"?>\n<feeds>${roots.join('')}</feeds>`])).toBe('')
})

test('HTML in a string is preserved', async () => {
  const description = '<p>Green &amp; "good" <![CDATA[x]]> ]]></p>'
  const items = () => [{ url: '/x', title: 'a & b', description }]
  const text = await buildFeed({ items }, { siteUrl: SITE }, () => undefined)
  expect((await PARSER.parseString(text)).items[0]?.content).toBe(description)
  expect((await PARSER.parseString(text)).title).toBe('shop.example')
})
