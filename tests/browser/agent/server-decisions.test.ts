/** Decisions on calls of an agent that has acted on the server only, not in the page. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defineAgent } from '../../../runtime/src/agent.ts'
import type { ScriptedModel } from '../../../runtime/src/testing.ts'
import { strictModel } from '../../support/vendors/strict-model.ts'
import { type AgentServer, serveAgentApp } from '../agent-server.ts'
import { type Chromium, launchChromium } from '../chromium.ts'
import { personClicks } from '../closed-root.ts'

let model: ScriptedModel
let server: AgentServer
let chromium: Chromium

beforeAll(async () => {
  model = await strictModel()
  const agent = defineAgent({}, { env: { ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: model.url } })
  ;[server, chromium] = await Promise.all([serveAgentApp({ agent }), launchChromium()])
})
afterAll(async () => {
  await chromium?.close()
  await server?.close()
  await model?.close()
})

/** Opens the page, in which a person asks an agent of the server for a call that needs an approval. */
async function ask(query: string): Promise<Page> {
  model.add({ calls: [{ name: 'api.shop.pay', input: { cents: 900 } }] }, 'Please approve.', 'Thank you.')
  const { page } = await chromium.open(`${server.url}/help${query}`)
  await page.locator('.fw-copilot[data-status]').waitFor()
  const field = page.getByRole('textbox', { name: 'Your message' })
  await field.fill('Pay.')
  await field.press('Enter')
  await page.locator('.fw-copilot-approval').waitFor()
  return page
}

test.each(['', '&by=locks'])(
  'an approval is of one call alone: code that hears of the decision has agent origin: %s',
  async (query) => {
    server.ran.length = 0
    const page = await ask(`?of=api.shop.pay${query}`)
    const before = server.audit.length
    await personClicks(page, 'approve')
    await page.getByText('Thank you.').first().waitFor({ state: 'attached' })
    await expect.poll(() => server.audit.slice(before).map(({ origin }) => origin)).toContain('agent')
    expect(server.ran).toEqual(['pay 900'])
  },
)

test.each(['?at=window&by=pointerdown&captures', '?at=document&by=click&captures'])(
  'a press in the panel has agent origin for the listeners of the page: %s',
  async (query) => {
    server.ran.length = 0
    const page = await ask(query)
    const before = server.audit.length
    await personClicks(page, 'reject')
    await expect.poll(() => server.audit.slice(before).map(({ origin }) => origin)).toContain('agent')
    expect(server.ran).toEqual([])
  },
)
