/** Tabs of a laptop that sleeps: their connections are lost without a sign, and their clock jumps. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Chromium, launchChromium, type OpenPage } from '../chromium.ts'
import { type LiveServer, serveLiveApp } from './live-server.ts'
import { type SwallowingProxy, startSwallowingProxy } from './swallowing-proxy.ts'

let server: LiveServer
let proxy: SwallowingProxy
let chromium: Chromium

beforeAll(async () => {
  server = await serveLiveApp()
  proxy = await startSwallowingProxy(Number(new URL(server.origin).port))
})
afterAll(async () => {
  await proxy?.close()
  await server?.close()
})
afterEach(async () => {
  await chromium?.close()
  proxy.wake()
})

const readCards = ({ page }: OpenPage) => page.locator('.board li').allTextContents()

/** Opens the page with a clock that the test moves. */
async function open(): Promise<OpenPage> {
  server.boards.clear()
  server.boards.set('a', ['one'])
  chromium = await launchChromium()
  await chromium.context.clock.install()
  server.takeRequests()
  const opened = await chromium.open(`${proxy.origin}/`)
  await opened.page.locator('fw-island[ok]').first().waitFor({ state: 'attached' })
  await expect.poll(() => server.takeRequests()).toEqual(['live'])
  return opened
}

/** The clock jumps by two minutes, and then runs faster. Chromium still tries to use the connections that are lost. */
async function wakeUp({ page }: OpenPage): Promise<void> {
  await page.clock.fastForward(120_000)
  for (let second = 0; second < 100; second += 10) {
    await page.clock.runFor(10_000)
    await page.waitForTimeout(100)
  }
}

test('after two minutes of sleep a tab shows the newest value, with one read for several changes', async () => {
  const opened = await open()
  proxy.sleep()
  for (const title of ['two', 'three', 'four']) await server.addInCode('a', title)
  proxy.wake()
  await wakeUp(opened)
  await expect.poll(() => readCards(opened)).toEqual(['one', 'two', 'three', 'four'])
  expect(server.takeRequests()).toEqual(['api/board.listCards', 'live'])
  await server.addInCode('a', 'five')
  await expect.poll(() => readCards(opened)).toEqual(['one', 'two', 'three', 'four', 'five'])
})

test('a read whose response was lost while the laptop fell asleep is made again', async () => {
  const opened = await open()
  await server.addInCode('a', 'two')
  await expect.poll(() => readCards(opened)).toEqual(['one', 'two'])
  // The event arrives, and the response doesn't.
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  Object.assign(globalThis, { fwTestGates: new Map([['list a', gate]]) })
  server.takeRequests()
  await server.addInCode('a', 'three')
  await expect.poll(() => server.takeRequests()).toEqual(['api/board.listCards'])
  proxy.sleep()
  Object.assign(globalThis, { fwTestGates: undefined })
  release()
  await opened.page.waitForTimeout(100)
  proxy.wake()
  await wakeUp(opened)
  await expect.poll(() => readCards(opened)).toEqual(['one', 'two', 'three'])
})
