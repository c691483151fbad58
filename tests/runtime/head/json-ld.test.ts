import type { Article, BlogPosting, BreadcrumbList, Organization, WithContext } from 'schema-dts'
import { expect, test } from 'vitest'
import { articleJsonLd, breadcrumbJsonLd, organizationJsonLd } from '../../../runtime/src/index.ts'
import { createFwServer } from '../../../runtime/src/server.ts'
import { pageWithMeta } from '../../http/route-modules.ts'

/** As a search engine reads it off the page. */
async function readBack(jsonLd: object | readonly object[]): Promise<unknown[]> {
  const server = createFwServer({ ...pageWithMeta({ jsonLd }), log: () => undefined })
  const html = await (await server.fetch(new Request('http://localhost/'))).text()
  return [...html.matchAll(/<script[^>]*type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(([, text = '']) =>
    JSON.parse(text),
  )
}

test('MET-21 articleJsonLd: type, headline, date, and the author as a Person', async () => {
  const article = articleJsonLd({ headline: 'On tea', datePublished: '2026-01-02', author: { name: 'Ada' } })
  const posting = articleJsonLd({ type: 'BlogPosting', headline: 'On </script> tea' })
  // The types in schema.org's vocabulary.
  const typed: [WithContext<Article>, WithContext<BlogPosting>] = [
    article satisfies WithContext<Article>,
    posting satisfies WithContext<BlogPosting>,
  ]
  expect(await readBack(typed)).toEqual([
    {
      '@context': 'https://schema.org',
      '@type': 'Article',
      headline: 'On tea',
      datePublished: '2026-01-02',
      author: { '@type': 'Person', name: 'Ada' },
    },
    { '@context': 'https://schema.org', '@type': 'BlogPosting', headline: 'On </script> tea' },
  ])
})

test('articleJsonLd has the date of the last change and the language', async () => {
  const article = articleJsonLd({
    headline: 'Tee',
    datePublished: '2026-01-02',
    dateModified: '2026-02-03T10:00:00Z',
    inLanguage: 'de-CH',
  }) satisfies WithContext<Article>
  expect(await readBack(article)).toEqual([
    {
      '@context': 'https://schema.org',
      '@type': 'Article',
      headline: 'Tee',
      datePublished: '2026-01-02',
      dateModified: '2026-02-03T10:00:00Z',
      inLanguage: 'de-CH',
    },
  ])
})

test('MET-22 breadcrumbJsonLd: the entry without url is the current page', async () => {
  const trail = breadcrumbJsonLd([
    { name: 'Shop', url: 'https://shop.example/' },
    { name: 'Tea', url: undefined },
  ]) satisfies WithContext<BreadcrumbList>
  expect(await readBack(trail)).toEqual([
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Shop', item: 'https://shop.example/' },
        { '@type': 'ListItem', position: 2, name: 'Tea' },
      ],
    },
  ])
})

test('MET-23 organizationJsonLd: name, url, sameAs', async () => {
  const organization = organizationJsonLd({
    name: 'Halden',
    url: 'https://shop.example',
    sameAs: ['https://social.example/halden'],
  }) satisfies WithContext<Organization>
  expect(await readBack(organization)).toEqual([
    {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name: 'Halden',
      url: 'https://shop.example',
      sameAs: ['https://social.example/halden'],
    },
  ])
})

test('MET-24 absent fields are dropped', () => {
  expect(Object.keys(articleJsonLd({ headline: 'x', datePublished: undefined, author: undefined }))).toEqual([
    '@context',
    '@type',
    'headline',
  ])
  expect(articleJsonLd({ headline: 'x', author: { name: 'Ada', url: undefined } }).author).toEqual({
    '@type': 'Person',
    name: 'Ada',
  })
  expect(Object.keys(organizationJsonLd({ name: 'x', url: undefined }))).toEqual(['@context', '@type', 'name'])
})

test('MET-25 the result is open: further properties are spread on', async () => {
  const product = { ...articleJsonLd({ headline: 'x' }), image: 'https://cdn.example/x.png', wordCount: 12 }
  expect(await readBack(product satisfies WithContext<Article>)).toEqual([
    {
      '@context': 'https://schema.org',
      '@type': 'Article',
      headline: 'x',
      image: 'https://cdn.example/x.png',
      wordCount: 12,
    },
  ])
})

test('MET-26 addresses are taken as they are written', () => {
  expect(breadcrumbJsonLd([{ name: 'a', url: '/relative?x=1&y' }]).itemListElement[0]?.item).toBe('/relative?x=1&y')
  expect(organizationJsonLd({ name: 'a', url: 'HTTP://Shop.Example' }).url).toBe('HTTP://Shop.Example')
})
