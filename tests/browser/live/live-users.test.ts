/** Live reads of islands when the user changes while they are open. */
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Chromium, launchChromium } from '../chromium.ts'
import { type LiveServer, serveLiveApp } from './live-server.ts'

let server: LiveServer
let chromium: Chromium
beforeAll(async () => {
  ;[server, chromium] = await Promise.all([serveLiveApp(), launchChromium()])
})
afterAll(async () => {
  await chromium?.close()
  await server?.close()
})

test('a value that the browser may not read any more is not shown, and the next user sees only their own', async () => {
  const { page } = await chromium.open('about:blank')
  const signIn = (value: string) =>
    page.context().addCookies([{ name: 'user', value, domain: '127.0.0.1', path: '/', httpOnly: true }])
  const text = () => page.locator('.own').textContent()
  await signIn('ann')
  await page.goto(`${server.origin}/own`)
  await page.locator('fw-island[ok]').waitFor({ state: 'attached' })
  await expect.poll(() => server.countStreams()).toBe(1)
  expect(await text()).toBe('the secret of annshown')

  // As another tab does.
  await page.context().clearCookies()
  await server.addInCode('own', 'a card')
  await expect.poll(text).toBe('refused')

  await signIn('ben')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(text).toBe('the secret of bena cardshown')
  await page.close()
})

const contexts: BrowserContext[] = []
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
  await expect.poll(() => server.countStreams()).toBe(0)
  server.boards.clear()
})

/** Opens the page as a user, or as an anonymous visitor, in a browser profile of its own. */
async function openUsers(
  user = '',
  path = '/users',
): Promise<{ readonly page: Page; text(page?: Page): Promise<string> }> {
  const { page: first } = await chromium.open('about:blank')
  const context = await first.context().browser()?.newContext()
  if (context === undefined) throw new Error('The browser is closed.')
  if (user !== '') await context.addCookies([{ name: 'user', value: user, domain: '127.0.0.1', path: '/' }])
  await first.close()
  contexts.push(context)
  const page = await context.newPage()
  await openPage(page, path)
  const read = async (from: Page = page) => (await from.locator('.own, .secret').allTextContents()).join()
  return { page, text: read }
}

async function openPage(page: Page, path = '/users'): Promise<void> {
  await page.goto(server.origin + path)
  await page.locator('fw-island[ok]').first().waitFor({ state: 'attached' })
  await page.evaluate(() => Object.assign(window, { isSame: true }))
}

const ANN = 'the secret of annshown,the secret of ann'

/** Fills a field, and sends its form. */
async function send(page: Page, field: string, user: string): Promise<void> {
  await page.getByLabel(field).fill(user)
  await page.getByLabel(field).press('Enter')
}

test('a form that signs out, on a page that stays, takes the values of the user away, also in other tabs', async () => {
  const { page, text } = await openUsers('ann')
  const other = await page.context().newPage()
  await openPage(other)
  await expect.poll(() => server.countStreams()).toBe(1)
  expect([await text(), await text(other)]).toEqual([ANN, ANN])
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(text).toBe('refused')
  await expect.poll(() => text(other)).toBe('refused,')
  // The islands of the own tab start again.
  expect(await page.evaluate(() => 'isSame' in window)).toBe(false)
  expect(await other.evaluate(() => 'isSame' in window)).toBe(true)
})

test.each([
  ['a form', (page: Page) => send(page, 'here', 'ben'), 'ben', false],
  ['a form that leads to another page', (page: Page) => send(page, 'away', 'ben'), 'ben', false],
  ['a call', (page: Page) => page.getByRole('button', { name: 'Be Cem' }).click(), 'cem', true],
  [
    'an endpoint',
    (page: Page) => page.evaluate(() => fetch('/auth', { method: 'POST', body: 'ben' }).then(() => undefined)),
    'ben',
    true,
  ],
])('after a sign-in by %s, every tab shows the values of the new user only', async (_, signIn, user, isSame) => {
  const { page, text } = await openUsers('ann')
  const other = await page.context().newPage()
  await openPage(other)
  await expect.poll(() => server.countStreams()).toBe(1)
  await signIn(page)
  await expect.poll(text).toMatch(new RegExp(`^the secret of ${user}shown(?:,the secret of ${user})?$`))
  await expect.poll(() => text(other)).toBe(`the secret of ${user}shown,the secret of ${user}`)
  expect(await page.evaluate(() => 'isSame' in window)).toBe(isSame)
  expect(await other.evaluate(() => 'isSame' in window)).toBe(true)
  // The new stream is that of the new user.
  await expect.poll(() => server.countStreams()).toBe(1)
  server.takeRequests()
  await server.addInCode('own', 'a card')
  await expect.poll(text).toContain('a card')
})

test('an anonymous visitor who signs in on the same page sees the values', async () => {
  const { page, text } = await openUsers('', '/account')
  expect(await text()).toBe('refused')
  await send(page, 'here', 'ann')
  await expect.poll(text).toBe('the secret of annshown')
  expect(await page.evaluate(() => 'isSame' in window)).toBe(false)
})
