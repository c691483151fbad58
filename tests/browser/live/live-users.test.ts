/** Live reads of islands when the user changes while they are open. */
import { afterAll, beforeAll, expect, test } from 'vitest'
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
