/** The shop for people whose browser runs no script: search, cart and checkout are forms. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Chromium, launchChromium } from '../chromium.ts'
import { type ShopApp, startShop } from '../shop-app.ts'

let shop: ShopApp
let browser: Chromium
let page: Page

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([startShop(), launchChromium()])
  page = await browser.context.newPage()
  const session = await browser.context.newCDPSession(page)
  await session.send('Emulation.setScriptExecutionDisabled', { value: true })
})

afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

const open = (path: string) => page.goto(shop.url + path)
const text = (selector: string) => page.locator(selector).first().textContent()
/** Clicks what sends a form, and waits for the page that it leads to. */
const send = async (name: string | RegExp) => {
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name }).first().click()])
}

it('finds, fills a cart, changes it, and orders once, without a script', async () => {
  await open('/')
  await page.getByLabel('Search the shop').fill('stoneware mug')
  await send('Search')
  await Promise.all([page.waitForEvent('load'), page.getByRole('link', { name: 'Stoneware Mug' }).first().click()])
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('2')
  await send('Add to cart')
  expect(new URL(page.url()).pathname).toBe('/cart')
  expect(await text('[data-cart-count]')).toBe('2')

  // A quantity that the browser would refuse: the server shows the error at its line, and no input is lost.
  await page.getByRole('spinbutton', { name: 'Quantity' }).evaluate((field) => field.removeAttribute('max'))
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('20')
  await page
    .getByRole('spinbutton', { name: 'Quantity' })
    .evaluate((field) => field.closest('form')?.setAttribute('novalidate', ''))
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('21')
  const [refused] = await Promise.all([page.waitForResponse(/\/cart$/), send('Update')])
  expect(refused.status()).toBe(422)
  expect(await text('.cart-row .problem')).not.toBe('')
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('3')
  await send('Update')
  expect(await text('[data-cart-count]')).toBe('3')

  // An address that browsers accept and the schema does not.
  await page.getByLabel('Email for the receipt').fill('ada@localhost')
  await send(/Place order/)
  const email = page.getByLabel('Email for the receipt')
  expect(await email.inputValue()).toBe('ada@localhost')
  expect(await email.getAttribute('aria-invalid')).toBe('true')
  const said = await email.getAttribute('aria-describedby')
  expect(await text(`[id="${said}"]`)).toMatch(/email/)

  // The same form sent twice, as if a person presses the button again: one order, and both responses link to it.
  await email.fill('ada@halden.example')
  const form = await page
    .locator('form.checkout')
    .evaluate(
      (element: HTMLFormElement) => Object.fromEntries(new FormData(element) as never) as Record<string, string>,
    )
  const press = () => page.request.post(`${shop.url}/cart`, { form, headers: { origin: shop.url }, maxRedirects: 0 })
  const answers = [...(await Promise.all([press(), press()])), await press()]
  const led = answers.map((answer) => `${answer.status()} ${answer.headers().location}`)
  expect(led[0]).toMatch(/^303 \/orders\/HD-/)
  expect(new Set(led).size).toBe(1)
  await open(answers[0]?.headers().location ?? '')
  expect(await text('h1')).toMatch(/^Order HD-/)
  const order = page.url()
  await open('/cart')
  expect(await text('main')).toContain('Your cart is empty.')
  await page.goto(order)
  expect(await text('main')).toContain('Stoneware Mug')
})

it('signs in, shows the reason of a refusal, and redirects to the requested page', async () => {
  await open('/login?next=/cart')
  await page.getByLabel('Email').fill('ada@halden.example')
  await page.getByLabel('Password').fill('wrong')
  await send('Sign in')
  expect(await text('.problem')).toContain('do not belong together')
  expect(await page.getByLabel('Email').inputValue()).toBe('ada@halden.example')
  expect(await page.getByLabel('Password').inputValue()).toBe('')
  await page.getByLabel('Password').fill('lighthouse')
  await send('Sign in')
  expect(new URL(page.url()).pathname).toBe('/cart')
  await open('/orders')
  await send('Sign out')
  expect(new URL(page.url()).pathname).toBe('/')
})
