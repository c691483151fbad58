/** The copilot names each call by the title of its tool, which may depend on the input. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { api, int, schema, str } from '../../../runtime/src/index.ts'
import type { ScriptedModel, ScriptedStep } from '../../../runtime/src/testing.ts'
import { strictModel } from '../../support/vendors/strict-model.ts'
import { type AgentServer, serveScriptedApp } from '../agent-server.ts'
import { type Chromium, launchChromium, type OpenPage } from '../chromium.ts'
import { personClicks } from '../closed-root.ts'
import { readText } from './panel-text.ts'

const bank = {
  find: api({
    title: ({ name }) => `Look up ${name}`,
    input: schema({ name: str() }),
    run: ({ input }) => ({ id: input.name.length }),
  }),
  list: api({ title: 'List the payments', run: () => [] }),
  plain: api({ run: () => [] }),
  pay: api({
    title: ({ to }) => `Pay <b>${to}</b>`,
    guard: 'confirm',
    input: schema({ to: str(), cents: int() }),
    run: ({ input }) => ({ paid: input.cents }),
  }),
}

let model: ScriptedModel
let server: AgentServer
let chromium: Chromium
let opened: OpenPage
let page: Page

beforeAll(async () => {
  ;[server, chromium] = await Promise.all([serveScriptedApp(() => model, { apis: { bank } }), launchChromium()])
})
afterAll(async () => {
  await chromium?.close()
  await server?.close()
})
beforeEach(async () => {
  model = await strictModel()
})
afterEach(async () => {
  await opened.page.close()
  await model.close()
  expect(model.left).toBe(0)
})

/** Opens the page, and sends a message to which the model replies with these steps. */
async function ask(...steps: readonly ScriptedStep[]): Promise<void> {
  model.add(...steps)
  opened = await chromium.open(`${server.url}/copilot/titled`)
  page = opened.page
  await page.locator('.fw-copilot[data-status]').waitFor()
  const field = page.getByRole('textbox', { name: 'Your message' })
  await field.fill('Go.')
  await field.press('Enter')
}
/** The summary of each closed call. */
const calls = () =>
  page
    .locator('.fw-copilot-call summary')
    .evaluateAll((all) => all.map((one) => one.textContent?.replace(/\s+/g, ' ').trim()))
const decisions = () => page.locator('.fw-copilot-decision').allTextContents()
const pending = () => page.locator('.fw-copilot-approval')

test('calls of the server have the title of their input, or the name of the tool', async () => {
  await ask(
    {
      calls: [
        { name: 'api.bank.find', input: { name: 'Ada' } },
        { name: 'api.bank.find', input: { name: 'Grace\u202e' } },
        { name: 'api.bank.list', input: {} },
        { name: 'api.bank.plain', input: {} },
        // Without a valid input, the function for the title isn't called.
        { name: 'api.bank.find', input: { name: 7 } },
      ],
    },
    'Found.',
  )
  await page.getByText('Found.').first().waitFor()
  expect(await calls()).toEqual([
    'Look up Ada done',
    'Look up Grace\\u202e done',
    'List the payments done',
    'api.bank.plain done',
    'api.bank.find failed',
  ])
  expect(opened.logs).toEqual([])
})

test('a pending call of the server names its object in the list, in the dialog, and after the decision', async () => {
  await ask({ calls: [{ name: 'api.bank.pay', input: { to: 'Ada', cents: 5 } }] }, 'It waits.', 'Paid.')
  await pending().waitFor()
  expect(await readText(pending())).toContain('Pay <b>Ada</b>')
  expect(await readText(pending())).toContain('cents5')
  await personClicks(page, 'approve')
  await page.getByText('Paid.').first().waitFor({ state: 'attached' })
  expect((await calls())[0]).toBe('Pay <b>Ada</b> done')
  expect(await decisions()).toEqual(['You approved Pay <b>Ada</b>.'])
})

test('a pending call of the page names its object too', async () => {
  await ask(
    { calls: [{ name: 'Titles.send', input: { to: 'Ada', cents: 500, currency: 'EUR' } }] },
    'It waits.',
    'Sent.',
  )
  await pending().waitFor()
  expect(await readText(pending())).toContain('Send a voucher to Ada')
  await personClicks(page, 'reject')
  await page.getByText('Sent.').first().waitFor({ state: 'attached' })
  expect((await calls())[0]).toBe('Send a voucher to Ada done')
  expect(await decisions()).toEqual(['You rejected Send a voucher to Ada.'])
})
