/** The blog as people publish it: built into files, served by a plain file server, read in Chromium. */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseRssFeed } from 'feedsmith'
import robotsParser from 'robots-parser'
import RssParser from 'rss-parser'
import type { BlogPosting, BreadcrumbList, WithContext } from 'schema-dts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBuilt } from '../compiler/build/app-copy.ts'
import { auditUrl, FULL_MARKS, TIMELESS } from '../lighthouse/audit-url.ts'
import { copyBuilt } from '../playground/built-example.ts'
import { startFileServer } from '../servers/file-server.ts'
import { lintXml } from '../servers/xmllint.ts'
import { type Chromium, launchChromium } from './chromium.ts'
import { auditHtml, auditPage } from './page-audit.ts'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))
const SITE = 'https://tidewrack.example'
/** The package exports a function, but its types declare a module with a default export. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default

let root: string
let site: { readonly url: string; close(): Promise<void> }
let chromium: Chromium
let pages: readonly string[]
beforeAll(async () => {
  root = await copyBuilt('blog')
  const client = join(root, 'dist/client')
  site = await startFileServer(client)
  pages = readdirSync(client, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('index.html'))
    .map((file) => `/${file.replaceAll('\\', '/').replace(/\/?index\.html$/, '')}`)
    .filter((path) => !htmlOf(path).includes('http-equiv="refresh"'))
    .sort()
  chromium = await launchChromium({ debuggable: true })
})
afterAll(async () => {
  await chromium.close()
  await site.close()
  rmSync(root, { recursive: true, force: true })
})

const htmlOf = (path: string) => readFileSync(join(root, 'dist/client', path, 'index.html'), 'utf8')
/** Front matter of each post. */
type Described = readonly [WithContext<BlogPosting>, WithContext<BreadcrumbList>]
const jsonLdOf = (html: string): readonly unknown[] =>
  [...html.matchAll(/<script id="fw-jsonld-\d" type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = '']) =>
    JSON.parse(json),
  )
const hasCode = (path: string) => htmlOf(path).includes('<figure class="code">')

test('RTE-25 every post and every tag is a page', () => {
  expect(pages).toContain('/')
  expect(pages.filter((path) => path.startsWith('/posts/'))).toHaveLength(5)
  expect(pages.filter((path) => path.startsWith('/tags/'))).toHaveLength(5)
})

test('a page that has moved sends the visitor on', async () => {
  const { page } = await chromium.open(`${site.url}/archive`, { waitUntil: 'commit' })
  await page.waitForURL(`${site.url}/`)
  await page.close()
})

test('every page opens without a complaint, and only those with code run a script', async () => {
  const withScript: string[] = []
  for (const path of pages) {
    const { page, logs, requests } = await chromium.open(site.url + path)
    expect([path, ...logs]).toEqual([path])
    if (requests.some((request) => request.endsWith('.js'))) withScript.push(path)
    await page.close()
  }
  expect(withScript).toEqual(pages.filter(hasCode))
  expect(withScript.length).toBeGreaterThan(0)
  expect(withScript.length).toBeLessThan(pages.length / 2)
})

test('pictures come as AVIF in the width that fits, the font is the site’s own, and neither moves a line', async () => {
  const page = await chromium.context.newPage()
  await page.setViewportSize({ width: 390, height: 900 })
  // Late, so that everything has been laid out without them.
  for (const late of ['**/*.avif', '**/*.woff2'])
    await page.route(late, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      await route.continue()
    })
  await page.goto(`${site.url}/posts/the-gauge-under-the-pier`)
  const seen = await page.evaluate(async () => {
    let shift = 0
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries) shift += (entry as PerformanceEntry & { value: number }).value // a LayoutShift
    }
    const observer = new PerformanceObserver((list) => add(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    await document.fonts.ready
    // Layout shifts are reported with the frame after the shift.
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
    add(observer.takeRecords())
    const picture = document.querySelector<HTMLImageElement>('.picture img')
    return {
      shift,
      file: picture?.currentSrc.replace(/.*\//, ''),
      isThere: picture?.complete && picture.naturalWidth > 0,
      fonts: [...document.fonts]
        .filter(({ status }) => status === 'loaded')
        .map(({ family, weight }) => `${family} ${weight}`),
      style: getComputedStyle(document.body).fontFamily,
    }
  })
  expect(seen.shift).toBeLessThan(0.001)
  // The window is 390 pixels wide, of one dot each.
  expect(seen).toMatchObject({
    file: expect.stringMatching(/^pier-384-[\w-]+\.avif$|^pier-640-[\w-]+\.avif$/),
    isThere: true,
  })
  expect(seen.fonts).toEqual(expect.arrayContaining(['Lora 400', 'Lora 700']))
  expect(seen.style).toMatch(/^Lora, "Lora fallback Times New Roman"/)
  await page.close()
})

test('CFG-14 the copy button works under the hashes of csp: { static: hash }, and a foreign inline script does not', async () => {
  const path = '/posts/a-tide-table-in-forty-lines'
  expect(htmlOf(path)).toContain(`<meta http-equiv="content-security-policy" content="script-src 'self'`)
  await chromium.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { page } = await chromium.open(site.url + path)
  await page.getByRole('button', { name: 'Copy' }).last().click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('node tide.ts --days 7 > board.txt')
  const ran = await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.injected = true'
    document.head.append(script)
    return 'injected' in window
  })
  expect(ran).toBe(false)
  await page.close()
})

test('no link of any page is dead', async () => {
  const dead: string[] = []
  const asked = new Map<string, number>()
  for (const path of pages)
    for (const [, href = ''] of htmlOf(path).matchAll(/(?:href|src)="([^"]+)"/g)) {
      const url = new URL(href.replaceAll('&amp;', '&'), SITE + path)
      if (url.origin !== SITE) continue
      const known = asked.get(url.pathname) ?? (await fetch(site.url + url.pathname)).status
      asked.set(url.pathname, known)
      if (known !== 200) dead.push(`${path} -> ${href} (${known})`)
    }
  expect(dead).toEqual([])
  expect(asked.size).toBeGreaterThan(pages.length)
  expect((await fetch(`${site.url}/nothing`)).status).toBe(404)
})

test('axe-core, html-validate, windows and thumbs find nothing on any page, light and dark, narrow and wide', async () => {
  const { page } = await chromium.open('about:blank')
  const problems: string[] = []
  for (const path of [...pages, '/nothing']) {
    await page.goto(site.url + path)
    problems.push(...(await auditPage(page, path)))
  }
  await page.close()
  expect(problems).toEqual([])
})

test.each(['/', '/posts/a-tide-table-in-forty-lines'])('Lighthouse reports no problem with %s', async (path) => {
  expect(await auditUrl(site.url + path, chromium.debuggingPort(), TIMELESS)).toMatchObject(FULL_MARKS)
})

test('every route of the blog has pages among those', () => {
  const { routes } = JSON.parse(readFileSync(join(root, '.fw/model.json'), 'utf8')) as {
    routes: { pattern?: string }[]
  }
  for (const { pattern } of routes) {
    if (pattern === undefined) continue
    const shape = new RegExp(`^${pattern.replace(/\[\w+\]/g, '[^/]+')}$`)
    expect([pattern, pages.filter((path) => shape.test(path)).length > 0]).toEqual([pattern, true])
  }
})

test('HTP-20 HTP-22 HTP-23 feedsmith, xmllint and robots-parser read the files, and a server of the same build serves them', async () => {
  const text = (file: string) => readFileSync(join(root, 'dist/client', file), 'utf8')
  const posts = pages.filter((path) => path.startsWith('/posts/')).map((path) => SITE + path)
  expect(parseRssFeed(text('rss.xml')).items?.map(({ link }) => link)).toEqual(expect.arrayContaining(posts))
  expect(lintXml([text('sitemap.xml')], join(REPOSITORY, 'tests/runtime/site/sitemap.xsd'))).toBe('')
  const robots = parseRobots(`${SITE}/robots.txt`, text('robots.txt'))
  expect(robots.getSitemaps()).toEqual([`${SITE}/sitemap.xml`])
  for (const post of posts)
    expect([post, robots.isAllowed(post), text('sitemap.xml').includes(post)]).toEqual([post, true, true])
  const built = await startBuilt(root, join(root, 'no-files'))
  try {
    for (const file of ['rss.xml', 'sitemap.xml', 'robots.txt', 'posts/lines-that-hold.md'])
      expect([file, await (await fetch(built.url + file)).text()]).toEqual([file, text(file)])
  } finally {
    await built.stop()
  }
})

test('the feed is read by rss-parser, and each post has structured data', async () => {
  const feed = await new RssParser().parseString(readFileSync(join(root, 'dist/client/rss.xml'), 'utf8'))
  expect(feed.items.map(({ link }) => new URL(link ?? '').pathname)).toEqual(
    expect.arrayContaining(pages.filter((path) => path.startsWith('/posts/'))),
  )
  expect(feed.items[0]?.title).toBe('Watching the wind from bed')
  const [article, trail] = jsonLdOf(htmlOf('/posts/lines-that-hold')) as Described
  expect(article).toMatchObject({ '@type': 'BlogPosting', headline: 'Lines that hold', datePublished: '2025-11-30' })
  expect(trail.itemListElement).toHaveLength(2)
})

test('a server of the same build sends pages that html-validate finds nothing in, with the same JSON-LD', async () => {
  const built = await startBuilt(root, join(root, 'no-files'))
  try {
    for (const path of [...pages, '/nothing']) {
      const answer = await fetch(new URL(path, built.url), { headers: { accept: 'text/html' } })
      const html = await answer.text()
      expect([path, answer.status]).toEqual([path, path === '/nothing' ? 404 : 200])
      expect(await auditHtml(html, path)).toEqual([])
      if (!path.startsWith('/posts/')) continue
      const [article, trail] = jsonLdOf(html) as Described
      expect([path, article['@type'], trail['@type']]).toEqual([path, 'BlogPosting', 'BreadcrumbList'])
      expect([article, trail]).toEqual(jsonLdOf(htmlOf(path)))
      expect(html).toContain(`>${article.headline as string} · Tidewrack</title>`)
    }
  } finally {
    await built.stop()
  }
})
