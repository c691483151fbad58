/** The template of articles in two languages, built and served under its strict policy, in Chromium with an empty console. */
import { parseAtomFeed } from 'feedsmith'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditUrl, FULL_MARKS, TIMELESS } from '../lighthouse/audit-url.ts'
import { type Chromium, launchChromium } from './chromium.ts'
import { auditPage } from './page-audit.ts'
import { type PlaygroundApp, startPlayground } from './playground-app.ts'

let app: PlaygroundApp
let chromium: Chromium
beforeAll(async () => {
  ;[app, chromium] = await Promise.all([startPlayground('content'), launchChromium({ debuggable: true })])
})
afterAll(async () => {
  await chromium?.close()
  await app?.close()
})

test('a reader searches without a script, opens an article, and reads it in the other language', async () => {
  const { page, logs } = await chromium.open(`${app.url}/en`)
  await page.getByRole('link', { name: 'Search' }).click()
  await page.getByLabel('Words in an article').fill('phone margin')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByText('One article contains “phone margin”.').waitFor()
  await page.getByRole('link', { name: 'The length of a line' }).click()
  await page.getByRole('link', { name: 'Deutsch' }).click()
  await page.getByRole('heading', { name: 'Die Länge einer Zeile', level: 1 }).waitFor()
  expect(page.url()).toBe(`${app.url}/de/articles/line-length`)
  await page.getByRole('link', { name: 'Zwei Paletten, kein Schalter' }).first().click()
  await page.getByRole('heading', { name: 'Zwei Paletten, kein Schalter', level: 1 }).waitFor()
  expect(logs).toEqual([])
  await page.close()
})

test('feedsmith reads a feed of whole articles in each language', async () => {
  for (const [language, title] of [
    ['en', 'Two palettes, no switch'],
    ['de', 'Zwei Paletten, kein Schalter'],
  ]) {
    const feed = parseAtomFeed(await (await fetch(`${app.url}/${language}/feed.xml`)).text())
    expect(feed).toMatchObject({ id: `https://margin.example/${language}/feed.xml`, updated: '2026-06-02T00:00:00Z' })
    expect(feed.entries?.map((entry) => entry.title?.value ?? entry.title)[0]).toBe(title)
    expect(JSON.stringify(feed.entries?.[0]?.content)).toContain('color-scheme')
  }
})

test('a build has no drafts', async () => {
  expect((await fetch(`${app.url}/en/articles/footnotes`)).status).toBe(404)
  for (const path of ['/en', '/sitemap.xml', '/en/feed.xml', '/llms.txt', '/en/search?q=draft'])
    expect(await (await fetch(app.url + path)).text(), path).not.toContain('footnotes')
})

test.each([
  '/en',
  '/de/articles/line-length',
  '/en/articles/two-palettes',
  '/de/tags',
  '/en/tags/typography',
  '/en/search',
  '/de/search?q=zeile',
  '/en/nowhere',
])('%s has no script, and no audit finds a problem', async (path) => {
  const { page } = await chromium.open(app.url + path)
  expect(await page.locator('script:not([type="application/ld+json"], [type=speculationrules])').count()).toBe(0)
  expect(await auditPage(page, path)).toEqual([])
  await page.close()
})

test('Lighthouse reports no problem with an article', async () => {
  const report = await auditUrl(`${app.url}/de/articles/line-length`, chromium.debuggingPort(), TIMELESS)
  expect(report).toMatchObject(FULL_MARKS)
})
