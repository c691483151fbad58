/** Forms in pages with scripts that redirect to another site, and forms whose response is lost. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
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

const FOLDER = fileURLToPath(new URL('apps/form-redirects', import.meta.url))
const out = mkdtempSync(join(tmpdir(), 'fw-form-redirects-'))
const servers: Server[] = []
/** Requests that the other site received, and posts that this site received. */
const visits: string[] = []
const posts: string[] = []
let compiled: CompiledRoutes
let fw: FwServer
let state: { other: string; runs: string[] }
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
  const { state: shared, ...apis } = await compiled.load('pay.api.ts')
  state = shared as typeof state
  state.other = await listen((request, response) => {
    if (request.url === '/favicon.ico') return response.writeHead(204).end()
    visits.push(`${request.headers['sec-fetch-dest']} ${request.url}`)
    return response.setHeader('content-type', 'text/html').end('<h1>Provider</h1>')
  })
  fw = createFwServer({
    ...compiled.options,
    ...built,
    apis: { pay: apis },
    redirects: [{ from: '/go', to: `${state.other}/checkout?order=rule` }],
    middleware(request) {
      const session = /session=(\w+)/.exec(request.headers.get('cookie') ?? '')?.[1]
      if (request.method !== 'POST' || session === undefined) return undefined
      if (session === 'elsewhere') return Response.redirect(new URL('/elsewhere', request.url), 303)
      return Response.redirect(`${state.other}/login`, session === 'other' ? 303 : 307)
    },
    ctxFor: (request) => ({ userId: /user=(\w+)/.exec(request.headers.get('cookie') ?? '')?.[1] }),
    log: () => undefined,
  })
  const answer = createNodeListener(fw)
  origin = await listen((request, response) => {
    if (request.url?.startsWith('/assets/'))
      return response.setHeader('content-type', 'text/javascript').end(readFileSync(join(out, request.url)))
    if (request.url === '/favicon.ico') return response.writeHead(204).end()
    if (request.method === 'POST') posts.push(`${request.headers['sec-fetch-dest']} ${request.url}`)
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
  await page?.close()
  await browser.context.clearCookies()
  page = await browser.context.newPage()
})

async function open(path: string): Promise<void> {
  await page.goto(origin + path)
  await page.locator('fw-island[ok]').first().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  for (const list of [state.runs, visits, posts]) list.length = 0
}

const press = (form: string, name?: string) => page.locator(`#${form}`).getByRole('button', { name }).first().click()

/** The server responds to the next fetch of a form, and the connection breaks before the response arrives. */
async function loseResponse(path: string): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    const request = route.request()
    if (request.method() !== 'POST' || request.resourceType() !== 'fetch') return route.continue()
    await route.fetch({ maxRedirects: 0 })
    return route.abort()
  })
}

test.each([
  ['/', 'pay', 'plain'],
  ['/', 'hop', 'hop'],
  ['/', 'kept', 'kept'],
  ['/', 'rule', 'rule'],
  ['/', 'box', 'box'],
  ['/cached', 'pay', 'cached'],
  ['/cached', 'rule', 'rule'],
])('in %s the form %s runs once and opens the other site', async (path, form, order) => {
  await open(path)
  await press(form)
  await page.waitForURL(`${state.other}/**`)
  expect(page.url()).toBe(`${state.other}/checkout?order=${order}`)
  expect(visits).toEqual([`document /checkout?order=${order}`])
  expect(posts).toEqual([`empty ${path}`])
  expect(state.runs).toEqual([`${/^(?:hop|kept)$/.test(form) ? 'hop' : form === 'rule' ? 'rule' : 'pay'} ${order}`])
})

test('a form that signs the user in runs once, and the cookie is set', async () => {
  await open('/')
  await press('enter')
  await page.waitForURL(`${state.other}/**`)
  expect([visits, posts, state.runs]).toEqual([['document /dashboard'], ['empty /'], ['enter ann']])
  expect(await browser.context.cookies(origin)).toMatchObject([{ name: 'user', value: 'ann' }])
})

test.each(['/', '/cached'])(
  'in %s the browser sends the fields of a form to another site if a 307 asks for it',
  async (path) => {
    await open(path)
    await browser.context.addCookies([{ name: 'session', value: 'ended', url: origin }])
    await press('pay')
    await page.waitForURL(`${state.other}/**`)
    expect([visits, posts, state.runs]).toEqual([['document /login'], [`empty ${path}`, `document ${path}`], []])
  },
)

test.each(['pay', 'box', 'done'])('the form %s opens the page to which middleware redirects it', async (form) => {
  for (const [session, url] of [
    ['elsewhere', `${origin}/elsewhere`],
    ['other', `${state.other}/login`],
  ] as const) {
    await browser.context.clearCookies()
    await open('/cached')
    await browser.context.addCookies([{ name: 'session', value: session, url: origin }])
    await press(form)
    await page.waitForURL(url, { timeout: 5_000 })
    expect([posts, state.runs]).toEqual([['empty /cached'], []])
  }
})

test.each(['pay', 'box'])(
  'after the browser goes back from the other site, the form %s can be sent again',
  async (form) => {
    await open('/cached')
    await press(form)
    await page.waitForURL(`${state.other}/**`)
    await page.goBack()
    await page.getByRole('heading', { name: 'Cached' }).waitFor()
    await page.waitForLoadState('networkidle')
    await press(form)
    await page.waitForURL(`${state.other}/**`)
    expect(state.runs).toHaveLength(2)
  },
)

test.each(['pay', 'box'])('if the other site sends a file, the form %s can be sent again', async (form) => {
  await open('/cached')
  const busy = page.locator('[aria-busy=true], button:disabled')
  const headers = { 'content-disposition': 'attachment' }
  await page.route(`${state.other}/**`, (route) => route.fulfill({ headers, body: 'a file' }))
  const download = page.waitForEvent('download')
  await press(form)
  await download
  expect(await busy.count()).toBeGreaterThan(0)
  await expect.poll(() => busy.count(), { timeout: 10_000 }).toBe(0)
  await page.unroute(`${state.other}/**`)
  // A browser that stores this document when it is left shows it again in this state.
  await page.evaluate(() => {
    document.addEventListener('visibilitychange', () => {
      const { length } = document.querySelectorAll('[aria-busy=true], button:disabled')
      sessionStorage.setItem('busy', String(length))
    })
  })
  await press(form)
  await page.waitForURL(`${state.other}/**`)
  expect(state.runs).toHaveLength(2)
  await page.goto(`${origin}/elsewhere`)
  expect(await page.evaluate(() => sessionStorage.getItem('busy'))).toBe('0')
})

test('a lost response of a page without keys shows an error, and the form is not sent again', async () => {
  await open('/cached')
  await loseResponse('/cached')
  await press('pay')
  const alert = page.locator('#pay [role=alert]')
  await alert.waitFor()
  expect(await alert.textContent()).toBe('The server could not be reached. Please try again.')
  expect(await alert.evaluate((node) => node === document.activeElement)).toBe(true)
  expect(await page.locator('#pay').getAttribute('aria-busy')).toBe(null)
  await page.waitForTimeout(300)
  expect([posts.length, state.runs]).toEqual([1, ['pay cached']])
  // The user sends it again, and the browser opens the response itself.
  await press('pay')
  await page.waitForURL(`${state.other}/**`)
  expect(state.runs).toEqual(['pay cached', 'pay cached'])
})

test('after a lost response the browser sends a form with a key, which runs once', async () => {
  await open('/')
  await loseResponse('/')
  const again = page.waitForRequest((request) => request.method() === 'POST' && request.isNavigationRequest())
  await press('pay')
  await again
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await page.locator('fw-island[ok]').waitFor({ state: 'attached' })
  expect([posts.length, state.runs]).toEqual([2, ['pay plain']])
})

test('after a lost response a form that has signed the user in runs once', async () => {
  await open('/')
  await loseResponse('/')
  const again = page.waitForRequest((request) => request.method() === 'POST' && request.isNavigationRequest())
  await press('enter')
  expect(await (await again).headerValue('cookie')).toBe('user=ann')
  await page.locator('fw-island[ok]').waitFor({ state: 'attached' })
  expect([posts.length, state.runs]).toEqual([2, ['enter ann']])
})

test('buttons with their own action or method are left to the browser', async () => {
  await open('/')
  await press('pay', 'Cancel')
  await page.waitForTimeout(300)
  expect([posts, state.runs]).toEqual([[], []])
  await press('pay', 'Search')
  await page.getByRole('heading', { name: 'Elsewhere' }).waitFor()
  expect([posts, state.runs]).toEqual([[], []])
})
