import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Chromium, launchChromium, type OpenPage } from './chromium.ts'
import { type IslandServer, serveIslands } from './island-server.ts'

const FOLDER = fileURLToPath(new URL('island-app', import.meta.url))

let server: IslandServer
let chromium: Chromium
let opened: OpenPage | undefined

beforeAll(async () => {
  ;[server, chromium] = await Promise.all([serveIslands(FOLDER), launchChromium()])
})
afterAll(async () => {
  await chromium?.close()
  await server?.close()
})
afterEach(async () => {
  await opened?.page.close()
  opened = undefined
})

const open = async () => {
  opened = await chromium.open(`${server.origin}/stores`)
  const { page } = opened
  await expect.poll(() => page.locator('fw-island[ok]').count()).toBe(3)
  return opened
}

describe('stores in the browser, under a strict content security policy', () => {
  test('islands begin with what the server rendered, and share one store', async () => {
    const { page, logs } = await open()
    const counts = () => page.locator('.add-line b').allTextContents()
    expect(await counts()).toEqual(['1', '1'])
    await page.locator('.good').first().click()
    await expect.poll(counts).toEqual(['2', '2'])
    await page.locator('.good').last().click()
    await expect.poll(counts).toEqual(['3', '3'])
    expect(logs).toEqual([])
  })

  test('an island that starts after a change shows it, in the nodes of the server', async () => {
    const { page, logs } = await open()
    await page.evaluate(() => {
      for (const node of document.querySelectorAll('.basket, .basket span')) node.setAttribute('data-from-server', '')
    })
    await page.locator('.good').first().click()
    const basket = page.locator('.basket')
    expect(await basket.locator('.count').textContent()).toBe('1')
    await basket.click()
    await expect.poll(() => basket.locator('.count').textContent()).toBe('2')
    expect(await basket.locator('.more').textContent()).toBe('several')
    expect(await basket.textContent()).toBe('2severalseeded,p1')
    expect(await page.locator('[data-from-server]').count()).toBe(3)
    expect(await page.locator('.add-line b').allTextContents()).toEqual(['2', '2'])
    expect(logs).toEqual([])
  })

  test('an action refuses an input that does not fit', async () => {
    const { page } = await open()
    await page.locator('.bad').first().click()
    await expect.poll(() => page.locator('.bad').first().textContent()).toBe('bad invalid_input')
    expect(await page.locator('.add-line b').allTextContents()).toEqual(['1', '1'])
  })

  test('dates arrive as dates', async () => {
    const { page, logs } = await open()
    expect(await page.locator('.opening').textContent()).toBe('1970-01-02T00:00:00.000Z')
    expect(logs).toEqual([])
  })

  test('a page without stores loads none of their code', async () => {
    opened = await chromium.open(`${server.origin}/one`)
    await opened.page.locator('fw-island[ok]').first().waitFor()
    await opened.page.waitForLoadState('networkidle')
    const scripts = opened.requests.filter((url) => url.startsWith('/assets/')).map((url) => String(server.file(url)))
    expect(scripts.length).toBeGreaterThan(2)
    for (const code of scripts) expect(code).not.toContain('This store has no name')
  })
})
