/** An element of a user with the name of a function that Safari doesn't have. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chromium, launchChromium } from '../chromium.ts'
import { type BuiltNavigation, buildNavigation, type NavigationServer } from '../navigation-server.ts'
import { replaceIdleWithElement } from '../never-idle.ts'

let built: BuiltNavigation
let server: NavigationServer
let chromium: Chromium

beforeAll(async () => {
  ;[built, chromium] = await Promise.all([buildNavigation(), launchChromium()])
  server = await built.serve()
})
afterAll(async () => {
  await chromium?.close()
  await built?.close()
})

test.each(['img', 'object'] as const)(
  'links are followed although requestIdleCallback is the <%s> of a user',
  async (tag) => {
    const { page, logs } = await chromium.open(`${server.origin}/a`)
    await replaceIdleWithElement(page, tag)
    await page.reload()
    expect(await page.evaluate('idleCallback')).toContain('Element]')
    await page.locator('#fw-announcer').waitFor({ state: 'attached' })
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    await page.locator('#to-b').click()
    await page.locator('h1', { hasText: 'B' }).waitFor()
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
    expect(logs).toEqual([])
    await page.close()
  },
)
