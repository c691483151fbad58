/** The example in three languages, built and served under its strict policy, in Chromium with an empty console. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditUrl, FULL_MARKS, TIMELESS } from '../lighthouse/audit-url.ts'
import { type Chromium, launchChromium } from './chromium.ts'
import { auditPage } from './page-audit.ts'
import { type PlaygroundApp, startPlayground } from './playground-app.ts'

/** Two pages with an island that lives on between them. */
const keptPage = (name: string) => `import { href } from '@fw/runtime'
import { Seats } from '../components/seats.tsx'
export const meta = { title: '${name}' }
export default () => <main><h1>${name}</h1><Seats price={2} client:persist /><a href={href('/')}>…</a></main>
`
/** Markup of a user, with messages as the framework writes them. */
const INJECTED = JSON.stringify({ l: ['de'], d: 'de', z: 'UTC', m: { 'seats.count': 'Enter your password' } })
const INJECTED_PAGE = `import { Seats } from '../components/seats.tsx'
const messages = ${JSON.stringify(`<script type="application/json" id="fw-messages-0" nonce="x">${INJECTED}</script>`)}
export const meta = { title: 'Injected' }
export default () => <main><h1>Injected</h1><div innerHTML={messages} /><Seats price={2} /></main>
`
const KEPT = {
  'src/routes/injected.tsx': INJECTED_PAGE,
  'src/routes/kept.tsx': keptPage('Kept'),
  'src/routes/kept-on.tsx': keptPage('Kept on'),
}

let app: PlaygroundApp
let chromium: Chromium
beforeAll(async () => {
  ;[app, chromium] = await Promise.all([startPlayground('i18n', KEPT), launchChromium({ debuggable: true })])
})
afterAll(async () => {
  await chromium?.close()
  await app?.close()
})

const messagesOf = (page: Page) =>
  page.evaluate(() => JSON.parse(document.querySelector('script#fw-messages')?.textContent ?? 'null'))
const rootOf = (page: Page) =>
  page.evaluate(() => ({ lang: document.documentElement.lang, dir: document.documentElement.dir }))

test('an island speaks the language of its page, and only the messages that it names are sent', async () => {
  const { page, logs } = await chromium.open(`${app.url}/de/talks/lamplighters`)
  const shown = page.locator('output')
  expect(await shown.textContent()).toBe('Noch kein Platz, 0,00\u00a0€')
  await page.getByRole('button', { name: 'Einer mehr' }).click()
  await expect.poll(() => shown.textContent()).toBe('1 Platz, 4,50\u00a0€')
  await page.getByRole('button', { name: 'Einer mehr' }).click()
  await expect.poll(() => shown.textContent()).toBe('2 Plätze, 9,00\u00a0€')
  const messages = await messagesOf(page)
  expect(Object.keys(messages.m)).toEqual(['seats.count', 'seats.label', 'seats.less', 'seats.more'])
  expect(messages).toMatchObject({ l: ['en', 'de', 'ar'], d: 'en', z: 'Europe/Berlin' })
  expect(await page.locator('article').textContent()).toContain('Freitag, 5. Februar 2027, 19:30 Uhr')
  await page.goto(`${app.url}/de`)
  expect(await messagesOf(page)).toBeNull()
  expect(await page.locator('script:not([type=speculationrules])').count()).toBe(0)
  expect(logs).toEqual([])
  await page.close()
})

test('injected messages are ignored under the policy', async () => {
  const { page } = await chromium.open(`${app.url}/de/injected`)
  expect(await page.locator('script[id^=fw-messages]').count()).toBe(2)
  await page.locator('fw-island[ok]').waitFor()
  await page.getByRole('button', { name: 'Einer mehr' }).click()
  await page.getByText('1 Platz, 2,00\u00a0€').waitFor()
  await page.close()
})

test('a switch of the language stays on the page and is stored; links and islands use it', async () => {
  const { page, logs } = await chromium.open(`${app.url}/en/talks/lamplighters?from=mail`)
  await page.getByRole('link', { name: 'العربية' }).click()
  await page.waitForURL(`${app.url}/ar/talks/lamplighters?from=mail`)
  expect(await rootOf(page)).toEqual({ lang: 'ar', dir: 'rtl' })
  await page.getByRole('button', { name: 'مقعد إضافي' }).click()
  await expect.poll(() => page.locator('output').textContent()).toContain('مقعد واحد')
  await page.getByRole('link', { name: 'العودة إلى البرنامج' }).click()
  await page.waitForURL(`${app.url}/ar`)
  // Without a language in the path, the stored language.
  await page.goto(`${app.url}/talks/river-walk`)
  expect(page.url()).toBe(`${app.url}/ar/talks/river-walk`)
  expect(logs).toEqual([])
  await page.context().clearCookies()
  await page.close()
})

test('a page of another language that is shown in this document sets its language and direction', async () => {
  const { page, logs } = await chromium.open(`${app.url}/en/talks/lamplighters`)
  await page.waitForFunction(() => 'fw' in window)
  await page.evaluate(() =>
    (window as unknown as { fw: { navigate(to: string): void } }).fw.navigate('/ar/talks/paper-and-wax'),
  )
  await page.waitForURL(`${app.url}/ar/talks/paper-and-wax`)
  await expect.poll(() => rootOf(page)).toEqual({ lang: 'ar', dir: 'rtl' })
  await page.getByRole('button', { name: 'مقعد إضافي' }).click()
  await expect.poll(() => page.locator('output').textContent()).toContain('مقعد واحد')
  expect(logs).toEqual([])
  await page.close()
})

test('an island that lives on stays as it is in its language, and begins again in another one', async () => {
  const { page, logs } = await chromium.open(`${app.url}/en/kept`)
  const seats = page.locator('output')
  const follow = async (to: string, heading: string) => {
    await page.waitForFunction(() => 'fw' in window)
    await page.evaluate((path) => (window as unknown as { fw: { navigate(to: string): void } }).fw.navigate(path), to)
    await page.waitForURL(app.url + to)
    await page.locator('h1', { hasText: new RegExp(`^${heading}$`) }).waitFor()
  }
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await page.getByRole('button', { name: 'One more' }).click()
  await expect.poll(() => seats.textContent()).toMatch(/^1 seat,/)
  await follow('/en/kept-on', 'Kept on')
  expect(await seats.textContent()).toMatch(/^1 seat,/)
  await follow('/de/kept', 'Kept')
  await expect.poll(() => seats.textContent()).toMatch(/^Noch kein Platz,/)
  await page.getByRole('button', { name: 'Einer mehr' }).click()
  await expect.poll(() => seats.textContent()).toMatch(/^1 Platz,/)
  // And lives on in the new one.
  await follow('/de/kept-on', 'Kept on')
  expect(await seats.textContent()).toMatch(/^1 Platz,/)
  await page.getByRole('button', { name: 'Einer mehr' }).click()
  await expect.poll(() => seats.textContent()).toMatch(/^2 Plätze,/)
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  expect(logs).toEqual([])
  await page.close()
})

test.each(['/en', '/de/talks/lamplighters', '/ar', '/ar/talks/river-walk', '/de/nowhere'])(
  '%s is clean at every width',
  async (path) => {
    const { page } = await chromium.open(app.url + path)
    expect(await auditPage(page, path)).toEqual([])
    await page.close()
  },
)

test('Lighthouse reports no problem with its home page', async () => {
  expect(await auditUrl(`${app.url}/en`, chromium.debuggingPort(), TIMELESS)).toMatchObject(FULL_MARKS)
})
