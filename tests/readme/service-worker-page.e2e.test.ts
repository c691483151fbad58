/**
 * The app of `docs/guide/service-worker.md`, with a server, in Chromium: built, and then built without a service
 * worker.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Chromium, launchChromium } from '../browser/chromium.ts'
import { buildApp, startBuilt, startDev } from '../compiler/build/app-copy.ts'
import { appOfPage } from './page-app.ts'

const { root: app, files, write, remove } = appOfPage('service-worker')
let chromium: Chromium

async function build(): Promise<void> {
  const { ok, log } = await buildApp(app)
  expect(ok, log).toBe(true)
}

beforeAll(async () => {
  write('public/favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  write(
    'src/routes/index.tsx',
    'export const meta = { title: "Home" }\nexport default () => <a href="/tides">tides</a>\n',
  )
  write('src/routes/secret.tsx', 'export const meta = { title: "Mine" }\nexport default () => <p>Yours alone</p>\n')
  chromium = await launchChromium()
})
afterAll(async () => {
  await chromium?.close()
  remove()
})

it('CFG-44 CNV-16 the page: src/sw.ts is served at /sw.js; the app registers it, opens without a network, and caches nothing private', async () => {
  expect(files).toEqual([
    'src/sw.ts',
    'src/routes/tides.tsx',
    'src/routes/offline.tsx',
    'fw.config.ts',
    'src/client.ts',
  ])
  await build()
  const built = await startBuilt(app)
  const worker = await fetch(`${built.url}sw.js`)
  expect([worker.headers.get('content-type'), worker.headers.get('cache-control')]).toEqual([
    'text/javascript; charset=utf-8',
    'public, max-age=0, must-revalidate',
  ])
  expect(await worker.text()).toMatch(/^self\.__FW_PRECACHE__=\{"version":"[0-9a-f]{16}","assets":\["\/assets\//)
  const { page: tab, logs } = await chromium.open(built.url)
  // `register: false`: only the app's own script registers it.
  expect(await (await fetch(built.url)).text()).not.toContain('fw-worker')
  await tab.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await tab.goto(`${built.url}secret`)
  await tab.evaluate(() => fetch('/_fw/manifest?path=/').then((response) => response.text()))
  await tab.evaluate(
    () =>
      new Promise((resolve) =>
        document.body.append(Object.assign(new Image(), { src: '/favicon.svg', onload: resolve })),
      ),
  )
  await built.stop()
  const shown = async (path: string) => {
    await tab.goto(built.url + path)
    return tab.locator('body').textContent()
  }
  expect(await shown('')).toBe('tides')
  await tab.getByText('tides').click()
  await tab.getByText('High water at six.').waitFor()
  expect(await shown('tides?from=home')).toBe("This page isn't available without a network.")
  expect(await shown('secret')).toBe("This page isn't available without a network.")
  const stored = await tab.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name !== 'fw-tabs')
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return keys.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(stored.filter((path) => !path.startsWith('/assets/')).sort()).toEqual([
    '/',
    '/favicon.svg',
    '/offline',
    '/tides',
  ])
  await expect(tab.evaluate(() => fetch('/_fw/manifest?path=/').then(({ status }) => status))).rejects.toThrow(
    'Failed to fetch',
  )
  expect(logs.filter((line) => line.startsWith('pageerror'))).toEqual([])
  await tab.close()
})

it('CFG-43 pages with a script register it by themselves, under a policy too, and pages with a nonce are not stored', async () => {
  write('fw.config.ts', "export default { title: 'Tides', data: 'memory', csp: true }\n")
  write('src/client.ts', 'export {}\n')
  await build()
  const built = await startBuilt(app)
  try {
    const { page: tab, logs } = await chromium.open(built.url)
    await tab.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await tab.goto(`${built.url}tides`)
    const paths = await tab.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name !== 'fw-tabs')
      const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return keys.flat().map(({ url }) => new URL(url).pathname)
    })
    expect(paths.length).toBeGreaterThan(0)
    // Chromium requests the icon at any time.
    expect(paths.filter((path) => !/^\/(?:assets\/|favicon\.svg$)/.test(path))).toEqual([])
    expect(logs.filter((line) => /error/.test(line))).toEqual([])
    await tab.close()
  } finally {
    await built.stop()
  }
})

it('dev registers nothing, and its /sw.js removes the service worker of a build', async () => {
  const dev = await startDev(app)
  try {
    expect(await (await dev.fetch('/')).text()).not.toContain('fw-worker')
    const { page: tab } = await chromium.open(dev.url)
    const left = await tab.evaluate(async () => {
      await (await caches.open('fw-old')).put('/', new Response('old'))
      const { installing } = await navigator.serviceWorker.register('/sw.js')
      await new Promise<void>((resolve) => {
        installing?.addEventListener('statechange', () => installing.state === 'redundant' && resolve())
      })
      return [await caches.keys(), (await navigator.serviceWorker.getRegistrations()).length]
    })
    expect(left).toEqual([[], 0])
    await tab.close()
  } finally {
    await dev.stop()
  }
})
