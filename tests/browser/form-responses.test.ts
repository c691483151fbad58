/** What a form shows that a page's script sends and that middleware or a proxy refuses. */
import { readFileSync } from 'node:fs'
import { createServer, type OutgoingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createNodeListener } from '../../runtime/src/host/node-host.ts'
import { createFwServer, type FwServer } from '../../runtime/src/server.ts'
import { type CompiledRoutes, compileRoutes } from '../runtime/page/compiled-routes.ts'
import { type Chromium, launchChromium } from './chromium.ts'
import { bundleOnce, readSources } from './island-server.ts'

const FOLDER = fileURLToPath(new URL('apps/sent-forms', import.meta.url))

let compiled: CompiledRoutes
let fw: FwServer
let http: Server
let origin: string
let chromium: Chromium
let page: Page
/** Sent in place of the response to a form. */
let refusal: { readonly status: number; readonly headers: OutgoingHttpHeaders; write(url: URL): string } | undefined
/** Whether a script of a response has run. */
let hasRun = false
/** Middleware redirects posts to the page for signing in. */
let isSignedOut = false
/** The destinations of posts: `document` or `empty`, for a script. */
let posts: string[] = []

beforeAll(async () => {
  const sources = readSources(FOLDER)
  const [built, browser] = await Promise.all([bundleOnce(FOLDER, sources), launchChromium()])
  chromium = browser
  compiled = compileRoutes(sources)
  const shop = await compiled.load('shop.api.ts')
  const { out, ...assets } = built
  fw = createFwServer({
    ...compiled.options,
    ...assets,
    apis: { shop },
    middleware: (request) =>
      isSignedOut && request.method === 'POST' ? Response.redirect(new URL('/login', request.url), 303) : undefined,
    log: () => undefined,
  })
  const answer = createNodeListener(fw)
  http = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://app.invalid')
    if (url.pathname.startsWith('/assets/'))
      return response.setHeader('content-type', 'text/javascript').end(readFileSync(join(out, url.pathname)))
    if (url.pathname === '/ran') hasRun = true
    if (url.pathname === '/favicon.ico') return response.writeHead(204).end()
    if (request.method !== 'POST' || url.pathname.startsWith('/_fw/')) return answer(request, response)
    posts.push(String(request.headers['sec-fetch-dest']))
    if (refusal === undefined) return answer(request, response)
    response.writeHead(refusal.status, refusal.headers).end(refusal.write(url))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}` // a TCP server has this form
})
afterEach(async () => {
  await page?.close()
  refusal = undefined
  isSignedOut = false
  hasRun = false
  posts = []
})
afterAll(async () => {
  await chromium?.close()
  http?.closeAllConnections()
  http?.close()
  await fw?.close()
  compiled?.close()
})

async function open(path: string): Promise<void> {
  ;({ page } = await chromium.open(origin + path))
  await page.locator('fw-island[ok]').waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
}

const SCRIPT = '<img src="data:," onerror="fetch(\'/ran\')">'
const FORM = `<form method="post"><input type="hidden" name="fw:tool" value="api.shop.save"><button>Save</button><p role="alert" tabindex="-1">${SCRIPT}</p></form>`
const TEXT = { 'content-type': 'text/plain; charset=utf-8' }
const DOWNLOAD = { 'content-type': 'text/html', 'content-disposition': 'attachment; filename=a.html' }
const SANDBOX = { 'content-type': 'text/html', 'content-security-policy': 'sandbox' }

test.each([
  ['text', 400, TEXT, FORM],
  ['JSON', 422, { 'content-type': 'application/json' }, FORM],
  ['a page with an own policy', 403, SANDBOX, FORM],
  ['text', 503, TEXT, SCRIPT],
  ['a page with an own policy', 502, SANDBOX, SCRIPT],
  ['a file', 500, DOWNLOAD, SCRIPT],
])(
  '%s that repeats a value of the URL with status %d becomes no element of the page',
  async (_, status, headers, markup) => {
    await open(`/?from=${encodeURIComponent(markup)}`)
    refusal = { status, headers, write: ({ searchParams }) => `Unknown: ${searchParams.get('from')}` }
    await page.locator('[name=title]').fill('Tea')
    await page.getByRole('button', { name: 'Save' }).click()
    if (status < 500) await expect.poll(() => posts).toEqual(['empty', 'document'])
    else {
      const problem = page.locator('#plain [role=alert]')
      await problem.filter({ hasText: 'could not be reached' }).waitFor()
      expect(await page.locator('[name=title]').inputValue()).toBe('Tea')
      expect(posts).toEqual(['empty'])
    }
    await page.waitForLoadState('networkidle')
    expect(hasRun).toBe(false)
  },
)

test('a form leads to a place in a page, which is requested once', async () => {
  await open('/add')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByText('Added Tea').waitFor()
  expect(new URL(page.url()).hash).toBe('#place')
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000)
  expect(posts).toEqual(['empty'])
})

test('a link leads to a place in a page to which another one redirects', async () => {
  await open('/add')
  await page.getByRole('link', { name: 'Moved' }).click()
  await page.getByText('The place').waitFor()
  expect(new URL(page.url()).hash).toBe('#place')
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000)
})

test('a link to a page that declares shadow roots is followed by the browser', async () => {
  await open('/add')
  await page.getByRole('link', { name: 'Card' }).click()
  await page.getByText('In the root').waitFor()
})

test('a link to a page whose text is about shadow roots is followed in the document', async () => {
  await open('/add')
  await page.evaluate(() => Object.assign(window, { isSame: true }))
  await page.getByRole('link', { name: 'Text' }).click()
  await page.getByText('shadowrootmode').waitFor()
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true)
})

test('a page of something before the server is shown, although its status is 200', async () => {
  await open('/')
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  refusal = { status: 200, headers, write: () => '<title>Check</title><h1>Confirm that you are human</h1>' }
  await page.locator('[name=title]').fill('a long text')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Confirm that you are human').waitFor()
  expect(posts).toEqual(['empty', 'document'])
})

test.each([
  ['/', 'Save'],
  ['/write', 'Write'],
])('in %s a form leads to the page for signing in after the session has ended', async (path, name) => {
  await open(path)
  isSignedOut = true
  await page.locator('[name=title]').fill('Tea')
  await page.getByRole('button', { name }).click()
  await page.getByText('Sign in').waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
  expect(posts).toEqual(['empty'])
})

test('a form of an island whose server fails stays with its fields', async () => {
  await open('/write')
  refusal = { status: 502, headers: { 'content-type': 'text/html' }, write: () => 'Bad gateway' }
  await page.locator('[name=title]').fill('Tea')
  await page.getByRole('button', { name: 'Write' }).click()
  await page.locator('[role=alert]', { hasText: 'could not be reached' }).waitFor()
  expect(await page.locator('[name=title]').inputValue()).toBe('Tea')
  expect(posts).toEqual(['empty'])
})

test('a page with status 503 is shown in place of the page of the form', async () => {
  await open('/')
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  refusal = { status: 503, headers, write: () => '<title>Closed</title><h1>Closed for today</h1>' }
  await page.locator('[name=title]').fill('Tea')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Closed for today').waitFor()
  expect(posts).toEqual(['empty'])
})
