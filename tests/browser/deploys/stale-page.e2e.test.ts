/** A page of an old build against the server of a new one, in Chromium. */
import type { Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Chromium, launchChromium } from '../chromium.ts'
import { createDesk, type DeskApp } from './desk-app.ts'

let chromium: Chromium
let app: DeskApp
beforeAll(async () => {
  ;[chromium, app] = await Promise.all([launchChromium(), createDesk()])
  await app.deploy()
})
afterAll(async () => {
  await chromium?.close()
  await app?.close()
})

let page: Page
/** Number of documents that the page has loaded. */
let documents = 0
/** The calls of functions since the last document, with their origin. */
let calls: string[] = []
beforeEach(async () => {
  const opened = await chromium.open(app.url)
  page = opened.page
  documents = 1
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.isNavigationRequest()) {
      documents++
      calls = []
    }
    const origin = request.headers()['x-fw-origin'] ?? 'human'
    if (pathname.startsWith('/_fw/api/')) calls.push(`${pathname.slice('/_fw/api/desk.'.length)} ${origin}`)
  })
  await hasStarted()
})
afterEach(() => page.close())

const hasStarted = () => page.locator('fw-island[ok] #desk').waitFor()
const label = (name: string) => page.getByLabel(name, { exact: true })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const says = (text: string) => page.locator('#said', { hasText: text }).waitFor()
const seen = (text: string) => page.locator('#seen', { hasText: text }).waitFor()

const deployChange = () => app.deploy({ changed: true })
const isNewest = () => page.getByRole('heading', { name: `Version ${app.version()}`, exact: true }).waitFor()
const readStorage = () => page.evaluate(() => sessionStorage.getItem('fw:typed'))

test('calls functions with an unchanged contract over several deploys', async () => {
  await label('Title').fill('four')
  for (let deploy = 0; deploy < 3; deploy++) {
    await deployChange()
    await press('Count')
    await says('{"letters":4}')
  }
  expect(documents).toBe(1)
  expect(await label('Title').inputValue()).toBe('four')
})

test('reloads once at a call of a changed function, with what was typed, without secrets', async () => {
  await label('Title').fill('Tea')
  await label('Done').check()
  await label('Name').fill('Ada')
  await label('Words').fill('two\nlines')
  await label('Color').selectOption('blue')
  await label('Sizes').selectOption(['S', 'L'])
  await label('Bike').check()
  await label('Gift card').check()
  await label('Outside').fill('no form')
  const secrets = ['Password', 'Shown password', 'Code', 'Holder', 'CVC', 'Diary']
  for (const name of secrets) await label(name).fill('hidden')
  await label('Payment').fill('4242 4242 4242 4242')
  await label('Photo').setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
  await deployChange()
  // What the last document has stored, which the next one removes.
  await page.addInitScript(() => {
    Object.assign(globalThis, { stored: sessionStorage.getItem('fw:typed') })
  })
  await press('Save')
  await isNewest()
  await seen('Tea:true')
  await expect.poll(() => label('Outside').inputValue()).toBe('no form')
  expect(await label('Title').inputValue()).toBe('Tea')
  expect(await label('Name').inputValue()).toBe('Ada')
  expect(await label('Words').inputValue()).toBe('two\nlines')
  expect(await label('Color').inputValue()).toBe('blue')
  const sizes = label('Sizes').evaluate((menu: HTMLSelectElement) =>
    [...menu.selectedOptions].map(({ value }) => value),
  )
  expect(await sizes).toEqual(['S', 'L'])
  expect(await label('Bike').isChecked()).toBe(true)
  expect([await label('Paper').isChecked(), await label('Gift card').isChecked()]).toEqual([false, true])
  expect(await label('Unchanged').inputValue()).toBe('as before')
  for (const name of [...secrets, 'Payment', 'Photo'])
    expect([name, await label(name).inputValue()]).toEqual([name, ''])
  const stored = await page.evaluate(() => String((globalThis as { stored?: unknown }).stored))
  expect(stored).toContain('two\\nlines')
  expect(stored).not.toMatch(/hidden|4242|a\.txt|t1/)
  expect(await readStorage()).toBeNull()
  expect(documents).toBe(2)
  // The reload was a person's.
  expect(calls).toEqual(['count human'])
  await press('Save')
  await says('"saved":"Tea"')
  expect(documents).toBe(2)
})

describe('a page that a reload does not help', () => {
  /** Responds with this document in place of the server's. */
  const serveOld = (html: string, which: (route: Route) => boolean) =>
    page.route(`${app.url}/`, (route) =>
      which(route) ? route.fulfill({ contentType: 'text/html', body: html }) : route.continue(),
    )
  const fetchPage = async () => (await fetch(app.url)).text()

  test('stays if a cache still has the old page, and the caller receives the error', async () => {
    const html = await fetchPage()
    await deployChange()
    await serveOld(html, () => true)
    await label('Title').fill('Tea')
    await press('Save')
    await says('failed: stale_client')
    expect(documents).toBe(1)
    expect(await label('Title').inputValue()).toBe('Tea')
    // The server can't be reached.
    await page.unroute(`${app.url}/`)
    await page.route(`${app.url}/`, (route) => route.abort())
    await press('Count')
    await says('{"letters":3}')
    await press('Save')
    await says('failed: stale_client')
    expect(documents).toBe(1)
  })

  test('reloads once if the reload returns the old page, as while several servers are replaced', async () => {
    const html = await fetchPage()
    await deployChange()
    await serveOld(html, (route) => route.request().isNavigationRequest())
    await label('Title').fill('Tea')
    await press('Save')
    await expect.poll(() => documents).toBe(2)
    await seen('Tea:false')
    await press('Save')
    await says('failed: stale_client')
    expect(documents).toBe(2)
  })

  test('stays if what was typed cannot be stored', async () => {
    await deployChange()
    await label('Words').fill('A long text.')
    await page.evaluate(() => {
      for (let size = 1 << 20; size > 0; size >>= 1)
        try {
          for (let part = 0; ; part++) sessionStorage.setItem(`${size} ${part}`, 'x'.repeat(size))
        } catch {}
    })
    await press('Save')
    await says('failed: stale_client')
    expect(documents).toBe(1)
    expect(await label('Words').inputValue()).toBe('A long text.')
  })
})

test('an agent that reloads a page remains its cause: the next document starts as the agent, and a person acts for themselves', async () => {
  await label('Title').fill('Tea')
  await deployChange()
  const run = 'globalThis.fw.call("Desk.store", {})'
  void page.evaluate(run).catch(() => undefined)
  await isNewest()
  await hasStarted()
  await seen('Tea:false')
  expect(documents).toBe(2)
  expect(calls).toEqual(['count agent'])
  await press('Save')
  await says('"saved":"Tea"')
  expect(calls).toEqual(['count agent', 'save human'])
})

describe('a form', () => {
  test('of an island that receives the result reloads the page, also if it was emptied before', async () => {
    await label('Note').fill('Milk')
    await deployChange()
    await press('Send')
    await isNewest()
    await expect.poll(() => label('Note').inputValue()).toBe('Milk')
    expect(documents).toBe(2)
    await press('Send')
    await page.locator('#sent', { hasText: 'saved Milk' }).waitFor()
  })

  test('that posts to the page is accepted: its response is the page of the new build', async () => {
    await label('Plain').fill('Sugar')
    await deployChange()
    const posted = page.waitForResponse((response) => response.request().method() === 'POST')
    await press('Post')
    expect((await posted).status()).toBe(204)
    await isNewest()
  })
})

describe('a page whose files are gone', () => {
  test('reloads once at an import that fails; without a newer page the import rejects', async () => {
    await deployChange()
    await press('Later')
    // Those of the last build are still there.
    await says(`"later ${app.version() - 1}"`)
    await page.goto(app.url)
    await hasStarted()
    await label('Title').fill('Tea')
    await deployChange()
    await deployChange()
    documents = 1
    await press('Later')
    await isNewest()
    await seen('Tea:false')
    expect(documents).toBe(2)
    await press('Later')
    await says(`"later ${app.version()}"`)
    await page.reload()
    await hasStarted()
    documents = 1
    await page.route('**/later-*.js', (route) => route.fulfill({ status: 404, body: '' }))
    await press('Later')
    await says('failed: TypeError')
    expect(documents).toBe(1)
  })

  test('reloads once for an island that starts now', async () => {
    await label('Name').fill('Ada')
    await deployChange()
    const late = page.getByRole('button', { name: 'Late 0' })
    // Its file is loaded already, as the file of another island in this page. Its URL is that of a build before.
    await page.evaluate(() => {
      for (const map of document.querySelectorAll('script[id^=fw-islands]'))
        map.textContent = `${map.textContent}`.replaceAll(/island-(\w+)-[\w-]+\.js/g, 'island-$1-Gone0000.js')
    })
    await late.hover()
    await isNewest()
    await expect.poll(() => label('Name').inputValue()).toBe('Ada')
    expect(documents).toBe(2)
    await late.click()
    await page.getByRole('button', { name: 'Late 1' }).waitFor()
  })
})

test('the files of the last build stay servable and immutable, as the build reports; older ones are gone', async () => {
  const find = (html: string) => /\/assets\/island-[\w-]+\.js/.exec(html)?.[0] ?? ''
  const read = async (path: string) => {
    const response = await fetch(app.url + path, { headers: { 'accept-encoding': 'br' } })
    return [response.status, response.headers.get('cache-control'), response.headers.get('content-encoding')]
  }
  const IMMUTABLE = [200, 'public, max-age=31536000, immutable', 'br']
  const before = find(await (await fetch(app.url)).text())
  const log = await deployChange()
  expect(log).toMatch(/^kept {5}\d+ files of earlier builds, \d+\.\d\d kB$/m)
  const after = find(await (await fetch(app.url)).text())
  expect(after).not.toBe(before)
  expect(await read(before)).toEqual(IMMUTABLE)
  expect(await read(after)).toEqual(IMMUTABLE)
  await deployChange()
  expect((await read(before))[0]).toBe(404)
  expect(await read(after)).toEqual(IMMUTABLE)
})

test('a page without islands has its fields again, too', async () => {
  const other = await createDesk({
    'src/routes/index.tsx':
      'export default () => <main><h1>Version $VERSION</h1><input name="name" aria-label="Name" /><button type="button">Save</button></main>\n',
    'src/client.ts': `import { save } from './server/desk.api.ts'
document.querySelector('button')?.addEventListener('click', () => void save({ title: 'Tea' }))
document.querySelector('input')?.addEventListener('input', (event) => { document.title = (event.target as HTMLInputElement).value })
`,
  })
  try {
    await other.deploy()
    await page.goto(other.url)
    await label('Name').fill('Ada')
    await other.deploy({ changed: true })
    await press('Save')
    await page.getByRole('heading', { name: 'Version 2' }).waitFor()
    await expect.poll(() => label('Name').inputValue()).toBe('Ada')
    // Listeners receive the event.
    await expect.poll(() => page.title()).toBe('Ada')
  } finally {
    await other.close()
  }
})
