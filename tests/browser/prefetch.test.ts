/** Which pages are prefetched: by the navigation runtime, and by the browser with speculation rules. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { defineI18n } from '../../runtime/src/i18n/define-i18n.ts'
import type { FwServerOptions } from '../../runtime/src/server.ts'
import { type Chromium, launchChromium, type OpenPage } from './chromium.ts'
import {
  type BuiltNavigation,
  buildNavigation,
  type NavigationServer,
  openFollowed,
  readRuleSets,
} from './navigation-server.ts'

let built: BuiltNavigation
let chromium: Chromium
let opened: OpenPage | undefined

beforeAll(async () => {
  ;[built, chromium] = await Promise.all([buildNavigation(), launchChromium()])
})
afterAll(async () => {
  await chromium?.close()
  await built?.close()
})
afterEach(async () => {
  await opened?.page.close()
  opened = undefined
  Object.assign(globalThis, { fwTestGates: undefined })
})

async function open(server: NavigationServer, path: string, before?: () => void): Promise<OpenPage> {
  opened = await openFollowed(chromium, server, path, before)
  return opened
}
const click = (page: Page, id: string) => page.locator(`#${id}`).evaluate((node) => (node as HTMLElement).click())
const shows = (page: Page, heading: string) => page.locator('h1', { hasText: heading }).waitFor()
const isSameDocument = (page: Page) => page.evaluate(() => 'sameDocument' in window)
const navigations = (server: NavigationServer) =>
  server.asked().flatMap(({ path, navigation }) => (navigation ? [path] : []))
const serve = (navigation: FwServerOptions['navigation']) => built.serve({ navigation })

const PATHS: Partial<FwServerOptions> = {
  routes: {
    '/items/[id]': () => 'item',
    '/docs/[[...path]]': () => 'docs',
    '/files/[...path]': () => 'files',
    '/a(b)+c': () => 'special',
    '/über uns': () => 'umlaut',
  },
  redirects: [
    { from: '/items/old', to: '/b' },
    { from: '/gone/[id]', to: '/b' },
  ],
  rewrites: [{ from: '/shown', to: '/b' }],
}
/** URLs that redirect, or that this app has no page for. */
const NO_PAGES = ['/go', '/items', '/items/old', '/items/1/2', '/gone/1', '/files', '/b/', '/b//', '/B']
const PAGES = ['/b', '/b?page=2', '/items/1', '/docs', '/docs/x/y', '/files/x', '/shown?x', '/a(b)+c', '/über uns']

describe('prefetching', () => {
  test('CFG-36 a link under the pointer or with the focus is fetched ahead, and its page used once', async () => {
    const server = await built.serve()
    const { page } = await open(server, '/a')
    await page.locator('#to-b').hover()
    await expect.poll(() => navigations(server)).toEqual(['/b'])
    await page.locator('#to-b').click()
    await shows(page, 'B')
    expect(server.asked()).toEqual([])
    await page.mouse.move(0, 0)
    await page.locator('#to-long').focus()
    await expect.poll(() => navigations(server)).toEqual(['/long'])
    await page.locator('#to-long').press('Enter')
    await shows(page, 'Long')
    expect(server.asked()).toEqual([])
  })

  test('links that the pointer only crosses, marked links, links to files and to the current page are not prefetched', async () => {
    const server = await built.serve()
    const { page } = await open(server, '/a')
    await page.evaluate(async () => {
      const over = (id: string) =>
        document.getElementById(id)?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
      for (const id of ['to-b', 'to-plain']) over(id)
      for (const id of ['to-file', 'to-fw', 'to-external', 'to-nofollow', 'to-tab', 'to-a', 'to-here', 'to-long']) {
        over(id)
        await new Promise((resolve) => setTimeout(resolve, 120))
      }
    })
    await expect.poll(() => navigations(server)).toEqual(['/long'])
  })

  test('two are fetched at a time, and twelve held', async () => {
    let release = () => {}
    Object.assign(globalThis, {
      fwTestGates: new Map([['slow', new Promise<void>((resolve) => (release = resolve))]]),
    })
    const server = await built.serve()
    const { page } = await open(server, '/a')
    const press = (paths: readonly string[]) =>
      page.evaluate(async (hrefs) => {
        const link = document.createElement('a')
        document.body.append(link)
        for (const href of hrefs) {
          link.href = href
          link.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
          await new Promise((resolve) => setTimeout(resolve, 40))
        }
      }, paths)
    await press(['/slow?1', '/slow?2', '/slow?3'])
    expect(navigations(server)).toEqual(['/slow?1', '/slow?2'])
    release()
    await page.waitForLoadState('networkidle')
    await press(Array.from({ length: 20 }, (_, index) => `/plain?${index}`))
    expect(navigations(server).length).toBeLessThanOrEqual(10)
  })

  test.each([
    ['asked to save data', { saveData: true }],
    ['has a slow line', { effectiveType: 'slow-2g' }],
  ])('nothing is fetched ahead where the person %s', async (_who, connection) => {
    const server = await built.serve()
    const { page } = await open(server, '/a')
    await page.evaluate(
      (value) => Object.defineProperty(navigator, 'connection', { configurable: true, value }),
      connection,
    )
    await page.locator('#to-b').dispatchEvent('pointerdown')
    await page.evaluate(() => Object.defineProperty(navigator, 'connection', { value: undefined }))
    await page.locator('#to-plain').dispatchEvent('pointerdown')
    // The timer of the last one runs after that of the first.
    await expect.poll(() => navigations(server)).toEqual(['/plain'])
  })

  /** Rests on a link to each URL, and returns the requests of the server. */
  const restOn = async (server: NavigationServer, start: string, urls: readonly string[]) => {
    const { page } = await open(server, start)
    await page.evaluate(async (hrefs) => {
      const link = document.createElement('a')
      document.body.append(link)
      for (const href of hrefs) {
        link.href = href
        for (const type of ['pointerover', 'pointerdown']) {
          link.dispatchEvent(new PointerEvent(type, { bubbles: true }))
          await new Promise((resolve) => setTimeout(resolve, 120))
        }
      }
    }, urls)
    await page.waitForLoadState('networkidle')
    return server.asked().map(({ path }) => path)
  }
  test('only URLs of pages are fetched, neither redirects nor other handlers of the host', async () => {
    const server = await built.serve(PATHS)
    expect(await restOn(server, '/a', [...NO_PAGES, '//b'])).toEqual([])
    expect(await restOn(server, '/a', [...PAGES, '/b#part'])).toEqual(PAGES.map(encodeURI))
  })

  test('a URL with escapes is fetched if it is that of a page for the router, which decodes it', async () => {
    const server = await built.serve(PATHS)
    const others = ['/items/%6Fld', '/%67one/1', '/items/a%2Epng', '/%5Ffw/health', '/items/%ff']
    expect(await restOn(server, '/a', others)).toEqual([])
    const pages = ['/%62', '/%69tems/1', '/items/%6Flder', '/items/%256Fld', '/items/a[b]', '/items/1%3F']
    expect(await restOn(server, '/a', pages)).toEqual(pages)
  })

  test('a page that redirects is fetched ahead without its target, and a click loads both', async () => {
    const server = await built.serve()
    expect(await restOn(server, '/a', ['/moved'])).toEqual(['/moved'])
    await click(opened?.page as Page, 'to-moved')
    await shows(opened?.page as Page, 'B')
    expect(await isSameDocument(opened?.page as Page)).toBe(true)
    expect(navigations(server)).toEqual(['/moved', '/b?moved'])
  })

  test('pages of an international app are fetched below its languages, and no link that changes the language', async () => {
    const i18n = defineI18n({
      locales: ['en', 'de'],
      defaultLocale: 'en',
      timeZone: 'UTC',
      messages: { en: {}, de: {} },
    })
    const server = await built.serve({ ...PATHS, routes: { ...PATHS.routes, '/': () => 'home' }, i18n })
    const others = ['/b', '/', '/fr/b', '/de/go', '/de/items/old', '/de/b?fw_locale=en', '/de/', '/DE/b']
    expect(await restOn(server, '/de/a', others)).toEqual([])
    const pages = ['/de/b', '/en/b?x=1', '/de', '/en/items/1', '/de/shown']
    expect(await restOn(server, '/de/a', pages)).toEqual(pages)
  })

  test('pages in an unprefixed default language are fetched without it', async () => {
    const i18n = defineI18n({
      locales: ['en', 'de'],
      defaultLocale: 'en',
      prefixDefaultLocale: false,
      messages: { en: {}, de: {} },
    })
    const server = await built.serve({ ...PATHS, routes: { ...PATHS.routes, '/': () => 'home' }, i18n })
    const others = ['/en/b', '/en', '/fr/b', '/go', '/de/go', '/items/old', '/de/items/old', '/b?fw_locale=de', '/de/']
    expect(await restOn(server, '/a', others)).toEqual([])
    const pages = ['/b', '/de/b', '/b?x=1', '/', '/de', '/items/1', '/shown', '/de/shown']
    expect(await restOn(server, '/a', pages)).toEqual(pages)
  })

  test('CFG-38 prefetch: false fetches nothing ahead', async () => {
    const server = await serve({ prefetch: false })
    const { page } = await open(server, '/a')
    await page.locator('#to-long').hover()
    await page.locator('#to-b').hover()
    await page.waitForTimeout(200)
    expect(server.asked()).toEqual([])
    await page.locator('#to-b').click()
    await shows(page, 'B')
    expect(navigations(server)).toEqual(['/b'])
    const { page: plain } = await open(server, '/plain')
    expect(await plain.locator('script').count()).toBe(0)
  })
})

describe('speculation rules', () => {
  test('match pages of the app, and no other URL', async () => {
    const server = await built.serve({
      ...PATHS,
      routes: { ...PATHS.routes, '/': () => 'home' },
    })
    const { page } = await open(server, '/plain')
    const matches = (paths: readonly string[]) =>
      page.evaluate((urls) => {
        const rules = JSON.parse(document.getElementById('fw-speculation')?.textContent ?? 'null')
        const [own, { not }] = rules.prefetch[0].where.and
        const some = (list: readonly string[], url: string) =>
          list.some((pattern) => new URLPattern(pattern, location.origin).test(url, location.origin))
        return urls.filter((url) => some(own.href_matches, url) && !some(not.href_matches, url))
      }, paths)
    expect(await matches([...NO_PAGES, ...PAGES])).toEqual(PAGES)
    await expect.poll(() => readRuleSets(page)).toMatchObject([{ sourceText: expect.stringContaining('/items/') }])
    expect((await readRuleSets(page))[0]?.errorType).toBeUndefined()
  })
})
