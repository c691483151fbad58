import { describe, expect, test } from 'vitest'
import { islandPages } from './island-pages.ts'

const pages = islandPages()
const open = async () => {
  const opened = await pages.open('/stores')
  await expect.poll(() => opened.page.locator('fw-island[ok]').count()).toBe(3)
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
    const opened = await pages.open('/one')
    await opened.page.locator('fw-island[ok]').first().waitFor()
    await opened.page.waitForLoadState('networkidle')
    const scripts = opened.requests
      .filter((url) => url.startsWith('/assets/'))
      .map((url) => String(pages.server.file(url)))
    expect(scripts.length).toBeGreaterThan(2)
    for (const code of scripts) expect(code).not.toContain('This store has no name')
  })
})
