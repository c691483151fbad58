/** An agent's refresh is the agent's, and what stays on the page is the user's. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { state } from '../apps/kept/state.ts'
import { type Chromium, launchChromium } from '../chromium.ts'
import { type KeptServer, readText, resetState, serveKept } from './kept-server.ts'

let server: KeptServer
let chromium: Chromium

beforeAll(async () => {
  ;[server, chromium] = await Promise.all([serveKept(), launchChromium()])
})
afterAll(async () => {
  await chromium?.close()
  await server?.close()
})
beforeEach(resetState)

const call = (tool: string) => (window as unknown as { fw: { call(name: string): Promise<unknown> } }).fw.call(tool)

test('an agent that refreshes the page requests it with agent origin, and takes no draft and no island of the user', async () => {
  const { page, logs } = await server.open(chromium)
  await page.locator('.count').click()
  await page.locator('[name=half]').fill('of the user')
  state.notes = ['new']
  await page.evaluate(call, 'Refresher.again')
  await page.locator('.notes li', { hasText: 'new' }).waitFor()
  expect(server.asked().filter((line) => line.startsWith('GET / '))).toEqual(['GET / agent'])
  expect(await page.locator('[name=half]').inputValue()).toBe('of the user')
  expect(await readText(page, '.count')).toBe('page 1 1 of 0, none')
  await page.close()
  expect(logs).toEqual([])
})

test('a button that an agent changes does not keep the focus, so the next key of the user does not press it', async () => {
  const { page } = await server.open(chromium)
  const row = page.locator('.rows .row').first()
  await row.focus()
  await page.evaluate(call, 'Refresher.again')
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('body')
  await page.keyboard.press('Enter')
  expect(await row.textContent()).toBe('a 0')
  await page.close()
})

test("a refresh of the user after that is the user's", async () => {
  const { page } = await server.open(chromium)
  await page.evaluate(call, 'Refresher.again')
  server.asked()
  await page.locator('#refresh').click()
  await expect.poll(() => readText(page, '#refresh')).toBe('refreshed 2')
  expect(server.asked().filter((line) => line.startsWith('GET /'))).toEqual(['GET /'])
  await page.close()
})
