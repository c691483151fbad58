/** Forms of apis in pages with scripts: what other buttons of a form do, and what the person does while a form is being sent. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createNodeListener } from '../../runtime/src/host/node-host.ts'
import { createFwServer, type FwServer } from '../../runtime/src/server.ts'
import { type CompiledRoutes, compileRoutes } from '../runtime/page/compiled-routes.ts'
import { type Chromium, launchChromium } from './chromium.ts'
import { bundle, readSources } from './island-server.ts'

const FOLDER = fileURLToPath(new URL('apps/sent-forms', import.meta.url))
const out = mkdtempSync(join(tmpdir(), 'fw-sent-forms-'))
/** Posts of pages wait for it. */
let gate = Promise.resolve()
let open = () => {}
/** The destinations of such posts: `document` or `empty`, for a script. */
const posts: string[] = []
let compiled: CompiledRoutes
let fw: FwServer
let http: Server
let origin: string
let browser: Chromium
let page: Page
const errors: string[] = []

beforeAll(async () => {
  const sources = readSources(FOLDER)
  compiled = compileRoutes(sources)
  const built = await bundle(FOLDER, sources, out)
  const shop = await compiled.load('shop.api.ts')
  fw = createFwServer({ ...compiled.options, ...built, apis: { shop }, csp: true, log: () => undefined })
  const answer = createNodeListener(fw)
  http = createServer(async (request, response) => {
    if (request.url?.startsWith('/assets/'))
      return response.setHeader('content-type', 'text/javascript').end(readFileSync(join(out, request.url)))
    if (request.url === '/favicon.ico') return response.writeHead(204).end()
    // As another site.
    if (request.url === '/checkout')
      return response.setHeader('content-type', 'text/html').end('<title>Checkout</title><h1>Checkout</h1>')
    if (request.method === 'POST' && !request.url?.startsWith('/_fw/')) {
      posts.push(String(request.headers['sec-fetch-dest']))
      await gate
    }
    return answer(request, response)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}` // a TCP server has this form
  Object.assign(globalThis, { fwTestSite: origin.replace('127.0.0.1', 'localhost') })
  browser = await launchChromium({ debuggable: true })
})

afterAll(async () => {
  await browser?.close()
  http?.closeAllConnections()
  http?.close()
  await fw?.close()
  compiled?.close()
  rmSync(out, { recursive: true, force: true })
})

beforeEach(async () => {
  await page?.close()
  page = await browser.context.newPage()
  page.setDefaultTimeout(8000)
  errors.length = 0
  posts.length = 0
  page.on('pageerror', (error) => errors.push(error.message))
  open()
  gate = Promise.resolve()
})

async function show(path: string): Promise<void> {
  await page.goto(origin + path)
  await page.locator('fw-island[ok]').waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
}

/** Lets posts wait until `open()`. */
function close(): void {
  gate = new Promise((resolve) => {
    open = resolve
  })
}

async function call(name: string, input = {}): Promise<unknown> {
  const response = await fetch(`${origin}/_fw/api/shop.${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  return ((await response.json()) as { result: unknown }).result
}

/** Runs `act`; returns what has run on the server since then. */
async function collectRuns(act: () => Promise<unknown>): Promise<unknown[]> {
  const before = (await call('history')) as string[]
  await act()
  return ((await call('history')) as string[]).slice(before.length)
}

const press = (name: string) => page.getByRole('button', { name, exact: true }).click({ noWaitAfter: true })

test.each(['/dialog', '/dialog-island'])('buttons of a form do what they say: %s', async (path) => {
  await show(path)
  const runs = await collectRuns(async () => {
    await press('Cancel')
    await page.locator('dialog').waitFor({ state: 'hidden' })
    await show(path)
    await press('Preview')
    await page.waitForURL('**/preview?**')
  })
  expect(runs).toEqual([])
  expect(posts).toEqual([])
  await show(path)
  const tab = page.waitForEvent('popup')
  await press('Tab')
  await (await tab).close()
  await expect.poll(() => posts).toEqual(['document'])
  expect(new URL(page.url()).pathname).toBe(path)
})

test('a form whose row is gone shows the list, and the next key deletes nothing', async () => {
  await show('/list')
  await call('remove', { id: 'milk' })
  const runs = await collectRuns(async () => {
    await page.evaluate(() => Object.assign(window, { mark: 1 }))
    await page.getByRole('button', { name: 'Delete' }).first().click()
    await expect.poll(() => page.locator('li').count()).toBe(2)
    const rows = await page
      .locator('li')
      .evaluateAll((all) =>
        all.map(
          (row) => `${row.querySelector('b')?.textContent} ${row.querySelector<HTMLInputElement>('[name=id]')?.value}`,
        ),
      )
    expect(rows).toEqual(['Tea tea', 'Rice rice'])
    await page.keyboard.press('Enter')
    await page.waitForTimeout(500)
  })
  expect(runs).toEqual([])
  expect(posts).toEqual(['empty'])
  expect(await page.evaluate(() => 'mark' in window)).toBe(true)
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('body')
  expect(await collectRuns(() => press('Clicks 0'))).toEqual([])
})

test('a form that is being sent is not sent again after a merge of its page', async () => {
  await show('/')
  close()
  await page.locator('#plain [name=title]').fill('once')
  const runs = await collectRuns(async () => {
    await press('Save')
    await expect.poll(() => posts.length).toBe(1)
    const merged = page.evaluate(
      () => new Promise((resolve) => document.addEventListener('fw:navigated', resolve, { once: true })),
    )
    await press('Refresh')
    await Promise.race([merged, page.waitForTimeout(3000)])
    await press('Save')
    await page.waitForTimeout(300)
    open()
    await page.locator('#plain:not([aria-busy])').waitFor()
    await expect.poll(() => page.locator('#plain [name=title]').inputValue()).toBe('')
  })
  expect(posts).toEqual(['empty'])
  expect(runs).toEqual(['saved once'])
})

test('a form works again after the browser has returned to its page', async () => {
  await show('/pay')
  await page.evaluate(() => addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted })))
  const session = await page.context().newCDPSession(page)
  // Playwright doesn't follow a page that the browser has kept.
  const evaluate = async (expression: string) =>
    (await session.send('Runtime.evaluate', { expression, returnByValue: true })).result.value as unknown
  const runs = await collectRuns(async () => {
    await press('Pay')
    await expect.poll(() => evaluate('document.title')).toBe('Checkout')
    await evaluate('history.back()')
    await expect.poll(() => evaluate('window.persisted')).toBe(true)
    await expect.poll(() => evaluate('document.querySelector("output").textContent')).toBe('0')
    expect(await evaluate('document.querySelector("#form").ariaBusy')).toBe(null)
    await evaluate('document.querySelector("#form [name=amount]").value = "9"')
    await evaluate('document.querySelector("#form button").click()')
    await expect.poll(() => evaluate('document.title')).toBe('Checkout')
  })
  expect(runs).toEqual(['paid 7', 'paid 9'])
})

test.each([
  ['has run', 'slow'],
  ['is rejected', 'A'],
  ['fails', 'broken'],
])('a form that %s does not show its page to a person who has left it', async (_, title) => {
  await show('/')
  close()
  await page.locator('#plain [name=title]').fill(title)
  await press('Save')
  await expect.poll(() => posts.length).toBe(1)
  await page.getByRole('link', { name: 'Preview' }).click()
  await page.getByRole('heading', { name: 'Preview' }).waitFor()
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  open()
  await (await answered).finished()
  await page.waitForTimeout(1000)
  expect(new URL(page.url()).pathname).toBe('/preview')
  expect(await page.locator('h1').allTextContents()).toEqual(['Preview'])
  expect(posts).toEqual(['empty'])
  expect(errors).toEqual([])
})

test('a rejected form keeps what the person has written in the meantime', async () => {
  await show('/')
  close()
  await page.locator('#plain [name=title]').fill('A')
  await page.locator('#plain [name=note]').fill('first')
  await press('Save')
  await expect.poll(() => posts.length).toBe(1)
  await page.locator('#plain [name=note]').fill('second')
  open()
  await page.locator('#plain [aria-invalid=true]').waitFor()
  expect(await page.locator('#plain [name=title]').inputValue()).toBe('A')
  expect(await page.locator('#plain [name=note]').inputValue()).toBe('second')
})

test('a rejected optimistic form is filled in again, but for what the person has written in the meantime', async () => {
  await show('/write')
  const value = (name: string) => page.locator(`#optimistic [name=${name}]`).inputValue()
  const chosen = () => page.locator('#optimistic [name=kind]:checked').inputValue()
  const send = async (title: string) => {
    close()
    await page.locator('#optimistic [name=title]').fill(title)
    await page.locator('#optimistic [name=note]').fill('first')
    await page.locator('#optimistic [value=b]').check()
    await press('Write')
    await page.locator('output', { hasText: 'sending' }).waitFor()
    expect([await value('title'), await value('note'), await chosen()]).toEqual(['', '', 'a'])
  }
  await send('A')
  await page.locator('#optimistic [name=title]').fill('the next message')
  open()
  await page.locator('[role=alert]', { hasText: /./ }).waitFor()
  expect([await value('title'), await value('note'), await chosen()]).toEqual(['the next message', 'first', 'b'])
  // The server can't be reached.
  await page.route('**/write', async (route) => {
    await gate
    return route.abort()
  })
  await send('again')
  await page.locator('#optimistic [name=note]').fill('second')
  open()
  await page.locator('[role=alert]', { hasText: 'could not be reached' }).waitFor()
  expect([await value('title'), await value('note'), await chosen()]).toEqual(['again', 'second', 'b'])
})

test('an error in onDone is reported as such: the call has run', async () => {
  await show('/write')
  const runs = await collectRuns(async () => {
    await page.locator('#optimistic [name=title]').fill('faulty')
    await press('Write')
    await expect.poll(() => errors).toEqual(['a bug in onDone'])
    await page.locator('#optimistic:not([aria-busy])').waitFor()
  })
  expect(runs).toEqual(['saved faulty'])
  expect(await page.locator('[role=alert]').textContent()).toBe('')
})
