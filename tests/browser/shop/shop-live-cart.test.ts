/** An open cart page shows what an agent of the visitor does, and what other tabs do. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Chromium, launchChromium, type OpenPage } from '../chromium.ts'
import { type ShopApp, startShop } from '../shop-app.ts'
import { createCaller } from './shop-caller.ts'

let shop: ShopApp
let browser: Chromium
let opened: OpenPage
let page: Page
/** Requests for a newer version of the page. */
let fetched = 0

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([startShop(), launchChromium()])
  opened = await browser.open(`${shop.url}/cart`)
  page = opened.page
  page.on('request', (request) => {
    if (request.headers()['x-fw-live'] === 'page') fetched++
  })
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

/** A call with the session of the page. */
async function call(tool: string, input: unknown): Promise<void> {
  const answer = await page.request.post(`${shop.url}/_fw/api/${tool}`, {
    data: input,
    headers: { 'x-fw-origin': 'agent' },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  // The page has stored its session when it was opened.
  expect(answer.headers()['set-cookie']).toBeUndefined()
}

const badge = (count: number) => page.locator(`[data-cart-count="${count}"]`, { hasText: `${count}` }).waitFor()
const row = (name: string) => page.locator('.cart-row', { hasText: name })

it('the empty page of a new visitor shows the first product, and can change it', async () => {
  await page.getByText('Your cart is empty.').waitFor()
  await call('cart.add', { slug: 'stoneware-mug', quantity: 2 })
  await row('Stoneware Mug').waitFor()
  await badge(2)
  expect(await page.locator('.empty').count()).toBe(0)
  await row('Stoneware Mug').getByRole('button', { name: 'One more' }).click()
  await page.locator('.summary-total', { hasText: '$72.00' }).waitFor()
  await badge(3)
})

it('a filled page shows another product that an agent adds over MCP; what the visitor has typed stays', async () => {
  const email = page.getByLabel('Email for the receipt')
  await email.pressSequentially('ada@')
  const answer = await page.request.post(`${shop.url}/_fw/mcp`, {
    data: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'api.cart.add', arguments: { slug: 'garden-twine' } },
    },
    headers: { accept: 'application/json, text/event-stream' },
  })
  expect(await answer.text()).toContain('Garden Twine')
  await row('Garden Twine').waitFor()
  await page.locator('.summary-total', { hasText: '$81.00' }).waitFor()
  await badge(4)
  await row('Garden Twine').locator('img[src]').waitFor()
  await page.keyboard.type('example.com')
  expect(await email.inputValue()).toBe('ada@example.com')
  expect(await row('Stoneware Mug').getByRole('spinbutton').inputValue()).toBe('3')
})

it('carts of other visitors change nothing, and a new price does', async () => {
  const before = fetched
  const other = createCaller(shop.url)
  await other.call('cart.add', { slug: 'brass-pen' })
  await other.call('cart.add', { slug: 'brass-pen' })
  const admin = createCaller(shop.url)
  await admin.signIn('mara@halden.example', 'workbench')
  await admin.call('admin.reprice', { slug: 'garden-twine', price: 1000 })
  await page.locator('.summary-total', { hasText: '$82.00' }).waitFor()
  expect(fetched).toBe(before + 1)
})

it('the page is empty again after an agent has taken everything out, and a product that it adds then is shown', async () => {
  await call('cart.remove', { slug: 'garden-twine' })
  await row('Garden Twine').waitFor({ state: 'detached' })
  await call('cart.change', { slug: 'stoneware-mug', quantity: 0 })
  await page.getByText('Your cart is empty.').waitFor()
  await badge(0)
  await call('cart.add', { slug: 'garden-twine' })
  await row('Garden Twine').waitFor()
  await badge(1)
  expect(opened.logs).toEqual([])
})
