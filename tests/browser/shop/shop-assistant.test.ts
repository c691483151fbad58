/** The shop's assistant with a scripted model: it finds and adds products, and requests an approval that a person decides. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { ScriptedModel, ScriptedRequest } from '../../../runtime/src/testing.ts'
import { strictModel } from '../../support/vendors/strict-model.ts'
import { type Chromium, launchChromium, type OpenPage } from '../chromium.ts'
import { tabTo } from '../closed-root.ts'
import { auditPage } from '../page-audit.ts'
import { type ShopApp, startShop } from '../shop-app.ts'

let model: ScriptedModel
let shop: ShopApp
let browser: Chromium
let opened: OpenPage
let page: Page

beforeAll(async () => {
  model = await strictModel()
  ;[shop, browser] = await Promise.all([startShop(undefined, model.env()), launchChromium()])
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
  await model?.close()
})
afterEach(async () => {
  await browser.context.clearCookies()
  await opened.page.close()
})

/** Asks for two notebooks with the keyboard alone, up to the approval. */
async function askForNotebooks(): Promise<void> {
  const email = 'guest@example.com'
  model.add(
    { text: 'Let me look.', calls: [{ name: 'api.catalogue.search', input: { text: 'linen notebook' } }] },
    { calls: [{ name: 'api.cart.add', input: { slug: 'linen-notebook', quantity: 2 } }] },
    {
      text: 'Two [Linen Notebooks](/products/linen-notebook) for **$36.00**.',
      calls: [{ name: 'api.orders.checkout', input: { total: 3600, email } }],
    },
    'I have asked you to approve the order.',
  )
  opened = await browser.open(`${shop.url}/assistant`)
  page = opened.page
  await page.locator('.fw-copilot[data-status=ready]').waitFor()
  await tabTo(page, /^Your message$/)
  await page.keyboard.type('Two linen notebooks, please.')
  await page.keyboard.press('Enter')
  // It is in a closed shadow root, which only the keyboard reaches.
  await page.locator('.fw-copilot[data-status=ready] .fw-copilot-approval').waitFor()
}

/** Presses a button of the approval panel by a key, which decides once the button has had the focus for a while. */
async function decide(name: RegExp): Promise<void> {
  await tabTo(page, name)
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 600)))
  await page.keyboard.press('Enter')
}

/** The items of the panel without the model's reasoning, which is folded. */
const items = () =>
  page
    .locator('.fw-copilot-item:not(.fw-copilot-reasoning)')
    .evaluateAll((all) =>
      all.map((item) => (item.querySelector('summary') ?? item).textContent?.replace(/\s+/g, ' ').trim()),
    )
const orders = async () => (await page.request.get(`${shop.url}/_fw/api/cart.get?input={}`)).json()
// The outcome of the call is its result, before the message about the decision.
const readConversation = ({ body }: ScriptedRequest) => JSON.stringify(body.messages)
const lastSaid = (request: ScriptedRequest) => JSON.stringify((request.body as { messages: unknown[] }).messages.at(-1))

it('finds, adds, asks for approval, is approved by a key, and reports', async () => {
  await askForNotebooks()
  expect(await page.locator('[data-cart-count]').textContent()).toBe('2')
  expect(await page.locator('.fw-copilot-approval').textContent()).toContain('total3600')
  const cart = await orders()
  expect(cart.result.total).toBe(3600)
  model.add((request) => `Ordered: ${/HD-[\w-]+/.exec(readConversation(request))?.[0]}.`)
  await decide(/^Approve/)
  await page.getByText('Ordered: HD-').first().waitFor({ state: 'attached' })
  await page.keyboard.press('Escape')
  await page.locator('.fw-copilot[data-status=ready]').waitFor()
  const said = await items()
  expect(said).toEqual([
    'You: Two linen notebooks, please.',
    'Assistant: Let me look.',
    'Search the catalogue done',
    'Put into the cart done',
    'Assistant: Two Linen Notebooks (opens in a new tab) for $36.00.',
    'Place the order done',
    'Assistant: I have asked you to approve the order.',
    'You approved Place the order.',
    expect.stringMatching(/^Assistant: Ordered: HD-\w{4}-\w{4}\.$/),
  ])
  const id = /HD-[\w-]+/.exec(said.at(-1) ?? '')?.[0]
  expect((await page.request.get(`${shop.url}/orders/${id}`)).status()).toBe(200)
  expect(await page.locator('[data-cart-count]').textContent()).toBe('0')
  // The keyboard is where the person can go on.
  await tabTo(page, /^Your message$/)
  expect(opened.logs).toEqual([])
})

it('is rejected, and nothing is ordered', async () => {
  await askForNotebooks()
  model.add((request) => (/rejected/.test(lastSaid(request)) ? 'As you wish.' : 'What?'))
  await decide(/^Reject/)
  await page.getByText('As you wish.').first().waitFor({ state: 'attached' })
  await page.keyboard.press('Escape')
  expect((await items()).at(-2)).toBe('You rejected Place the order.')
  expect((await orders()).result.total).toBe(3600)
  expect(opened.logs).toEqual([])
})

it('has nothing to mend at the start, while a call waits, and when the provider fails', async () => {
  await askForNotebooks()
  // Closed before it is open, the dialog would take the keyboard later.
  await tabTo(page, /^Approve/)
  await page.keyboard.press('Escape')
  const problems = [...(await auditPage(page, 'waiting'))]
  model.add({ status: 401 })
  await page.getByRole('textbox', { name: 'Your message' }).click()
  await page.keyboard.type('And now?')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  problems.push(...(await auditPage(page, 'failed')))
  await page.getByRole('button', { name: 'Start over' }).click()
  problems.push(...(await auditPage(page, 'start')))
  expect(problems).toEqual([])
})
