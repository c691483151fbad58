/** Pages that the service worker stores: none belongs to one visitor, because another user of the browser would see it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppCopy, buildApp, copyFixture, startBuilt } from '../compiler/build/app-copy.ts'
import { type Chromium, launchChromium } from './chromium.ts'

const MIDDLEWARE = `export default (request: Request) => {
  const url = new URL(request.url)
  if (url.pathname === '/tea' && !/text\\/html/.test(request.headers.get('accept') ?? '')) return Response.json({ tea: 4 })
  if (url.pathname === '/tea')
    return new Response('<!doctype html><title>Tea</title><p>Tea</p>', { headers: { 'content-type': 'text/html' } })
  if (url.pathname !== '/hello') return undefined
  const name = /user=(\\w+)/.exec(request.headers.get('cookie') ?? '')?.[1] ?? 'stranger'
  const headers = { 'content-type': 'text/html', vary: url.searchParams.get('vary') ?? '' }
  return new Response('<!doctype html><title>Hello</title><p>Hello ' + name + '</p>', { headers })
}
`

let app: AppCopy
let server: Awaited<ReturnType<typeof startBuilt>> | undefined
let chromium: Chromium
beforeAll(async () => {
  app = copyFixture()
  app.write('src/sw.ts', "import { offlineFirst } from '@fw/runtime'\n\nofflineFirst({ pages: ['/tea'] })\n")
  app.write('src/middleware.ts', MIDDLEWARE)
  const { ok, log } = await buildApp(app.root)
  expect(ok, log).toBe(true)
  chromium = await launchChromium()
}, 120_000)
afterAll(async () => {
  await chromium?.close()
  await cutOff()
  app?.remove()
})

/** Starts the app with a page that its worker controls. Returns the server and the page. */
async function start() {
  server = await startBuilt(app.root)
  const { page } = await chromium.open(server.url)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  return { page, url: server.url }
}

async function cutOff(): Promise<void> {
  await server?.stop()
  server = undefined
}

test('a page that varies on cookies is not shown to the next user without a network', async () => {
  const { page, url } = await start()
  const visit = async (vary: string) => {
    await page.goto(`${url}hello?vary=${encodeURIComponent(vary)}`)
    return page.locator('p').textContent()
  }
  await page.context().addCookies([{ name: 'user', value: 'ann', url }])
  const ways = ['accept, Accept-Language', 'Accept, Cookie', 'authorization', '*']
  for (const vary of ways) expect(await visit(vary)).toBe('Hello ann')
  await page.context().clearCookies()
  await cutOff()
  const shown: (string | null)[] = []
  for (const vary of ways) shown.push(await visit(vary).catch(() => 'nothing'))
  expect(shown).toEqual(['Hello ann', 'nothing', 'nothing', 'nothing'])
})

test('a page is stored as a document, not as what programs get at its address', async () => {
  const { page, url } = await start()
  await cutOff()
  await page.goto(`${url}tea`)
  expect(await page.locator('p').textContent()).toBe('Tea')
})
