/** `playground/docs` as people publish it: built into files, served by a plain file server, read and searched in Chromium. */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyBuilt, runFw } from '../playground/built-example.ts'
import { startFileServer } from '../servers/file-server.ts'
import { type Chromium, launchChromium } from './chromium.ts'
import { auditHtml, auditPage } from './page-audit.ts'

let folder: string
let site: Awaited<ReturnType<typeof startFileServer>>
let chromium: Chromium
/** Address to document. */
const pages = new Map<string, string>()

beforeAll(async () => {
  folder = await copyBuilt('docs')
  const client = join(folder, 'dist/client')
  for (const file of readdirSync(client, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('index.html'))
      pages.set(
        `/${file.replaceAll('\\', '/').replace(/\/?index\.html$/, '')}`,
        readFileSync(join(client, file), 'utf8'),
      )
  site = await startFileServer(client)
  chromium = await launchChromium()
})
afterAll(async () => {
  await chromium.close()
  await site.close()
  rmSync(folder, { recursive: true, force: true })
})

test('every page of the documentation is a file, and only the search has a script', () => {
  expect([...pages.keys()]).toEqual(
    expect.arrayContaining([
      '/',
      '/guide/start',
      '/recipes/upload',
      '/reference/config',
      '/rules/dead-link',
      '/search',
    ]),
  )
  expect(pages.size).toBeGreaterThan(110)
  const scripted = [...pages].filter(([, html]) =>
    /<script(?! type="(?:speculationrules|application\/ld\+json)")/.test(html),
  )
  expect(scripted.map(([path]) => path)).toEqual(['/search'])
})

test('every link leads to a page, and to a heading that it has', () => {
  const dead = [...pages].flatMap(([path, html]) =>
    [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].flatMap(([, href = '']) => {
      const [to = '', hash] = href.split('#')
      if (/^[a-z]+:/.test(href)) return []
      const target = pages.get(to === '' ? path : to)
      const found = target !== undefined && (hash === undefined || target.includes(` id="${hash}"`))
      return found ? [] : [`${path}: ${href}`]
    }),
  )
  expect(dead).toEqual([])
})

test('code has colours without a script, and no two headings of a page have one anchor', () => {
  const start = pages.get('/guide/start') ?? ''
  expect(start).toContain('<figcaption>src/server/reminders.api.ts</figcaption>')
  expect(start).toContain('<span class="hljs-keyword">import</span>')
  for (const [path, html] of pages) {
    const ids = [...html.matchAll(/<h[1-6] id="([^"]+)"/g)].map(([, id]) => id)
    expect([path, ids.length]).toEqual([path, new Set(ids).size])
  }
})

test.each(['/', '/guide/start', '/rules/dead-link', '/search?q=proposal'])(
  '%s opens without a complaint and is sound at 390 and 1280 pixels, light and dark',
  async (path) => {
    const { page, logs } = await chromium.open(site.url + path)
    expect(logs).toEqual([])
    if (path.startsWith('/search')) await page.getByRole('status').filter({ hasText: 'section' }).waitFor()
    expect(await auditPage(page, path)).toEqual([])
    await page.close()
  },
)

test('every other page is valid HTML', async () => {
  for (const path of ['/guide/eval', '/guide/check', '/reference/runtime', '/recipes/contact-form'])
    expect(await auditHtml(pages.get(path) ?? '', path)).toEqual([])
})

test('a search from any page shows sections while it is typed, and leads to them', async () => {
  const { page, logs, requests } = await chromium.open(`${site.url}/guide/start`)
  await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('unknown_proposal')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/search\?q=unknown_proposal$/)
  const first = page.getByRole('listitem').getByRole('link', { name: 'unknown_proposal', exact: true })
  await first.waitFor()
  // The navigation code loads when the browser is idle.
  await page.waitForLoadState('networkidle')
  const asked = requests.length
  await page.getByRole('searchbox').fill('zzzzzz')
  await page.getByText('Nothing was found').waitFor()
  await page.getByRole('searchbox').fill('island starts visib')
  const found = page.getByRole('main').locator('a[href="/guide/islands"]')
  await found.waitFor()
  // The icon is asked for again with each address.
  expect(requests.slice(asked).filter((path) => path !== '/favicon.svg')).toEqual([])
  await found.click()
  await page.waitForURL(`${site.url}/guide/islands`)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Islands')
  expect(logs).toEqual([])
  await page.close()
})

test('an agent in the page searches by the tool of the island', async () => {
  const { page } = await chromium.open(`${site.url}/search`)
  const answer = await page.evaluate(() => window.fw?.call('SiteSearch.search', { query: 'dead link' }))
  expect(answer).toMatchObject({
    ok: true,
    result: expect.arrayContaining([expect.objectContaining({ path: '/rules/dead-link' })]),
  })
  await page.getByRole('main').getByRole('link', { name: 'Broken link' }).waitFor()
  const refused = await page.evaluate(() => window.fw?.call('SiteSearch.search', { query: '' }))
  expect(refused).toMatchObject({ ok: false, code: 'invalid_input' })
  await page.close()
})

test('the search is also a tool of the app, which passes its own tests and evals', {
  timeout: 240_000,
}, async () => {
  expect(await runFw(['test'], folder)).toMatch(/8 passed/)
  expect(await runFw(['eval'], folder)).toContain('Gate passed: 1 scenario')
  const found = await runFw(['run', 'api.docs.search', '--query', 'rate limit', '--limit', '1'], folder)
  expect(found).toContain('"path": "/guide/data#rate-limits"')
})
