/** A rejected form that contains an island: its page is merged with the document, like any newer version of a page. */
import type { Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Chromium, launchChromium, type OpenPage } from '../chromium.ts'
import { isSameDocument, type KeptServer, readText, resetState, serveKept } from './kept-server.ts'

let server: KeptServer
let chromium: Chromium
let opened: OpenPage
let page: Page

beforeAll(async () => {
  ;[server, chromium] = await Promise.all([serveKept(), launchChromium()])
})
afterAll(async () => {
  await chromium?.close()
  await server?.close()
})
beforeEach(async () => {
  resetState()
  opened = await server.open(chromium, '/order')
  page = opened.page
})
afterEach(async () => {
  await page.close()
  // Chromium logs every response with an error status.
  expect(opened.logs.filter((line) => !line.includes('422'))).toEqual([])
})

const readFields = () =>
  page.evaluate(() =>
    ['[name=name]', '.search', '[name=note]', '[name=other]'].map(
      (selector) => document.querySelector<HTMLInputElement>(selector)?.value,
    ),
  )

/** What the user has in the form: typed values, a chosen file, an island with a state, an open part. */
async function fillIn(): Promise<void> {
  await page.locator('[name=name]').fill('A')
  await page.locator('.more').click()
  await page.locator('.search').fill('in the island')
  await page.locator('[name=note]').fill('in a slot')
  await page.locator('[name=other]').fill('of another form')
  await page.locator('summary').click()
  await page.locator('[type=file]').setInputFiles({ name: 'p.txt', mimeType: 'text/plain', buffer: Buffer.from('p') })
  await page.evaluate(() => {
    for (const node of document.querySelectorAll('form, .picker, .search, [name=name]'))
      Object.assign(node, { marked: true })
  })
}

test('the island keeps its state, errors are beside their fields, typed values stay, and the focus is at the first error', async () => {
  await fillIn()
  await page.evaluate(() => scrollTo(0, 40))
  await page.locator('.search').press('Enter')
  await page.locator('.error', { hasText: 'at least 3 characters' }).waitFor()
  expect(await readText(page, '.note-error')).toContain('at most 5 characters')
  expect(await readText(page, '.summary')).toBe('Please check the fields marked below.')
  expect(await readFields()).toEqual(['A', 'in the island', 'in a slot', 'of another form'])
  await expect.poll(() => readText(page, '.more')).toBe('2 picked, 2 sent')
  const isKept = (selector: string) => page.locator(selector).evaluate((node) => 'marked' in node)
  for (const selector of ['#order', '.picker', '.search', '[name=name]']) expect(await isKept(selector)).toBe(true)
  expect(await page.locator('details').getAttribute('open')).toBe('')
  expect(await page.locator('[type=file]').evaluate((field) => (field as HTMLInputElement).files?.length)).toBe(1)
  expect(await page.evaluate(() => [document.activeElement?.id, scrollY])).toEqual(['desk-order-name', 40])
  expect(await page.locator('[name=name]').getAttribute('aria-invalid')).toBe('true')
  expect(await isSameDocument(page)).toBe(true)
  expect(server.asked()).toEqual(['POST /order'])
})

test('the focus stays in the island if no field is marked', async () => {
  await page.locator('[name=name]').fill('Ann')
  for (let clicks = 0; clicks < 3; clicks++) await page.locator('.more').click()
  await page.locator('.search').fill('abcdef')
  await page.locator('.search').evaluate((field) => (field as HTMLInputElement).setSelectionRange(1, 3))
  await page.locator('.search').press('Enter')
  await page.locator('.summary', { hasText: 'check the fields' }).waitFor()
  await expect.poll(() => readText(page, '.more')).toBe('4 picked, 4 sent')
  expect(
    await page.evaluate(() => {
      const { className, selectionStart, selectionEnd } = document.activeElement as HTMLInputElement
      return [className, selectionStart, selectionEnd]
    }),
  ).toEqual(['search', 1, 3])
})

test('it can be corrected: a second rejection has its own errors, and then the form leads on', async () => {
  await fillIn()
  await page.getByRole('button', { name: 'Order' }).click()
  await page.locator('.error', { hasText: 'at least 3 characters' }).waitFor()
  const key = await page.locator('#order [name="fw:key"]').inputValue()
  await page.locator('[name=name]').fill('Ann')
  await page.getByRole('button', { name: 'Order' }).click()
  await expect.poll(() => readText(page, '.error')).toBe('')
  expect(await readText(page, '.note-error')).toContain('at most 5 characters')
  expect(await page.locator('[name=name]').getAttribute('aria-invalid')).toBe(null)
  expect(await page.locator('#order [name="fw:key"]').inputValue()).not.toBe(key)
  await page.locator('[name=note]').fill('short')
  await page.locator('.more').click()
  await page.getByRole('button', { name: 'Order' }).click()
  await page.locator('h1', { hasText: 'Other' }).waitFor()
  expect(await isSameDocument(page)).toBe(true)
  expect(server.asked().filter((line) => line.startsWith('POST'))).toEqual(Array(3).fill('POST /order'))
})

test('a rejection has no effect after the user has left the page', async () => {
  await page.locator('#to-other').click()
  await page.waitForURL('**/other')
  await page.goBack()
  await page.locator('#order').waitFor()
  await page.waitForLoadState('networkidle')
  server.asked()
  const held: Route[] = []
  let isHolding = true
  await page.route('**/assets/**', (route) => (isHolding ? void held.push(route) : route.continue()))
  await page.locator('#order').evaluate((form: HTMLFormElement) => form.requestSubmit())
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await page.locator('#to-other').click()
  await page.waitForURL('**/other')
  isHolding = false
  for (const route of held) await route.continue()
  await page.waitForTimeout(1_000)
  expect(new URL(page.url()).pathname).toBe('/other')
  expect(await page.locator('#order').count()).toBe(0)
  expect(server.asked()).toEqual(['POST /order', 'GET /other'])
})
