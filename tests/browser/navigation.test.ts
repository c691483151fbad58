import { brotliCompressSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Chromium, launchChromium, type OpenPage } from './chromium.ts'
import { type BuiltNavigation, buildNavigation, type NavigationServer } from './navigation-server.ts'
import { makeNeverIdle } from './never-idle.ts'

const KIB = 1024

let built: BuiltNavigation
let server: NavigationServer
let chromium: Chromium
let opened: OpenPage | undefined

beforeAll(async () => {
  ;[built, chromium] = await Promise.all([buildNavigation(), launchChromium()])
  server = await built.serve()
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

/** Opens a page and waits until its links are followed. */
const open = async (path: string): Promise<OpenPage> => {
  opened = await chromium.open(server.origin + path)
  await opened.page.locator('#fw-announcer').waitFor({ state: 'attached' })
  await opened.page.evaluate(() => Object.assign(window, { sameDocument: true }))
  server.asked()
  return opened
}
const click = (page: Page, id: string) => page.locator(`#${id}`).evaluate((node) => (node as HTMLElement).click())
const shows = (page: Page, heading: string) => page.locator('h1', { hasText: heading }).waitFor()
const go = async (page: Page, name: string, heading: string) => {
  await click(page, `to-${name}`)
  await shows(page, heading)
}
const isSameDocument = (page: Page) => page.evaluate(() => 'sameDocument' in window)
const counter = (page: Page, label: string) => page.locator('button.counter', { hasText: `${label}:` })
const live = (page: Page, label: string) =>
  expect.poll(() => counter(page, label).evaluate((node) => node.closest('fw-island')?.hasAttribute('ok'))).toBe(true)

describe('a link of the app, under a strict content security policy', () => {
  test('HDR-03 is followed in the same document, by a request with its header', async () => {
    const { page, logs } = await open('/a')
    await go(page, 'b', 'B')
    expect(server.asked()).toEqual([{ path: '/b', navigation: '1' }])
    expect(await isSameDocument(page)).toBe(true)
    expect(new URL(page.url()).pathname).toBe('/b')
    expect(await page.title()).toBe('Page B')
    expect(await page.locator('main').count()).toBe(1)
    await live(page, 'b1')
    await counter(page, 'b1').click()
    expect(await counter(page, 'b1').textContent()).toBe('b1: 1')
    expect(logs).toEqual([])
  })

  test('is followed in the same document although the browser is never idle', async () => {
    const { page } = await open('/a')
    await makeNeverIdle(page)
    await page.reload()
    await page.locator('#fw-announcer').waitFor({ state: 'attached', timeout: 10_000 })
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    await go(page, 'b', 'B')
    expect(await isSameDocument(page)).toBe(true)
  })

  test('MET-20 head nodes are matched by id: updated in place, added, dropped', async () => {
    const { page } = await open('/a')
    await page.evaluate(() => {
      for (const node of document.head.querySelectorAll('[id]')) Object.assign(node, { fromA: true })
    })
    const head = () =>
      page.evaluate(() =>
        [...document.head.querySelectorAll('[id]')].map(
          (node) => `${node.id} ${node.getAttribute('content') ?? node.getAttribute('href') ?? ''} ${'fromA' in node}`,
        ),
      )
    await go(page, 'b', 'B')
    const b = await head()
    expect(b).toContain('fw-og-title Page B true')
    expect(b).toContain('fw-og-image https://site.example/b.png true')
    expect(b).toContain('fw-og-site_name Site true')
    expect(b).toContain('fw-description About B true')
    expect(b).toContain('fw-title  true')
    for (const id of ['fw-canonical', 'fw-og-url', 'fw-og-section', 'fw-head-0', 'fw-jsonld-0'])
      expect(b.filter((line) => line.startsWith(`${id} `))).toEqual([])
    await go(page, 'a', 'A')
    const a = await head()
    expect(a).toContain('fw-og-image https://site.example/a.png true')
    expect(a).toContain('fw-canonical https://site.example/a false')
    expect(a).toContain('fw-head-0 red false')
    expect(await page.locator('#fw-jsonld-0').textContent()).toContain('"name":"A"')
  })

  test('the styles that the document holds stay', async () => {
    const { page } = await open('/a')
    const margin = () => page.evaluate(() => getComputedStyle(document.body).marginTop)
    expect(await margin()).toBe('20px')
    await go(page, 'b', 'B')
    expect(await margin()).toBe('20px')
    expect(await page.locator('style#fw-styles').count()).toBe(1)
  })

  /** Number of times that the server's script and an injected script of `/scripts` ran. */
  const ran = (page: Page) =>
    page.evaluate(() => ({ own: Reflect.get(window, 'own'), ran: Reflect.get(window, 'ran') }))

  test('HDR-02 trap 9: scripts of the response run with the nonce of the document, which hides it', async () => {
    const { page, logs } = await open('/a')
    expect(await page.locator('script[src]').first().getAttribute('nonce')).toBe('')
    for (const runs of [1, 2]) {
      await go(page, 'scripts', 'Scripts')
      expect((await ran(page)).own).toBe(runs)
      await go(page, 'a', 'A')
    }
    expect(await isSameDocument(page)).toBe(true)
    expect(logs).toEqual([])
  })

  test('trap 8: scripts that the server did not write stay inert, though code that is trusted puts them in', async () => {
    const { page, logs } = await open('/a')
    await go(page, 'scripts', 'Scripts')
    expect(await page.locator('main div script').count()).toBe(2)
    expect(await ran(page)).toEqual({ own: 1, ran: undefined })
    // The policy alone would let them run.
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.text = 'window.ran = 3'
      document.body.append(script)
    })
    expect((await ran(page)).ran).toBe(3)
    expect(logs).toEqual([])
  })

  test('a page adds its own stylesheet, and leaving the page removes it', async () => {
    const { page, logs } = await open('/a')
    const colorOf = () => page.locator('h1').evaluate((node) => getComputedStyle(node).color)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/own.css', async (route) => {
      await held
      await route.fulfill({ contentType: 'text/css', body: 'h1 { color: rgb(1, 2, 3) } body { margin: 1px }' })
    })
    const plain = await colorOf()
    await page.evaluate(() => {
      const seen: string[] = []
      Object.assign(window, { seen })
      new MutationObserver(() => {
        const heading = document.querySelector('h1')
        if (heading) seen.push(`${heading.textContent} ${getComputedStyle(heading).color}`)
      }).observe(document.documentElement, { childList: true, subtree: true })
    })
    const asked = page.waitForRequest('**/own.css')
    await click(page, 'to-styled')
    await asked
    await page.waitForLoadState('domcontentloaded')
    expect(await page.locator('h1').textContent()).toBe('A')
    release()
    await shows(page, 'Styled')
    const seen: string[] = await page.evaluate(() => Reflect.get(window, 'seen'))
    expect(new Set(seen.filter((line) => line.startsWith('Styled')))).toEqual(new Set(['Styled rgb(1, 2, 3)']))
    expect(new Set(seen.filter((line) => line.startsWith('A')))).toEqual(new Set([`A ${plain}`]))
    // As in a document of its own, the styles of the app come later and win.
    expect(await page.evaluate(() => getComputedStyle(document.body).marginTop)).toBe('20px')
    await go(page, 'b', 'B')
    expect(await colorOf()).toBe(plain)
    expect(await page.locator('[href="/own.css"]').count()).toBe(0)
    await go(page, 'styled', 'Styled')
    expect(await colorOf()).toBe('rgb(1, 2, 3)')
    expect(await page.locator('[href="/own.css"]').count()).toBe(1)
    expect(logs).toEqual([])
  })

  test('a stylesheet that does not load delays its page by two seconds at most', async () => {
    const { page } = await open('/a')
    await page.route('**/own.css', () => new Promise(() => {}))
    await page.clock.install()
    const asked = page.waitForRequest('**/own.css')
    await click(page, 'to-styled')
    await asked
    await page.clock.runFor(1_900)
    expect(await page.locator('h1').textContent()).toBe('A')
    await page.clock.runFor(200)
    await shows(page, 'Styled')
  })

  test('islands end with their page, and those of the next one start', async () => {
    const { page, logs } = await open('/a')
    await live(page, 'a1')
    await live(page, 'a2')
    await counter(page, 'a1').click()
    await go(page, 'plain', 'Plain')
    const ended = () => page.evaluate(() => [...Reflect.get(window, 'ended')].sort())
    expect(await ended()).toEqual(['a1', 'a2', 'inside'])
    await go(page, 'a', 'A')
    await live(page, 'a1')
    expect(await counter(page, 'a1').textContent()).toBe('a1: 0')
    await counter(page, 'a1').click()
    expect(await counter(page, 'a1').textContent()).toBe('a1: 1')
    expect(logs).toEqual([])
  })

  test('pages that were left leave no nodes and no listeners behind', async () => {
    const { page } = await open('/a')
    const session = await page.context().newCDPSession(page)
    const left = async () => {
      await session.send('HeapProfiler.collectGarbage')
      const { jsEventListeners } = await session.send('Memory.getDOMCounters')
      await session.send('DOM.enable')
      const { detachedNodes } = await session.send('DOM.getDetachedDomNodes')
      // The inspector retains the nodes that it has reported.
      await session.send('DOM.disable')
      return { listeners: jsEventListeners, detached: detachedNodes.length }
    }
    const round = async () => {
      for (const [name, heading] of [
        ['many', 'Many'],
        ['long', 'Long'],
        ['plain', 'Plain'],
        ['a', 'A'],
      ] as const) {
        await page.locator('a:visible').first().focus()
        await go(page, name, heading)
      }
      for (const label of ['a1', 'a2', 'inside']) await live(page, label)
    }
    await round()
    await expect.poll(async () => (await left()).detached).toBe(0)
    const { listeners } = await left()
    await round()
    await expect.poll(left).toEqual({ listeners, detached: 0 })
  })

  test('data that an island loaded on the server is that of its own page', async () => {
    const { page, logs } = await open('/data')
    await page.locator('.data button', { hasText: 'data one 5 0' }).waitFor()
    await page.locator('fw-island[ok]').waitFor()
    await go(page, 'a', 'A')
    await go(page, 'data', 'Data')
    await page.locator('fw-island[ok] .data').waitFor()
    await page.locator('.data button').click()
    await page.locator('.data button', { hasText: 'data one 5 1' }).waitFor()
    expect(await page.evaluate(() => document.body.dataset.fetched)).toBeUndefined()
    expect(logs).toEqual([])
  })

  test('an island with client:persist preserves its nodes, its state and the content of its slot', async () => {
    const { page, logs } = await open('/a')
    await live(page, 'inside')
    await page.locator('.play').click()
    await counter(page, 'inside').click()
    await page.locator('.field').fill('typed')
    await page.locator('.field').focus()
    await page.evaluate(() => Object.assign(document.querySelector('.player') ?? {}, { kept: true }))
    await go(page, 'b', 'B')
    expect(await page.locator('.player').evaluate((node) => 'kept' in node)).toBe(true)
    expect(await page.locator('.player').count()).toBe(1)
    expect(await page.locator('.field').inputValue()).toBe('typed')
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('field')
    await page.locator('.play').click()
    await counter(page, 'inside').click()
    expect(await page.locator('.play').textContent()).toBe('song 2')
    expect(await counter(page, 'inside').textContent()).toBe('inside: 2')
    await live(page, 'b1')
    await counter(page, 'b1').click()
    expect(await counter(page, 'b1').textContent()).toBe('b1: 1')
    expect(await page.evaluate(() => Reflect.get(window, 'ended').sort())).toEqual(['a1', 'a2'])
    const ids = await page.evaluate(() => [...document.querySelectorAll('[id]')].map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
    expect(logs).toEqual([])
  })

  test('stores start with the seed of the next page, unless they persist', async () => {
    const { page, logs } = await open('/totals')
    await expect.poll(() => page.locator('fw-island[ok]').count()).toBe(1)
    await page.locator('.raise').click()
    await page.locator('.add').click()
    await expect.poll(() => page.locator('.totals').textContent()).toBe('visits 1cart 1')
    await click(page, 'on')
    await shows(page, 'Seeded')
    await expect.poll(() => page.locator('.totals').textContent()).toBe('visits 7cart 1')
    await page.locator('.raise').click()
    await page.locator('.add').click()
    await expect.poll(() => page.locator('.totals').textContent()).toBe('visits 8cart 2')
    expect(logs).toEqual([])
  })
})

describe('history', () => {
  test('scroll positions come back, and the focus', async () => {
    const { page } = await open('/a')
    await go(page, 'long', 'Long')
    await page.locator('#deep').focus()
    await page.evaluate(() => scrollTo(0, 1700))
    await click(page, 'deep')
    await shows(page, 'A')
    expect(await page.evaluate(() => scrollY)).toBe(0)
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
    await page.goBack()
    await shows(page, 'Long')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(1700)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('deep')
    await page.goForward()
    await shows(page, 'A')
    expect(await isSameDocument(page)).toBe(true)
  })

  test('a hash is scrolled to, in the page and in the next one', async () => {
    const { page } = await open('/a')
    await go(page, 'hash', 'Long')
    expect(new URL(page.url()).hash).toBe('#end')
    await expect
      .poll(() => page.locator('#end').evaluate((node) => Math.abs(Math.round(node.getBoundingClientRect().top))))
      .toBe(0)
    server.asked()
    await click(page, 'to-here')
    await expect.poll(() => new URL(page.url()).hash).toBe('#here')
    expect(server.asked()).toEqual([])
    expect(await isSameDocument(page)).toBe(true)
  })

  test("entries that the app's own code makes are left to it", async () => {
    const { page } = await open('/a')
    await page.evaluate(() => history.pushState({ tab: 2 }, '', '/a?tab=2'))
    await page.goBack()
    expect(server.asked()).toEqual([])
    expect(new URL(page.url()).search).toBe('')
  })

  test('a navigation is ended by the next, and leaves no entry', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    Object.assign(globalThis, { fwTestGates: new Map([['slow', held]]) })
    const { page, logs } = await open('/a')
    const entries = await page.evaluate(() => history.length)
    await click(page, 'to-slow')
    await go(page, 'b', 'B')
    release()
    expect(await page.evaluate(() => history.length)).toBe(entries + 1)
    await page.goBack()
    await shows(page, 'A')
    expect(await page.locator('h1').count()).toBe(1)
    expect(logs).toEqual([])
  })

  test('the title of the page is announced', async () => {
    const { page } = await open('/a')
    const region = page.locator('#fw-announcer')
    expect(await region.textContent()).toBe('')
    await go(page, 'b', 'B')
    await expect.poll(() => region.textContent()).toBe('Page B')
    expect(await region.getAttribute('aria-live')).toBe('assertive')
  })
})

describe('a page of the app that redirects', () => {
  test('is shown under the address that it leads to', async () => {
    const { page } = await open('/a')
    await go(page, 'moved', 'B')
    expect(page.url()).toBe(`${server.origin}/b?moved`)
    expect(await isSameDocument(page)).toBe(true)
  })
})

test('a form that gets is followed in the same document', async () => {
  const { page } = await open('/a')
  await page.locator('#find').evaluate((form) => (form as HTMLFormElement).requestSubmit())
  await shows(page, 'B')
  expect(new URL(page.url()).search).toBe('?word=tea')
  expect(await isSameDocument(page)).toBe(true)
})

test('the navigation runtime is at most 2.5 KB, and the rest that a first navigation loads 0.5 KB', async () => {
  const { page, requests } = await open('/a')
  await page.waitForLoadState('networkidle')
  expect(requests).toContain(built.navigationUrl)
  const loaded = new Set(requests)
  await go(page, 'b', 'B')
  const bytes = (urls: Iterable<string>) =>
    [...urls].reduce((sum, url) => sum + brotliCompressSync(built.file(url)).length, 0)
  const imports = [...String(built.file(built.navigationUrl)).matchAll(/from"\.(\/[^"]+)"/g)]
  const runtime = [built.navigationUrl, ...imports.map(([, name]) => `/assets${name}`)]
  expect(runtime).toHaveLength(2)
  expect(runtime.filter((url) => !loaded.has(url))).toEqual([])
  expect(bytes(runtime)).toBeLessThanOrEqual(2.5 * KIB)
  const later = requests.filter((url) => url.startsWith('/assets/') && !loaded.has(url))
  expect(later.join()).toContain('end-islands')
  const ours = later.filter((url) => /end-islands|live-stores/.test(url))
  expect(bytes(ours)).toBeLessThanOrEqual(0.5 * KIB)
})
