/** HTML of users that an app has sanitized: DOMPurify keeps ids, data attributes and forms by default, and templates if an app allows them. */
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Chromium, launchChromium, type OpenPage } from '../chromium.ts'
import { type IslandServer, serveIslands } from '../island-server.ts'

let server: IslandServer
let chromium: Chromium
const opened = new Set<OpenPage>()

beforeAll(async () => {
  const folder = fileURLToPath(new URL('../apps/user-html', import.meta.url))
  ;[server, chromium] = await Promise.all([serveIslands(folder), launchChromium()])
})
afterEach(async () => {
  for (const { page } of opened) await page.close()
  opened.clear()
})
afterAll(async () => {
  await chromium?.close()
  await server?.close()
})

async function open(path: string, html: string): Promise<OpenPage> {
  Object.assign(globalThis, { fwTestHtml: html })
  const page = await chromium.open(server.origin + path)
  opened.add(page)
  await page.page.locator('fw-island[ok]').waitFor({ state: 'attached' })
  return page
}

test.each(['/review', '/spread'])('an element of a user takes over no handler of a component: %s', async (path) => {
  const { page, logs } = await open(path, '<a data-hk="i0-010">Read more</a><a DATA-HK=i0-010>data-hk &amp; more</a>')
  const output = page.locator('output')
  for (const link of await page.locator('a').all()) await link.click()
  expect(await page.locator('a').allTextContents()).toEqual(['Read more', 'data-hk & more'])
  expect(await output.textContent()).toBe('kept')
  await page.locator('button').click()
  expect(await output.textContent()).toBe('deleted')
  expect(logs).toEqual([])
})

test('a template of a user is no slot: it replaces no prop of the component', async () => {
  const { page, logs } = await open('/review', '<template data-slot="isVerified">Yes</template>')
  expect(await page.locator('section').textContent()).not.toContain('Verified')
  expect(await page.locator('template').count()).toBe(1)
  expect(logs).toEqual([])
})

test.each([
  ['part', '<p id="i0-010">Balance: 0</p>'],
  ['part', '<template id="i0-010"><b>Balance: 0</b></template>'],
  ['place', '<p id="pl-i0-010">a</p><i>removed</i>'],
  ['place', '<template id="pl-i0-010"></template><i>removed</i>'],
])('an element of a user with the id of a late %s changes nothing else: %s', async (_kind, html) => {
  const { page, logs } = await open('/account', html)
  expect(await page.locator('.balance').textContent()).toBe('Balance: 42')
  expect(await page.locator('main').textContent()).toContain('Menu')
  expect(await page.locator('article').innerHTML()).toBe(html)
  expect(await page.locator('main > i').count()).toBe(0)
  expect(logs).toEqual([])
})

test('an element of a user with the id of a place changes nothing else in a page that is sent as a whole', async () => {
  Object.assign(globalThis, { fwTestHtml: '<template id="pl-i0-010"></template>' })
  const html = await (await fetch(`${server.origin}/account`)).text()
  expect(html).toMatch(/<\/article><nav>Menu<\/nav>.*Balance: .*42/)
})

test.each(['/review', '/folded'])('a form of a user calls no api: %s', async (path) => {
  const html =
    '<form method="post"><input type="hidden" name="fw:tool" value="api.shop.pay"><input name="&#102;w:key"><input NAME = fw&colon;tool><input name="fw-name"><button>Read more</button></form>'
  const { page, logs } = await open(path, html)
  if (path === '/folded') await page.getByText('Open').click()
  await page.getByText('Read more').waitFor()
  const names = await page
    .locator('article')
    .evaluate((article) => Array.from(article.querySelectorAll('input'), ({ name }) => name))
  expect(names.filter((name) => name.startsWith('fw:'))).toEqual([])
  expect([names[0], names[3]]).toEqual(['fw_tool', 'fw-name'])
  expect(logs).toEqual([])
})

test('a control of a user is no part of a form of the app, and sends none', async () => {
  const html =
    '<input form="give" name="to" value="mallory"><button form="give">Read more</button><form action="/_fw/approve" method="post"><button formaction="/_fw/reject">More</button></form>'
  const { page, logs, requests } = await open('/give', html)
  const entries = await page
    .locator('#give')
    .evaluate((form) => Array.from(new FormData(form as HTMLFormElement).entries()))
  expect(entries).toEqual([['to', 'friends']])
  const asked = requests.length
  await page.getByText('Read more').click()
  expect(await page.evaluate(() => document.readyState)).toBe('complete')
  expect(requests.slice(asked)).toEqual([])
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'POST'),
    page.getByText('More', { exact: true }).click(),
  ])
  expect(new URL(sent.url()).pathname).toBe('/give')
  expect(logs).toEqual([])
})

test.each([
  '<a id="_$HY">a</a>',
  '<a id="$R">a</a>',
  '<a id="$df">a</a>',
  '<a id="importScripts">a</a>',
  '<form name="importScripts"><input name="call"></form>',
  '<object name="importScripts"></object>',
  '<img alt="" name="modelContext">',
  '<form name="modelContext"><input name="registerTool"></form>',
  '<form name="fw"><input name="settled"></form>',
])('an element of a user is no member of the window or document that the page uses: %s', async (html) => {
  const calls = server.apiCalls.length
  const visits = await open('/visits', html)
  await expect.poll(() => server.apiCalls.length).toBe(calls + 1)
  expect(server.apiCalls[calls]?.origin).toBeUndefined()
  expect(visits.requests.filter((path) => path.includes('page-agent'))).toEqual([])
  expect(visits.logs).toEqual([])
  const { page, logs } = await open('/account', html)
  expect(await page.locator('.balance').textContent()).toBe('Balance: 42')
  expect(logs).toEqual([])
})
