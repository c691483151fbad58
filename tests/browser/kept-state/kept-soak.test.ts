/** A page that is shown again a hundred times leaves nothing behind. */
import type { CDPSession } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { state } from '../apps/kept/state.ts'
import { type Chromium, launchChromium } from '../chromium.ts'
import { type KeptServer, readText, resetState, serveKept } from './kept-server.ts'

const TIMES = 100

let server: KeptServer
let chromium: Chromium

beforeAll(async () => {
  ;[server, chromium] = await Promise.all([serveKept(), launchChromium()])
  resetState()
})
afterAll(async () => {
  await chromium?.close()
  await server?.close()
})

async function measure(session: CDPSession) {
  for (let times = 0; times < 3; times++) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.send('DOM.enable')
  const { detachedNodes } = await session.send('DOM.getDetachedDomNodes')
  // The inspector retains the nodes that it has reported.
  await session.send('DOM.disable')
  return { heap: usedSize, detached: detachedNodes.length }
}

test(`after ${TIMES} times there are no detached nodes, and the heap is within 10 %`, async () => {
  const { page, logs } = await server.open(chromium)
  const session = await page.context().newCDPSession(page)
  const show = async (times: number) => {
    for (let time = 1; time <= times; time++) {
      // Rows come, go and move.
      state.rows = time % 2 ? ['c', 'a', `row ${time}`] : ['a', 'b', 'c']
      state.total = time % 2
      await page.evaluate(async () => {
        const shown = new Promise((resolve) => document.addEventListener('fw:navigated', resolve, { once: true }))
        document.getElementById('refresh')?.click()
        await shown
      })
    }
  }
  await page.locator('.count').click()
  await show(10)
  await expect.poll(async () => (await measure(session)).detached).toBe(0)
  const before = await measure(session)
  await show(TIMES)
  await expect.poll(async () => (await measure(session)).detached).toBe(0)
  const after = await measure(session)
  expect(after.heap).toBeLessThan(before.heap * 1.1)
  expect(await readText(page, '.count')).toMatch(/^page 1 1 of/)
  await page.close()
  expect(logs).toEqual([])
})
