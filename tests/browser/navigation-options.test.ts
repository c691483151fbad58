/** The options of `navigation` in the configuration, navigation that the browser does itself, and late islands. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
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
const serve = (navigation: FwServerOptions['navigation']) => built.serve({ navigation })

test('an island whose page is replaced while the island around it loads never starts', async () => {
  const { origin } = await built.serve()
  const html = await (await fetch(`${origin}/a`)).text()
  const { m } = JSON.parse(/id="?fw-islands"?[^>]*>([^<]+)/.exec(html)?.[1] ?? '{}') as { m: Record<string, string> }
  opened = await chromium.open('about:blank')
  const { page, logs } = opened
  let release = () => {}
  const isReplaced = new Promise<void>((resolve) => {
    release = resolve
  })
  const isOfIsland = ({ pathname }: URL) => Object.values(m).includes(pathname.slice(1))
  await page.route(isOfIsland, async (route) => {
    await isReplaced
    await route.continue()
  })
  await page.goto(`${origin}/a`, { waitUntil: 'commit' })
  await page.locator('#fw-announcer').waitFor({ state: 'attached' })
  await click(page, 'to-data')
  await shows(page, 'Data')
  release()
  await page.locator('fw-island[ok] .data').waitFor()
  // They have arrived, and so the islands that waited for them have continued.
  await page.evaluate(
    `Promise.all(${JSON.stringify(Object.values(m))}.map((file) => import('/' + file))).then(() => {})`,
  )
  expect(logs).toEqual([])
})

test.each([
  ['an endpoint of the framework', '/%5Ffw/health', undefined],
  ['a file', '/notes%2Ecsv', undefined],
  ['a page', '/%62', '1'],
])('a link with escapes is followed as the router reads it: %s', async (_, path, navigation) => {
  const server = await built.serve()
  const { page } = await open(server, '/a')
  await page.evaluate((href) => {
    const link = document.querySelector<HTMLAnchorElement>('#to-b')
    if (link) link.href = href
    link?.click()
  }, path)
  await page.waitForURL(`**${path}`)
  expect(server.asked()).toEqual([{ path, navigation }])
})

test.each([
  ['a page', '/no-script', 'No script'],
  ['a slot that is shown later', '/no-script-slot', 'No script in a slot'],
])('content for browsers without scripts has no effect after a navigation, in %s', async (_, path, title) => {
  const { page } = await open(await built.serve(), '/a')
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.evaluate((href) => {
    const link = document.querySelector<HTMLAnchorElement>('#to-b')
    if (link) link.href = href
    link?.click()
  }, path)
  await shows(page, title)
  expect(await isSameDocument(page)).toBe(true)
  await page.locator('fw-island[ok] button').click()
  await page.locator('#shown').waitFor()
  expect([await page.locator('noscript').count(), await page.locator('noscript > *').count()]).toEqual([1, 0])
  expect(await page.locator('h1').evaluate((node) => getComputedStyle(node).color)).toBe('rgb(0, 0, 0)')
  await page.waitForLoadState('networkidle')
  expect(requested).not.toContain('/pixel.png')
  expect(new URL(page.url()).pathname).toBe(path)
})

describe('view transitions', () => {
  const count = () => {
    const start = document.startViewTransition
    Object.assign(window, { transitions: 0 })
    document.startViewTransition = function (this: Document, ...given: Parameters<typeof start>) {
      Object.assign(window, { transitions: Reflect.get(window, 'transitions') + 1 })
      return start.apply(document, given)
    }
  }
  const transitions = (page: Page) => page.evaluate(() => Reflect.get(window, 'transitions'))

  test('CFG-37 are opt-in', async () => {
    const off = await open(await built.serve(), '/a', count)
    await click(off.page, 'to-b')
    await shows(off.page, 'B')
    expect(await transitions(off.page)).toBe(0)
    await off.page.close()
    const on = await open(await serve({ viewTransitions: true }), '/a', count)
    await click(on.page, 'to-b')
    await shows(on.page, 'B')
    expect(await transitions(on.page)).toBe(1)
    await on.page.locator('button.counter', { hasText: 'b1: 0' }).click()
    await on.page.locator('button.counter', { hasText: 'b1: 1' }).waitFor()
    expect(on.logs).toEqual([])
  })

  test('are omitted for users who prefer reduced motion', async () => {
    const { page } = await open(await serve({ viewTransitions: true }), '/a', count)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await click(page, 'to-b')
    await shows(page, 'B')
    expect(await transitions(page)).toBe(0)
  })

  test('that are skipped take nothing from the page', async () => {
    const { page, logs } = await open(await serve({ viewTransitions: true }), '/a')
    await click(page, 'to-b')
    await shows(page, 'B')
    await click(page, 'to-plain')
    await shows(page, 'Plain')
    expect(logs).toEqual([])
  })
})

describe('pages that are left plainly', () => {
  test('have no script, and list the links that the browser may prefetch, with a strict policy', async () => {
    const server = await built.serve()
    const { page, logs } = await open(server, '/plain')
    const types = () => page.evaluate(() => [...document.scripts].map(({ type }) => type))
    expect(await types()).toEqual(['speculationrules'])
    await expect.poll(() => readRuleSets(page)).toHaveLength(1)
    const [rules] = await readRuleSets(page)
    await expect.poll(() => rules).toMatchObject({ sourceText: expect.stringContaining('"prefetch"') })
    expect(rules?.errorType).toBeUndefined()
    await click(page, 'to-b')
    await shows(page, 'B')
    expect(await isSameDocument(page)).toBe(false)
    expect(server.asked().every(({ navigation }) => navigation === undefined)).toBe(true)
    expect(logs).toEqual([])
  })

  test('are shown in the same document where another page brought the runtime, and their rules do nothing', async () => {
    const { page, logs } = await open(await built.serve(), '/a')
    await click(page, 'to-plain')
    await shows(page, 'Plain')
    expect(await isSameDocument(page)).toBe(true)
    expect(await readRuleSets(page)).toEqual([])
    await click(page, 'to-b')
    await shows(page, 'B')
    expect(await isSameDocument(page)).toBe(true)
    expect(logs).toEqual([])
  })

  test('CFG-38 speculationRules: false leaves them without a word', async () => {
    const { page } = await open(await serve({ speculationRules: false }), '/plain')
    expect(await page.locator('script').count()).toBe(0)
  })

  test('CFG-38 spa: false loads every page as a document, and lists the links that the browser may prefetch', async () => {
    const server = await serve({ spa: false })
    const { page, requests } = await open(server, '/a')
    await page.locator('fw-island[ok]').first().waitFor()
    expect(await page.locator('#fw-navigation').count()).toBe(0)
    expect(await page.locator('#fw-speculation').count()).toBe(1)
    await click(page, 'to-b')
    await shows(page, 'B')
    expect(await isSameDocument(page)).toBe(false)
    expect(requests).not.toContain(built.navigationUrl)
  })
})

test('a client entry brings the runtime to every page, and runs once', async () => {
  const server = await built.serve({ clientEntryUrl: '/assets/client.js' })
  const { page, logs } = await open(server, '/plain')
  const clients = () => page.evaluate(() => Reflect.get(window, 'clients'))
  expect(await clients()).toBe(1)
  for (const [name, heading] of [
    ['a', 'A'],
    ['plain', 'Plain'],
    ['b', 'B'],
  ] as const) {
    await click(page, `to-${name}`)
    await shows(page, heading)
  }
  expect(await clients()).toBe(1)
  expect(await isSameDocument(page)).toBe(true)
  // The loader came with the first page that has islands.
  await page.locator('button.counter', { hasText: 'b1: 0' }).click()
  await page.locator('button.counter', { hasText: 'b1: 1' }).waitFor()
  expect(logs).toEqual([])
})

// A page without islands, and one whose islands have no data.
test.each(['plain', 'a'])('data of islands reaches a document that began with /%s', async (first) => {
  const server = await built.serve({ clientEntryUrl: '/assets/client.js' })
  const { page, logs } = await open(server, `/${first}`)
  for (const name of ['data', first, 'data']) {
    await click(page, `to-${name}`)
    await page.waitForURL(`**/${name}`)
  }
  await shows(page, 'Data')
  await page.locator('fw-island[ok] .data').waitFor()
  await page.locator('.data button').click()
  await page.locator('.data button', { hasText: 'data one 5 1' }).waitFor()
  expect(await page.evaluate(() => document.body.dataset.fetched)).toBeUndefined()
  expect(await isSameDocument(page)).toBe(true)
  expect(logs).toEqual([])
})

describe('the browser itself loads', () => {
  let server: NavigationServer
  beforeAll(async () => {
    server = await built.serve()
  })
  const plainly = async (page: Page, name: string) => {
    await click(page, `to-${name}`)
    await expect.poll(() => isSameDocument(page).catch(() => true)).toBe(false)
  }

  test('a page that fails', async () => {
    const { page } = await open(server, '/a')
    await plainly(page, 'broken')
    expect(server.asked()).toEqual([
      { path: '/broken', navigation: '1' },
      { path: '/broken', navigation: undefined },
    ])
    await page.goBack()
    await shows(page, 'A')
  })

  test('a response that is not HTML', async () => {
    const { page } = await open(server, '/a')
    await plainly(page, 'text')
    expect(await page.locator('body').textContent()).toContain('just text')
  })

  test('a download', async () => {
    const { page } = await open(server, '/a')
    const download = page.waitForEvent('download')
    await click(page, 'to-download')
    expect((await download).suggestedFilename()).toBe('a.html')
    await shows(page, 'A')
  })

  test('a redirect to another origin', async () => {
    const { page } = await open(server, '/a')
    const left = page.waitForRequest(
      (request) => request.isNavigationRequest() && request.url() === 'https://away.invalid/',
    )
    await click(page, 'to-away')
    await left
  })

  test('a page with a policy of its own, whose scripts would run in this document', async () => {
    const { page } = await open(await built.serve({ csp: false }), '/a')
    await page.route('**/b', async (route) => {
      const response = await route.fetch()
      const headers = { ...response.headers(), 'content-security-policy': "script-src 'none'" }
      const body = (await response.text()).replace('</main>', '<script>document.title = "ran"</script></main>')
      await route.fulfill({ response, headers, body })
    })
    await plainly(page, 'b')
    await shows(page, 'B')
    expect(await page.title()).not.toBe('ran')
  })

  test('a page with a sandbox', async () => {
    const { page } = await open(await built.serve({ csp: false }), '/a')
    await page.route('**/b', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': 'sandbox' } })
    })
    await click(page, 'to-b')
    await page.waitForURL('**/b')
    await shows(page, 'B')
    expect(await page.evaluate(() => self.origin)).toBe('null')
  })

  test('a page of another build', async () => {
    const { page } = await open(server, '/a')
    await page.route('**/b', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(/data-fw="\w+"/, 'data-fw="other"')
      await route.fulfill({ response, body })
    })
    await plainly(page, 'b')
    await shows(page, 'B')
  })

  test('a page whose request failed', async () => {
    const { page } = await open(server, '/a')
    await page.route('**/b', (route) =>
      route.request().headers()['x-fw-navigation'] ? route.abort() : route.continue(),
    )
    await plainly(page, 'b')
    await shows(page, 'B')
  })

  test('files, addresses of the framework, and links that are marked external', async () => {
    for (const name of ['file', 'fw', 'external']) {
      const { page } = await open(server, '/a')
      await plainly(page, name)
      expect(server.asked().filter(({ navigation }) => navigation)).toEqual([])
      await page.close()
    }
  })

  test('a link with another target, or a click with a modifier', async () => {
    const { page } = await open(server, '/a')
    const tab = chromium.context.waitForEvent('page')
    await page.locator('#to-tab').click()
    await (await tab).close()
    const other = chromium.context.waitForEvent('page')
    await page.locator('#to-b').click({ modifiers: ['ControlOrMeta'] })
    await (await other).close()
    expect(new URL(page.url()).pathname).toBe('/a')
    expect(server.asked().filter(({ navigation, path }) => navigation && path !== '/b')).toEqual([])
  })

  test("where the app's own code sets the location, or posts a form", async () => {
    const { page } = await open(server, '/a')
    await page.evaluate(() => location.assign('/b'))
    await shows(page, 'B')
    expect(await isSameDocument(page)).toBe(false)
    await open(server, '/a')
    await opened?.page.locator('#send').evaluate((form) => (form as HTMLFormElement).submit())
    await expect.poll(() => isSameDocument(opened?.page ?? page).catch(() => true)).toBe(false)
  })
})

describe('a browser', () => {
  test('that cannot wait before the address changes', async () => {
    const server = await built.serve()
    const { page, logs } = await open(server, '/a', () =>
      Reflect.deleteProperty(window, 'NavigationPrecommitController'),
    )
    await click(page, 'to-b')
    await shows(page, 'B')
    expect(await isSameDocument(page)).toBe(true)
    await page.goBack()
    await shows(page, 'A')
    await click(page, 'to-moved')
    await shows(page, 'B')
    expect(page.url()).toBe(`${server.origin}/b?moved`)
    await page.goBack()
    await shows(page, 'A')
    expect(logs).toEqual([])
  })

  test('without the Navigation API follows links as it always did', async () => {
    const server = await built.serve()
    opened = await chromium.open('about:blank')
    const { page, logs } = opened
    await page.addInitScript(() => Reflect.deleteProperty(window, 'navigation'))
    await page.goto(`${server.origin}/a`)
    await page.waitForLoadState('networkidle')
    await click(page, 'to-b')
    await shows(page, 'B')
    expect(server.asked().map(({ path }) => path)).toEqual(['/a', '/b'])
    expect(logs).toEqual([])
  })
})
