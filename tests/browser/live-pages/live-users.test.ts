/** Live pages when the user changes while they are open. */
import { expect, test } from 'vitest'
import { livePages, sameDocument } from './live-server.ts'

const readUser = (headers: Headers) => /user=(\w+)/.exec(headers.get('cookie') ?? '')?.[1]
const pages = livePages({
  ctxFor: ({ headers }) => ({ user: readUser(headers) }),
  subjectOf: (ctx) => (ctx as { user?: string }).user, // that of `ctxFor`
})

test('a page of a user who has signed out or in loads again, and is not merged', async () => {
  const { page } = await pages.open('/private')
  const signIn = (value: string) => page.context().addCookies([{ name: 'user', value, domain: '127.0.0.1', path: '/' }])
  await page.locator('[name=draft]').fill('a secret of the first user')
  await signIn('ada')
  await pages.server.setCards('Tea')
  await expect.poll(() => sameDocument(page).catch(() => true)).toBe(false)
  await expect.poll(() => page.locator('.count').textContent()).toBe('1')
  expect(await page.locator('[name=draft]').inputValue()).toBe('')
  await page.context().clearCookies()
})

test('a signed-in user sees changes in the same document', async () => {
  const { page } = await pages.open('/private')
  await page.context().addCookies([{ name: 'user', value: 'ada', domain: '127.0.0.1', path: '/' }])
  const streaming = page.waitForResponse((response) => response.url().endsWith('/_fw/live'))
  await Promise.all([streaming, page.reload()])
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await pages.server.setCards('Tea', 'Oil', 'Salt')
  await expect.poll(() => page.locator('.count').textContent()).toBe('3')
  expect(await sameDocument(page)).toBe(true)
  await page.context().clearCookies()
})
