import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { fromServer, islandPages, markNodes } from '../island-pages.ts'

const pages = islandPages()
const open = async () => {
  const opened = await pages.open('/stores')
  await expect.poll(() => opened.page.locator('fw-island[ok]').count()).toBe(3)
  return opened
}

describe('stores in the browser, under a strict content security policy', () => {
  test("islands start with the server's state, and share one store", async () => {
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

describe('persisted stores, with a strict Content-Security-Policy', () => {
  const KEY = 'fw-store:1:notes'
  /** Opens the page with this in the storages; the page is closed after the test, which empties both. */
  const openKept = async (local?: string) => {
    const opened = await pages.open('/one')
    await opened.page.evaluate(
      ([key, text]) => {
        localStorage.clear()
        if (text !== undefined) localStorage.setItem(key as string, text)
      },
      [KEY, local],
    )
    await visit(opened.page)
    return opened
  }
  const visit = async (page: Page) => {
    await page.goto(`${pages.server.origin}/kept`)
    await page.locator('fw-island[ok] .notes').waitFor()
  }
  const text = (page: Page, selector: string) => page.locator(selector).textContent()
  const stored = (page: Page) => page.evaluate((key) => localStorage.getItem(key), KEY)

  test("restore their state over the seed, in the server's nodes", async () => {
    const opened = await openKept()
    const { page, logs } = opened
    expect(await text(page, '.add')).toBe('seed')
    await page.locator('.add').click()
    await page.locator('.write').click()
    await expect.poll(() => text(page, '.add')).toBe('seed,n1')
    await expect.poll(() => stored(page)).toBe('{"lines":["seed","n1"]}')
    await page.route('**/store-storage-*.js', async (route) => {
      await markNodes(opened, 'button')
      await route.continue()
    })
    await visit(page)
    await expect.poll(() => text(page, '.add')).toBe('seed,n1')
    await expect.poll(() => text(page, '.write')).toBe('-x')
    expect(await fromServer(page.locator('.add'))).toBe(true)
    // An island that starts later shows it too, in its own nodes.
    expect(await text(page, '.note-count')).toBe('1')
    await page.locator('.note-count').click()
    await expect.poll(() => text(page, '.note-count')).toBe('2')
    expect(await fromServer(page.locator('.note-count'))).toBe(true)
    expect(logs).toEqual([])
  })

  test('are the same in all tabs where they are local, and of their tab where they are of the session', async () => {
    const first = await openKept()
    const second = await pages.open('/kept')
    await second.page.locator('fw-island[ok] .notes').waitFor()
    await first.page.locator('.add').click()
    await first.page.locator('.write').click()
    await expect.poll(() => text(second.page, '.add')).toBe('seed,n1')
    await expect.poll(() => text(first.page, '.write')).toBe('-x')
    expect(await text(second.page, '.write')).toBe('-')
    await second.page.locator('.add').click()
    await expect.poll(() => text(first.page, '.add')).toBe('seed,n1,n2')
    // Signed out elsewhere: nothing stays on the screen.
    await first.page.evaluate(() => localStorage.clear())
    await expect.poll(() => text(second.page, '.add')).toBe('seed')
    expect([...first.logs, ...second.logs]).toEqual([])
  })

  test.each([
    ['is not JSON', '{"lines":'],
    ['is of another shape', '{"lines":{"length":3}}'],
    ['lacks a member', '{"other":[]}'],
    ['has a key that reaches into objects', '{"lines":[],"__proto__":{"admin":true}}'],
  ])('drop what %s', async (_what, bad) => {
    const { page, logs } = await openKept(bad)
    await expect.poll(() => stored(page)).toBe(null)
    expect(await text(page, '.add')).toBe('seed')
    await page.locator('.add').click()
    await expect.poll(() => stored(page)).toBe('{"lines":["seed","n1"]}')
    expect(logs).toEqual([])
  })

  test('apply a click that precedes the loading of the stored state', async () => {
    const opened = await pages.open('/one')
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await opened.page.route('**/store-storage-*.js', async (route) => {
      await held
      await route.continue()
    })
    await opened.page.evaluate((key) => localStorage.setItem(key, '{"lines":["kept"]}'), KEY)
    await visit(opened.page)
    await opened.page.locator('.add').click()
    expect(await text(opened.page, '.add')).toBe('seed')
    release()
    await expect.poll(() => text(opened.page, '.add')).toBe('kept,n1')
    expect(opened.logs).toEqual([])
  })

  test('last as long as their page if the browser has no storage', async () => {
    const { page, logs } = await pages.open('/one')
    await page.addInitScript(() =>
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('Denied', 'SecurityError')
        },
      }),
    )
    await visit(page)
    await page.locator('.add').click()
    await expect.poll(() => text(page, '.add')).toBe('seed,n1')
    expect(logs).toEqual([])
  })

  test('are the only ones that load the code for it', async () => {
    const { page, requests } = await open()
    await page.locator('.good').first().click()
    await page.waitForLoadState('networkidle')
    expect(requests.join()).not.toContain('store-storage')
    const kept = await openKept()
    await expect.poll(() => kept.requests.join()).toContain('store-storage')
  })
})
