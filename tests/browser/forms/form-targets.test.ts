/** The pages to which forms lead in pages with scripts: the target of a redirect, responses of middleware, and those for another user. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createNodeListener } from '../../../runtime/src/host/node-host.ts'
import { createFwServer, type FwServer } from '../../../runtime/src/server.ts'
import { type CompiledRoutes, compileRoutes } from '../../runtime/page/compiled-routes.ts'
import { type Chromium, launchChromium } from '../chromium.ts'
import { bundle, readSources } from '../island-server.ts'

const FOLDER = fileURLToPath(new URL('../apps/form-targets', import.meta.url))
const out = mkdtempSync(join(tmpdir(), 'fw-form-targets-'))
const servers: Server[] = []
/** Requests for pages that this site received, and requests that the other one received. */
const requests: string[] = []
const visits: string[] = []
/** What the middleware returns for a form. */
let refuse: (() => Response) | undefined
let runs: string[]
let compiled: CompiledRoutes
let fw: FwServer
let origin: string
let browser: Chromium
let page: Page

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a TCP server has this form
}

beforeAll(async () => {
  const sources = readSources(FOLDER)
  compiled = compileRoutes(sources)
  const built = await bundle(FOLDER, sources, out)
  const { runs: shared, ...apis } = await compiled.load('account.api.ts')
  runs = shared as string[]
  const other = await listen((request, response) => {
    if (request.url === '/favicon.ico') return response.writeHead(204).end()
    visits.push(`${request.headers['sec-fetch-dest']} ${request.url}`)
    return response.setHeader('content-type', 'text/html').end('<h1>Provider</h1>')
  })
  Object.assign(globalThis, { fwOtherSite: other })
  fw = createFwServer({
    ...compiled.options,
    ...built,
    apis: { account: apis },
    middleware: (request) => (request.method === 'POST' && !request.url.includes('/_fw/') ? refuse?.() : undefined),
    ctxFor: (request) => {
      const cookies = request.headers.get('cookie') ?? ''
      return { userId: /user=(\w+)/.exec(cookies)?.[1], flash: /flash=(\w+)/.exec(cookies)?.[1] }
    },
    log: () => undefined,
  })
  const answer = createNodeListener(fw)
  origin = await listen((request, response) => {
    if (request.url?.startsWith('/assets/'))
      return response.setHeader('content-type', 'text/javascript').end(readFileSync(join(out, request.url)))
    if (request.url === '/favicon.ico') return response.writeHead(204).end()
    if (!request.url?.startsWith('/_fw/'))
      requests.push(`${request.method} ${request.url} ${request.headers['sec-fetch-dest']}`)
    return answer(request, response)
  })
  browser = await launchChromium()
})

afterAll(async () => {
  await browser?.close()
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  await fw?.close()
  compiled?.close()
  rmSync(out, { recursive: true, force: true })
})

beforeEach(async () => {
  refuse = undefined
  await page?.close()
  await browser.context.clearCookies()
  page = await browser.context.newPage()
  page.setDefaultTimeout(8000)
})

async function open(path: string): Promise<void> {
  await page.goto(origin + path)
  await page.locator('fw-island[ok]').waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => Object.assign(window, { mark: 1 }))
  for (const list of [runs, requests, visits]) list.length = 0
}

const press = (form: string, name?: string) => page.locator(`#${form}`).getByRole('button', { name }).first().click()
const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor()
const isSameDocument = () => page.evaluate(() => 'mark' in window)
/** The distance of an element from the top of the window, in pixels. */
const readTop = (id: string) =>
  page.locator(`#${id}`).evaluate((node) => Math.abs(Math.round(node.getBoundingClientRect().top)))

describe('the target of a redirect', () => {
  test.each([
    ['to-thanks-item-40', '/thanks#item-40', ['POST / empty', 'GET /thanks empty']],
    ['to-thanks', '/thanks', ['POST / empty', 'GET /thanks empty']],
  ])('of the form %s is requested once, and shows its message at its hash', async (form, target, expected) => {
    await open('/')
    await press(form)
    await heading('Thanks')
    await expect.poll(() => page.url()).toBe(origin + target)
    expect(await page.locator('#flash').textContent()).toBe('Saved')
    if (target.includes('#')) await expect.poll(() => readTop('item-40')).toBeLessThan(2)
    await page.waitForTimeout(300)
    expect(requests).toEqual(expected)
    expect(await isSameDocument()).toBe(true)
  })

  test.each(['to--item-40', 'add-box'])('with a hash of the same page shows its new version: %s', async (form) => {
    await open('/')
    await press('add-box', 'Clicks 0')
    await press(form)
    await page.locator('#flash', { hasText: 'Saved' }).waitFor()
    await expect.poll(() => page.url()).toBe(`${origin}/#item-40`)
    await expect.poll(() => readTop('item-40')).toBeLessThan(2)
    expect(requests).toEqual(['POST / empty', 'GET / empty'])
    expect(await page.getByRole('button', { name: 'Clicks 1' }).count()).toBe(1)
    expect(await isSameDocument()).toBe(true)
    // From the URL with the hash.
    await press(form)
    await expect.poll(() => requests.length).toBe(4)
    await expect.poll(() => page.url()).toBe(`${origin}/#item-40`)
    await page.locator(`#${form}:not([aria-busy])`).waitFor()
    expect(await page.getByRole('button', { name: 'Clicks 1' }).count()).toBe(1)
  })

  test('with a hash of the same page is loaded by a browser without the Navigation API', async () => {
    await page.addInitScript(() => Object.defineProperty(window, 'navigation', { value: undefined }))
    await open('/')
    await press('to--item-40')
    await page.locator('#flash', { hasText: 'Saved' }).waitFor()
    await expect.poll(() => page.url()).toBe(`${origin}/#item-40`)
    await page.locator('fw-island[ok]').waitFor({ state: 'attached' })
    expect(requests).toEqual(['POST / empty', 'GET / document'])
  })
})

describe('a response of the middleware', () => {
  const PAGE = '<!doctype html><title>Check</title><h1>Confirm that you are human</h1>'
  const html = (status: number) => () => new Response(PAGE, { status, headers: { 'content-type': 'text/html' } })

  test.each([
    ['plain', 303],
    ['plain', 302],
    ['box', 303],
    ['box', 302],
  ])('that redirects the form %s with %i opens its target', async (form, status) => {
    await open('/save')
    refuse = () => new Response(null, { status, headers: { location: '/login#top' } })
    await press(form)
    await heading('Login')
    expect(page.url()).toBe(`${origin}/login#top`)
    expect(requests).toEqual(['POST /save empty', 'GET /login empty'])
    expect(runs).toEqual([])
  })

  test('that redirects the form of an island to another site opens it', async () => {
    await open('/save')
    const { fwOtherSite } = globalThis as { fwOtherSite?: string }
    refuse = () => Response.redirect(`${fwOtherSite}/checkout`, 303)
    await press('box')
    await heading('Provider')
    expect(visits).toEqual(['document /checkout'])
  })

  test.each([200, 429])('that is a page is shown for a form with %i, and what was written is sent', async (status) => {
    await open('/save')
    refuse = html(status)
    await page.locator('#plain [name=title]').fill('a long text')
    const again = page.waitForRequest((request) => request.method() === 'POST' && request.isNavigationRequest())
    await press('plain')
    expect((await again).postData()).toContain('a+long+text')
    await heading('Confirm that you are human')
    expect(requests).toEqual(['POST /save empty', 'POST /save document'])
    expect(runs).toEqual([])
  })

  test('that is a failure is a message in the form of an island, which keeps its text', async () => {
    await open('/save')
    refuse = html(502)
    await page.locator('#box [name=title]').fill('a long text')
    await press('box')
    await page.locator('#box b', { hasText: 'could not be reached' }).waitFor()
    expect(await page.locator('#box [name=title]').inputValue()).toBe('a long text')
    refuse = undefined
    await press('box')
    await expect.poll(() => runs).toEqual(['saved a long text'])
    await page.locator('#box b', { hasText: /^$/ }).waitFor({ state: 'attached' })
    expect(requests.filter((request) => request.startsWith('POST'))).toEqual(['POST /save empty', 'POST /save empty'])
  })
})

describe('a form that signs in or out', () => {
  const as = async (user: string) => {
    await browser.context.addCookies([{ name: 'user', value: user, url: origin }])
    await open('/account')
    await page.locator('output', { hasText: `secret of ${user}` }).waitFor()
  }

  test.each(['out', 'out-box'])('starts the islands of its page again: %s', async (form) => {
    await as('ann')
    await page.locator('#draft [name=title]').fill('a draft of ann')
    await press(form)
    await heading('Hello guest')
    await page.locator('output', { hasText: 'secret of undefined' }).waitFor()
    expect(await page.locator('#draft [name=title]').inputValue()).toBe('')
    expect(await isSameDocument()).toBe(false)
    await page.locator('fw-island[ok]').waitFor({ state: 'attached' })
    await page.locator('#in [name=user]').fill('bob')
    await press('in')
    await heading('Hello bob')
    await page.locator('output', { hasText: 'secret of bob' }).waitFor()
  })

  test('starts them again if it leads to a hash of its page', async () => {
    await as('ann')
    await press('in-hash')
    await heading('Hello eve')
    await page.locator('output', { hasText: 'secret of eve' }).waitFor()
    expect(page.url()).toBe(`${origin}/account#end`)
    expect(await isSameDocument()).toBe(false)
  })

  test('as the same user, and a form with other cookies, keeps the islands', async () => {
    await as('ann')
    await page.locator('#draft [name=title]').fill('a draft of ann')
    await press('flash')
    await page.locator('#flash:not([aria-busy])').waitFor()
    await page.locator('#in [name=user]').fill('ann')
    await press('in')
    await page.locator('#in:not([aria-busy])').waitFor()
    await expect.poll(() => requests.filter((request) => request.startsWith('GET'))).toHaveLength(2)
    expect(await isSameDocument()).toBe(true)
    expect(await page.locator('#draft [name=title]').inputValue()).toBe('a draft of ann')
  })
})
