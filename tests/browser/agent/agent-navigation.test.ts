/** Pages that an agent opens in the browser render with agent origin, independent of how they are opened. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import type { FwServerOptions } from '../../../runtime/src/server.ts'
import { agentPages } from '../agent-pages.ts'
import { call, clickAsAgent } from './act-as-agent.ts'

/** Requests of pages other than the first, with their origin header. */
const requests: (readonly [path: string, origin: string | null])[] = []

const recordPages = async (request: Request) => {
  const { pathname } = new URL(request.url)
  if (!/^\/(?:arrival|arrival\.v2|endpoint|broken|leave|desks)$/.test(pathname)) return undefined
  requests.push([pathname, request.headers.get('x-fw-origin')])
  if (pathname === '/endpoint') return Response.json({ ran: true })
  if (pathname === '/broken')
    return new Response('<title>Broken</title>', { status: 500, headers: { 'content-type': 'text/html' } })
  return undefined
}

const pages = agentPages({
  middleware: recordPages,
  rewrites: [{ from: '/arrival.v2', to: '/arrival' }],
} as FwServerOptions) // the rest is the app's
beforeEach(() => {
  requests.length = 0
})

async function open(): Promise<Page> {
  const page = await pages.open('/leave')
  await page.locator('[data-ready=true]').waitFor()
  // A navigation within the document waits for the runtime that the page loads after everything else.
  await page.locator('#fw-announcer').waitFor({ state: 'attached' })
  await page.evaluate(() => document.documentElement.setAttribute('data-marker', ''))
  requests.length = 0
  return page
}

/** Opens the page between two that call when they start. */
async function openBetween(): Promise<Page> {
  const page = await open()
  for (const path of ['/arrival', '/leave', '/arrival']) {
    await page.evaluate((url) => (window as unknown as { navigateTo(to: string): void }).navigateTo(url), path)
    await shows(page, path === '/leave' ? 'Leave' : 'Arrival')
  }
  await page.goBack()
  await page.locator('[data-ready=true]').waitFor()
  pages.server.ran.length = 0
  requests.length = 0
  return page
}

const isSameDocument = (page: Page) => page.evaluate(() => document.querySelector('[data-marker]') !== null)
const shows = (page: Page, title: string) => page.getByRole('heading', { name: title, exact: true }).waitFor()
/** Links and forms that a browser opens in a new tab, or in a frame. */
const TABS = ['tab link', 'leave by tab', 'leave by button', 'leave by own tab']
const FRAMES = ['frame link', 'leave by frame']
/** Steps from the page that `openBetween` opens to one of the others. */
const STEPS = [
  ...['history.back', 'history.go', 'history.forward', 'back later'],
  ...['navigation.back', 'navigation.forward', 'navigation.traverseTo'],
]
/** As the button of the browser does. */
async function goBack(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const { entries, currentIndex } = await client.send('Page.getNavigationHistory')
  await client.send('Page.navigateToHistoryEntry', { entryId: entries[currentIndex - 1]?.id ?? 0 })
}
/** Long enough for a request that should not be made. */
const pause = (page: Page) => page.waitForTimeout(300)

describe('a page that an agent opens', () => {
  test.each(['plain link', 'external link', 'leave by location', 'leave later', 'leave by form', ...TABS, ...FRAMES])(
    'is requested with agent origin: a click on "%s"',
    async (name) => {
      const page = await open()
      await clickAsAgent(page, name).catch(() => undefined)
      await page.waitForURL(/arrival/)
      await expect.poll(() => requests).toEqual([['/arrival', 'agent']])
      await expect.poll(() => pages.server.audit.at(-1)).toMatchObject({ tool: 'api.shop.never', origin: 'agent' })
      expect(await isSameDocument(page)).toBe(true)
      expect(pages.server.ran).toEqual([])
    },
  )

  test("is requested with agent origin: ui_navigate, whose islands are the agent's too", async () => {
    const page = await open()
    await call(page, 'ui_navigate', { url: '/arrival' })
    await expect.poll(() => requests).toEqual([['/arrival', 'agent']])
    await expect.poll(() => pages.server.audit.at(-1)).toMatchObject({ tool: 'api.shop.never', origin: 'agent' })
    expect(pages.server.ran).toEqual([])
  })

  test.each(['nothing', 'Save', 'Write', 'Stay'])(
    'has islands that start later with agent origin, after a person has clicked %s, which leads to no other page',
    async (name) => {
      const page = await open()
      await page.route('**/stay', (route) => route.fulfill({ status: 204 }))
      await call(page, 'ui_navigate', { url: '/later' })
      await shows(page, 'Later')
      if (name !== 'nothing') await page.getByText(name, { exact: true }).click()
      await pause(page)
      const before = pages.server.audit.length
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      const calls = () => pages.server.audit.slice(before)
      await expect.poll(calls).toMatchObject([{ tool: 'api.shop.never', origin: 'agent' }])
    },
  )

  test('renders with agent origin for the list of its tools, too', async () => {
    const page = await open()
    await call(page, 'ui_navigate', { url: '/rendered' })
    await shows(page, 'Rendered: refused')
    const before = pages.server.audit.length
    await page.evaluate(() => window.fw?.tools())
    expect(pages.server.audit.slice(before)).toMatchObject([{ tool: 'api.shop.never', origin: 'agent' }])
    expect(pages.server.ran).toEqual([])
  })

  test('is requested with agent origin: a path that looks like that of a file', async () => {
    const page = await open()
    await call(page, 'ui_navigate', { url: '/arrival.v2' })
    // The middleware runs with both paths of a rewrite.
    const both = [
      ['/arrival.v2', 'agent'],
      ['/arrival', 'agent'],
    ]
    await expect.poll(() => requests).toEqual(both)
    await expect.poll(() => pages.server.audit.at(-1)).toMatchObject({ tool: 'api.shop.never', origin: 'agent' })
    expect(pages.server.ran).toEqual([])
  })

  test('is requested with agent origin: window.fw.navigate', async () => {
    const page = await open()
    await page.evaluate(() => window.fw?.navigate('/arrival'))
    await expect.poll(() => requests).toEqual([['/arrival', 'agent']])
    expect(pages.server.ran).toEqual([])
  })

  test('is the page whose address was checked, also with a <base> element: window.fw.navigate', async () => {
    const page = await open()
    // The policy of the framework's own pages forbids the element.
    await page.route('**/leave', async (route) => {
      const response = await route.fetch()
      const { 'content-security-policy': _, ...headers } = response.headers()
      await route.fulfill({ response, headers })
    })
    await page.reload()
    await page.locator('#fw-announcer').waitFor({ state: 'attached' })
    await page.evaluate(() => document.head.insertAdjacentHTML('beforeend', '<base href="/deep/">'))
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.evaluate(() => void window.fw?.navigate('_fw/proposals').catch(() => {}))
    await expect.poll(() => asked).toContain('/deep/_fw/proposals')
    expect(asked).not.toContain('/_fw/proposals')
  })

  test.each(['https://example.org/', '//example.org/', 'javascript:alert(1)', '/_fw/proposals'])(
    'belongs to this app: window.fw.navigate refuses %s',
    async (url) => {
      const page = await open()
      const before = page.url()
      const outcome = await page.evaluate((to) => {
        const tried = window.fw?.navigate(to).then(
          () => 'opened',
          ({ name, code }: Error & { code?: string }) => `${name} ${code}`,
        )
        return Promise.race([tried, new Promise((resolve) => setTimeout(resolve, 1_000, 'leaves'))])
      }, url)
      expect(outcome).toBe('FwError forbidden')
      expect(page.url()).toBe(before)
    },
  )

  test('is requested with agent origin: an intent, and the way back', async () => {
    const page = await open()
    await call(page, 'Leave.leave')
    await expect.poll(() => requests).toEqual([['/arrival', 'agent']])
    await page.waitForURL(/arrival/)
    await page.evaluate(() => window.fw?.navigate('/leave'))
    await page.locator('[data-ready=true]').waitFor()
    requests.length = 0
    await call(page, 'Leave.back')
    await expect.poll(() => requests).toEqual([['/arrival', 'agent']])
  })

  test.each(STEPS)('is requested with agent origin: %s', async (name) => {
    const page = await openBetween()
    await clickAsAgent(page, name)
    await shows(page, 'Arrival')
    expect(requests).toEqual([['/arrival', 'agent']])
    await expect.poll(() => pages.server.audit.at(-1)).toMatchObject({ tool: 'api.shop.never', origin: 'agent' })
    expect(pages.server.ran).toEqual([])
  })

  test.each([
    ['fw.navigate', (page: Page) => page.evaluate(() => window.fw?.navigate('/arrival'))],
    ['an intent', (page: Page) => call(page, 'Leave.leave')],
  ])('is requested with agent origin also by the way back in the browser: %s', async (_by, leave) => {
    const page = await open()
    await leave(page)
    await shows(page, 'Arrival')
    await expect.poll(() => requests.length).toBe(1)
    await pause(page)
    await page.evaluate(() => window.fw?.navigate('/leave'))
    await page.locator('[data-ready=true]').waitFor()
    requests.length = 0
    const before = pages.server.audit.length
    await goBack(page)
    await shows(page, 'Arrival')
    await expect
      .poll(() => pages.server.audit.slice(before))
      .toMatchObject([{ tool: 'api.shop.never', origin: 'agent' }])
    expect(requests).toEqual([['/arrival', 'agent']])
    // A person's own links are the person's.
    await goBack(page)
    await page.locator('[data-ready=true]').waitFor()
    await page.getByRole('link', { name: 'plain link' }).click()
    await expect.poll(() => pages.server.ran).toEqual(['never'])
  })

  test('is requested with agent origin by the way back to an entry whose address an intent has replaced', async () => {
    const page = await open()
    await call(page, 'Leave.rename')
    await page.evaluate(() => window.fw?.navigate('/leave'))
    await page.waitForURL(/leave/)
    await page.locator('[data-ready=true]').waitFor()
    requests.length = 0
    await goBack(page)
    await shows(page, 'Arrival')
    await expect.poll(() => pages.server.audit.at(-1)).toMatchObject({ tool: 'api.shop.never', origin: 'agent' })
    expect(requests).toEqual([['/arrival', 'agent']])
  })

  test('focuses no button, which the next key of a person would press: the way back, and an autofocus', async () => {
    const page = await open()
    const focused = () => page.evaluate(() => document.activeElement?.localName)
    await page.getByRole('button', { name: 'leave by form' }).focus()
    await page.evaluate(() => window.fw?.navigate('/leave?focus'))
    await page.getByRole('button', { name: 'Focus' }).waitFor()
    await pause(page)
    const arrived = await focused()
    await call(page, 'Leave.back')
    await page.getByRole('button', { name: 'Focus' }).waitFor({ state: 'detached' })
    await pause(page)
    expect([arrived, await focused()]).toEqual(['body', 'body'])
  })

  test('is not the copy that was fetched while a person rested on its link', async () => {
    const page = await open()
    await page.getByRole('link', { name: 'plain link' }).hover()
    await expect.poll(() => requests).toEqual([['/arrival', null]])
    await clickAsAgent(page, 'plain link')
    await expect.poll(() => requests.at(-1)).toEqual(['/arrival', 'agent'])
  })

  test.each(['leave by window', 'leave by document.open()'])('is not opened in a window: %s', async (name) => {
    const page = await open()
    // A browser opens windows for a while after a gesture.
    await page.getByRole('heading', { name: 'Leave' }).click()
    const windows = page.context().pages().length
    await clickAsAgent(page, name)
    await pause(page)
    expect([requests, page.context().pages().length, pages.server.ran]).toEqual([[], windows, []])
  })

  test("is not loaded a second time without its origin where the document can't show it", async () => {
    const page = await open()
    await clickAsAgent(page, 'endpoint link')
    await pause(page)
    expect(requests).toEqual([['/endpoint', 'agent']])
    expect(new URL(page.url()).pathname).toBe('/leave')
    expect(await isSameDocument(page)).toBe(true)
    await clickAsAgent(page, 'broken link')
    await pause(page)
    expect(requests).toEqual([
      ['/endpoint', 'agent'],
      ['/broken', 'agent'],
    ])
  })
})

describe('a page that a person opens, after an act of an agent', () => {
  test.each(['plain link', 'leave by form'])('is requested as the person: "%s"', async (name) => {
    const page = await open()
    await call(page, 'Leave.idle')
    await page.getByText(name, { exact: true }).click()
    await expect.poll(() => requests).toEqual([['/arrival', null]])
    await expect.poll(() => pages.server.ran).toEqual(['never'])
    expect(await isSameDocument(page)).toBe(true)
  })

  test.each(['external link', 'leave by location', 'leave later'])(
    'is requested as the person, in a new document: "%s"',
    async (name) => {
      const page = await open()
      await call(page, 'Leave.idle')
      await page.getByText(name, { exact: true }).click()
      await shows(page, 'Arrival')
      expect(requests).toEqual([['/arrival', null]])
      expect(await isSameDocument(page)).toBe(false)
    },
  )

  test.each([...TABS, 'leave by window'])('is requested as the person, in a tab of its own: "%s"', async (name) => {
    const page = await open()
    await call(page, 'Leave.idle')
    const opening = page.context().waitForEvent('page')
    await page.getByText(name, { exact: true }).click()
    const tab = await opening
    await shows(tab, 'Arrival')
    expect(requests).toEqual([['/arrival', null]])
    expect(new URL(page.url()).pathname).toBe('/leave')
    await tab.close()
  })

  test.each(STEPS)('is requested as the person: %s', async (name) => {
    const page = await openBetween()
    await call(page, 'Leave.idle')
    await page.getByText(name, { exact: true }).click()
    await shows(page, 'Arrival')
    await expect.poll(() => pages.server.ran).toEqual(['never'])
    expect(requests).toEqual([['/arrival', null]])
  })

  test('is requested as the person: the way back in the browser', async () => {
    const page = await open()
    await call(page, 'Leave.idle')
    await page.getByRole('link', { name: 'plain link' }).click()
    await page.waitForURL(/arrival/)
    await expect.poll(() => requests.length).toBe(1)
    await page.evaluate(() => window.fw?.call('ui_wait_settled', { timeoutMs: 10 }))
    await goBack(page)
    await page.locator('[data-ready=true]').waitFor()
    expect(requests.at(-1)).toEqual(['/leave', null])
  })
})
