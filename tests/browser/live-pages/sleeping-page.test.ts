/** A live page without islands on a laptop that sleeps: its connections are lost without a sign, and its clock jumps. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Chromium, launchChromium } from '../chromium.ts'
import { type SwallowingProxy, startSwallowingProxy } from '../live/swallowing-proxy.ts'
import { livePages } from './live-server.ts'

const pages = livePages()
let proxy: SwallowingProxy
let sleeper: Chromium

beforeAll(async () => {
  proxy = await startSwallowingProxy(Number(new URL(pages.server.origin).port))
})
afterAll(() => proxy?.close())
afterEach(async () => {
  await sleeper?.close()
  proxy.wake()
})

/** Opens the page with a clock that the test moves. */
async function open() {
  sleeper = await launchChromium()
  await sleeper.context.clock.install()
  const { page } = await sleeper.open(`${proxy.origin}/`)
  await expect.poll(() => pages.server.asked()).toContain('/_fw/live')
  await page.getByText('2 cards').waitFor()
  return {
    page,
    /** The clock jumps by two minutes, and then runs faster. */
    async wakeUp() {
      await page.clock.fastForward(120_000)
      for (let second = 0; second < 180; second += 10) {
        await page.clock.runFor(10_000)
        await page.waitForTimeout(100)
      }
    },
  }
}

test('after two minutes of sleep the page shows the newest version, and follows the next changes', async () => {
  const { page, wakeUp } = await open()
  proxy.sleep()
  await pages.server.setCards('Tea', 'Rice', 'Salt')
  await pages.server.setCards('Tea', 'Rice', 'Salt', 'Oil')
  proxy.wake()
  await wakeUp()
  await page.getByText('4 cards').waitFor()
  await pages.server.setCards('Tea')
  await page.getByText('1 cards').waitFor()
})

test('a version whose response was lost while the laptop fell asleep is fetched again', async () => {
  const { page, wakeUp } = await open()
  // The event arrives, and the response of the page doesn't.
  pages.server.onNextPage(() => proxy.sleep())
  await pages.server.setCards('Tea', 'Rice', 'Salt')
  await expect.poll(() => pages.server.asked()).toContain('live /')
  proxy.wake()
  await wakeUp()
  await page.getByText('3 cards').waitFor()
})
