/** The app of `docs/guide/navigation.md`: built, type-checked, and used in Chromium. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Chromium, launchChromium, type OpenPage } from '../browser/chromium.ts'
import { type Running, runFw, startFw } from '../cli/support/fixture.ts'
import { checkTypes, createAppFolder, createTsconfig, REPOSITORY } from './page-app.ts'

const page = readFileSync(join(REPOSITORY, 'docs/guide/navigation.md'), 'utf8')
const sources = [...page.matchAll(/^```\w+\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)]
const { root: app, write, remove } = createAppFolder('moving')
let running: Running | undefined
let chromium: Chromium | undefined

beforeAll(async () => {
  write('tsconfig.json', createTsconfig())
  write('src/routes/index.tsx', "export const meta = { title: 'Home' }\nexport default () => <h1>Home</h1>\n")
  write('src/routes/report.tsx', 'export default () => <h1>Report</h1>\n')
  write('public/tea.css', 'h1 { color: rgb(1, 2, 3) }\n')
  for (const [, path = '', text = ''] of sources) write(path, text)
  const { code, stderr } = await runFw(app, ['build'])
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('Failed')])
  ;[running, chromium] = await Promise.all([
    startFw(app, ['start', '--port', '0', '--host', '127.0.0.1']),
    launchChromium(),
  ])
})

afterAll(async () => {
  await chromium?.close()
  await running?.stop('SIGTERM')
  remove()
})

async function open(path: string): Promise<OpenPage> {
  const opened = await chromium?.open(`${running?.url}${path}`)
  if (!opened) throw new Error('Chromium did not start')
  await opened.page.locator('#fw-announcer').waitFor({ state: 'attached' })
  await expect.poll(() => opened.page.locator('fw-island[ok]').count()).toBe(2)
  await opened.page.evaluate(() => Object.assign(window, { sameDocument: true }))
  return opened
}
const isSameDocument = (opened: Page) => opened.evaluate(() => 'sameDocument' in window)
const shows = (opened: Page, heading: string) => opened.locator('h1', { hasText: heading }).waitFor()
const button = (opened: Page, text: string) => opened.getByRole('button', { name: text, exact: true })

it('its sources are those of the page, and pass the type check', () => {
  expect(sources.map(([, path]) => path)).toEqual([
    'src/routes/_layout.tsx',
    'src/client.ts',
    'src/components/live-orders.tsx',
    'src/components/player.tsx',
    'src/routes/tea.tsx',
    'src/stores.ts',
    'src/components/basket.tsx',
    'fw.config.ts',
  ])
  expect(checkTypes(app)).toEqual([0, ''])
})

it('links navigate within the document: persistent elements survive, stylesheets are added and removed, code is notified', async () => {
  const { page: opened, logs } = await open('/')
  await opened.evaluate(() => {
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (update) => {
      Object.assign(window, { transition: true })
      return start(update)
    }
  })
  await button(opened, 'played 0').click()
  await opened.getByRole('link', { name: 'Tea' }).click()
  await shows(opened, 'Tea')
  expect(await isSameDocument(opened)).toBe(true)
  expect(await opened.title()).toBe('Tea')
  expect(await opened.evaluate(() => 'transition' in window)).toBe(true)
  await expect.poll(() => opened.locator('html').getAttribute('data-visited')).toBe('/tea')
  const colour = () => opened.locator('h1').evaluate((node) => getComputedStyle(node).color)
  expect(await colour()).toBe('rgb(1, 2, 3)')
  await button(opened, 'played 1').waitFor()
  await opened.goBack()
  await shows(opened, 'Home')
  expect(await colour()).not.toBe('rgb(1, 2, 3)')
  await opened.keyboard.press('F2')
  await shows(opened, 'Tea')
  expect(await isSameDocument(opened)).toBe(true)
  await opened.getByRole('link', { name: 'Report' }).click()
  await shows(opened, 'Report')
  expect(await isSameDocument(opened)).toBe(false)
  // Ignores the missing icon of the app.
  expect(logs.filter((line) => !line.includes('404'))).toEqual([])
  await opened.close()
})

it('a persistent store is restored, the same in all tabs, and discarded if it does not match its type', async () => {
  const { page: opened, logs } = await open('/')
  const other = await open('/tea')
  await button(opened, '0 teas').click()
  for (const tab of [opened, other.page]) await button(tab, '1 teas').waitFor()
  await opened.reload()
  await button(opened, '1 teas').waitFor()
  const stored = () => opened.evaluate(() => localStorage.getItem('fw-store:1:basket'))
  expect(JSON.parse((await stored()) ?? '')).toMatchObject({ teas: 1 })
  await opened.evaluate(() => localStorage.clear())
  await button(other.page, '0 teas').waitFor()
  await opened.evaluate(() =>
    localStorage.setItem('fw-store:1:basket', '{"teas":100,"since":"2030-01-01T00:00:00.000Z"}'),
  )
  await opened.reload()
  await expect.poll(stored).toBe(null)
  await button(opened, '0 teas').waitFor()
  expect([...logs, ...other.logs]).toEqual([])
  await Promise.all([opened.close(), other.page.close()])
})
