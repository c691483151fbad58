/** Forms and links that are used while the other is still loading: as in a browser, the navigation that was begun last is shown. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createNodeListener } from '../../../runtime/src/host/node-host.ts'
import { createFwServer, type FwServer } from '../../../runtime/src/server.ts'
import { type CompiledRoutes, compileRoutes } from '../../runtime/page/compiled-routes.ts'
import { type Chromium, launchChromium } from '../chromium.ts'
import { bundle, readSources } from '../island-server.ts'

const FOLDER = fileURLToPath(new URL('../apps/overtaken', import.meta.url))
const out = mkdtempSync(join(tmpdir(), 'fw-overtaken-'))
/** Releases of responses that are held back, by method and path. */
const held = new Map<string, { readonly gate: Promise<void>; readonly release: () => void }>()
/** Requests by method and path, with the destination of documents. */
const requests: string[] = []
const servers: { readonly fw: FwServer; readonly http: Server }[] = []
/** Origins of the same app, which follows links within the document, and which leaves them to the browser. */
let followed: string
let left: string
let compiled: CompiledRoutes
let browser: Chromium
let page: Page
const errors: string[] = []

beforeAll(async () => {
  const sources = readSources(FOLDER)
  compiled = compileRoutes(sources)
  const built = await bundle(FOLDER, sources, out)
  const notes = await compiled.load('notes.api.ts')
  const options = { ...compiled.options, ...built, apis: { notes }, csp: true, log: () => undefined } as const
  followed = await listen(createFwServer(options))
  left = await listen(createFwServer({ ...options, navigation: { spa: false } }))
  Object.assign(globalThis, { fwTestGate: (key: string) => held.get(key)?.gate })
  browser = await launchChromium()
})

async function listen(fw: FwServer): Promise<string> {
  const answer = createNodeListener(fw)
  const http = createServer(async (request, response) => {
    if (request.url?.startsWith('/assets/'))
      return response.setHeader('content-type', 'text/javascript').end(readFileSync(join(out, request.url)))
    if (request.url === '/favicon.ico') return response.writeHead(204).end()
    if (request.url === '/export')
      return response.setHeader('content-disposition', 'attachment; filename=export.csv').end('a,b')
    const key = `${request.method} ${request.url}`
    requests.push(request.headers['sec-fetch-dest'] === 'document' ? `${key} document` : key)
    if (request.method === 'POST') await held.get(key)?.gate
    return answer(request, response)
  })
  servers.push({ fw, http })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}` // a TCP server has this form
}

afterAll(async () => {
  await browser?.close()
  for (const { fw, http } of servers) {
    http.closeAllConnections()
    http.close()
    await fw.close()
  }
  compiled?.close()
  rmSync(out, { recursive: true, force: true })
})

beforeEach(async () => {
  page = await browser.context.newPage()
  page.setDefaultTimeout(8000)
  page.on('pageerror', (error) => errors.push(error.message))
})
afterEach(async () => {
  for (const { release } of held.values()) release()
  held.clear()
  await page.close()
  expect(errors.splice(0)).toEqual([])
})

async function show(origin: string): Promise<void> {
  await page.goto(origin)
  await page.locator('fw-island[ok]').first().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => Object.assign(window, { isSame: true }))
  requests.length = 0
}

/** Holds the responses to a request back until `release`. */
function hold(key: string): void {
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  held.set(key, { gate, release })
}

/** Sends the response. Resolves when the browser has handled it. */
async function release(key: string): Promise<void> {
  held.get(key)?.release()
  held.delete(key)
  await page.waitForTimeout(400)
}

/** Sends a form after a delay. Resolves when the server has received it. */
async function send(form: string, title = 'title', delay = 0): Promise<void> {
  const before = countPosts()
  // Playwright's own actions wait for the end of navigations.
  await page.evaluate(
    ([id, value, ms]) => {
      const [field, button] = ['input:not([type=hidden])', 'button'].map((part) =>
        document.querySelector<HTMLInputElement>(`#${id} ${part}`),
      )
      if (field) field.value = value
      setTimeout(() => button?.click(), ms)
    },
    [form, title, delay] as const,
  )
  await expect.poll(countPosts).toBe(before + 1)
}

const countPosts = () => requests.filter((request) => request.startsWith('POST')).length

/** Follows the link after a delay. Resolves when the server has received the request. */
async function follow(delay = 0): Promise<void> {
  await page.evaluate((ms) => {
    setTimeout(() => document.querySelector<HTMLElement>('a[href="/other"]')?.click(), ms)
  }, delay)
  await expect.poll(() => requests.join()).toContain('GET /other')
}

const heading = () => page.locator('h1').textContent()
const isSame = () => page.evaluate(() => 'isSame' in window)

test.each(['plain', 'island'])('a link that was followed after the form %s was sent wins', async (form) => {
  await show(followed)
  const before = (await page.request.get(`${followed}/other`).then((response) => response.text())).match(/<b>(\d+)/)
  requests.length = 0
  hold('POST /')
  hold('GET /other')
  await send(form)
  await follow()
  await release('POST /')
  expect(await heading()).toBe('Home')
  await release('GET /other')
  await expect.poll(heading).toBe('Other')
  expect(new URL(page.url()).pathname).toBe('/other')
  // The page was rendered before the call. It is requested again, and shows what the call has changed.
  await expect.poll(() => page.locator('b').textContent()).toBe(`${Number(before?.[1]) + 1}`)
  const counted = requests.filter((request) => request === 'POST /' || request === 'GET /other')
  await expect.poll(() => counted).toEqual(['POST /', 'GET /other', 'GET /other'])
  expect(await isSame()).toBe(true)
})

test.each(['plain', 'island'])('a form %s that was sent after a link was followed wins', async (form) => {
  await show(followed)
  await page.evaluate(() => {
    history.replaceState({ own: 1 }, '')
    navigation.updateCurrentEntry({ state: { other: 2 } })
  })
  hold('POST /')
  hold('GET /other')
  await follow()
  await send(form)
  await release('GET /other')
  expect(await heading()).toBe('Home')
  // The data of the history entry is that of the page.
  expect(await page.evaluate(() => [history.state, navigation.currentEntry?.getState()])).toEqual([
    { own: 1 },
    { other: 2 },
  ])
  await release('POST /')
  await expect.poll(heading).toBe('Saved')
  await page.waitForTimeout(400)
  expect(new URL(page.url()).pathname).toBe('/saved')
  expect(await isSame()).toBe(true)
  await page.goBack()
  await expect.poll(heading).toBe('Home')
})

test('a rejected form that was sent after a link was followed shows its errors', async () => {
  await show(followed)
  hold('POST /')
  hold('GET /other')
  await follow()
  await send('plain', 'A')
  await release('GET /other')
  await release('POST /')
  await page.locator('#plain [aria-invalid=true]').waitFor()
  expect(await heading()).toBe('Home')
})

test('a form that stays on its page ends no link', async () => {
  await show(followed)
  hold('GET /other')
  await follow()
  await send('staying')
  await page.locator('#staying output', { hasText: 'title' }).waitFor()
  await release('GET /other')
  await expect.poll(heading).toBe('Other')
})

test('a link that the user has canceled does not end a form', async () => {
  await show(followed)
  await page.evaluate(() =>
    navigation.addEventListener('navigate', (event) => {
      if (event.destination.url.endsWith('/other')) event.preventDefault()
    }),
  )
  hold('POST /')
  await send('plain')
  await page.locator('a[href="/other"]').click()
  await release('POST /')
  await expect.poll(heading).toBe('Saved')
})

test('code that changes the URL of its page does not end a form', async () => {
  await show(followed)
  hold('POST /')
  await send('plain', 'A')
  await page.evaluate(() => history.replaceState(null, '', '/?filter=1'))
  await release('POST /')
  await page.locator('#plain [aria-invalid=true]').waitFor()
  // The page has another form than the response, with which it is merged.
  hold('POST /?filter=1')
  await send('plain', 'B')
  await page.evaluate(() => {
    history.replaceState(null, '', '/home')
    const form = document.querySelector('#plain')
    form?.after(form.cloneNode(true))
  })
  await release('POST /?filter=1')
  await expect.poll(() => page.locator('#plain').count()).toBe(1)
  expect(await page.locator('#plain [aria-invalid=true]').inputValue()).toBe('B')
  await page.evaluate(() => history.replaceState(null, '', '/?sorted'))
  hold('POST /?sorted')
  await send('plain')
  await page.evaluate(() => history.pushState(null, '', '/home'))
  await release('POST /?sorted')
  await expect.poll(heading).toBe('Saved')
  expect(await isSame()).toBe(true)
})

test('a link whose page the browser loads wins over the form before it, and loses to the form after it', async () => {
  await show(left)
  hold('POST /')
  hold('GET /other')
  await send('plain')
  await follow()
  await release('POST /')
  await release('GET /other')
  await expect.poll(heading).toBe('Other')
  for (const form of ['plain', 'island']) {
    await show(left)
    hold('POST /')
    hold('GET /other')
    // A script doesn't begin while the browser loads a page.
    await Promise.all([send(form, 'title', 1000), follow(500)])
    await release('GET /other')
    await release('POST /')
    await expect.poll(heading).toBe('Saved')
    expect(requests.filter((request) => request.startsWith('POST'))).toEqual(['POST / document'])
  }
})

test('a link to a download and a document that the browser shows again leave forms to the page', async () => {
  await show(followed)
  await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<a href="/export">Export</a>'))
  const download = page.waitForEvent('download')
  await page.getByText('Export').click()
  await download
  await page.waitForTimeout(5500)
  await send('staying')
  await send('island')
  await expect.poll(heading).toBe('Saved')
  expect(await isSame()).toBe(true)
})

test('a rejected form shows its errors although a download was begun after it', async () => {
  await show(followed)
  hold('POST /')
  await send('plain', 'A')
  const download = page.waitForEvent('download')
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<a href="/export">Export</a>')
    document.querySelector<HTMLElement>('[href="/export"]')?.click()
  })
  await download
  await page.waitForTimeout(5500)
  await release('POST /')
  await page.locator('#plain [aria-invalid=true]').waitFor()
  expect(await isSame()).toBe(true)
})

test('a form does not replace a link after it that only the browser follows', async () => {
  await show(followed)
  await page.evaluate(() => document.querySelector('a')?.setAttribute('rel', 'external'))
  hold('POST /')
  hold('GET /other')
  await send('plain')
  await follow()
  await release('POST /')
  await release('GET /other')
  await expect.poll(heading).toBe('Other')
  expect(requests.filter((request) => request.startsWith('GET /other'))).toEqual(['GET /other document'])
})

test('without the Navigation API, an event of the app that is named navigate has no effect', async () => {
  await page.addInitScript(() => Object.defineProperty(window, 'navigation', { value: undefined }))
  await show(followed)
  await page.evaluate(() => dispatchEvent(new Event('navigate')))
  await send('plain')
  await expect.poll(heading).toBe('Saved')
})
