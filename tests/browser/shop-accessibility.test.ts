/** axe-core over every page of the built shop: nothing is reported, in either scheme, on a phone and on a desk. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Chromium, launchChromium } from './chromium.ts'
import { type ShopApp, startShop } from './shop-app.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let shop: ShopApp
let browser: Chromium
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([startShop(), launchChromium()])
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

/** What axe-core objects to, as `rule: selector`. */
async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE)
  // What axe reports: https://github.com/dequelabs/axe-core/blob/develop/doc/API.md#results-object
  const found = (await page.evaluate('axe.run()')) as { violations: { id: string; nodes: { target: string[] }[] }[] }
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

it.each([
  ['light', 1280],
  ['dark', 390],
] as const)('no page has anything that axe-core objects to: %s, %i pixels wide', async (colorScheme, width) => {
  const page = await browser.context.newPage()
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize({ width, height: 900 })
  const problems: string[] = []
  const look = async (path: string) => {
    await page.goto(shop.url + path)
    for (const violation of await violations(page)) problems.push(`${path} ${violation}`)
  }
  for (const path of ['/', '/?category=kitchen', '/?text=nothing-like-this', '/nowhere', '/login', '/cart', '/orders'])
    await look(path)
  await look('/products/stoneware-mug')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.getByText('1 in your cart.').waitFor()
  await look('/cart')
  await page.getByLabel('Email for the receipt').fill('reader@example.com')
  await page.getByRole('button', { name: /^Place order/ }).click()
  await page.waitForURL('**/orders/*')
  for (const violation of await violations(page)) problems.push(`an order ${violation}`)
  // The test sees something: a picture without a text is reported.
  await page.setContent(
    '<html lang="en"><head><title>x</title></head><body><main><h1>x</h1><img src="x.png"></main></body></html>',
  )
  expect(await violations(page)).toEqual(['image-alt: img'])
  await page.close()
  expect(problems).toEqual([])
})
