/** Text of a model in `<Copilot/>`: its reasoning, and what screen readers announce. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defineAgent } from '../../../runtime/src/agent.ts'
import type { ScriptedModel, ScriptedStep } from '../../../runtime/src/testing.ts'
import { strictModel } from '../../support/vendors/strict-model.ts'
import { type AgentServer, serveAgentApp } from '../agent-server.ts'
import { type Chromium, launchChromium } from '../chromium.ts'
import { readText } from './panel-text.ts'

let model: ScriptedModel
let server: AgentServer
let chromium: Chromium

beforeAll(async () => {
  model = await strictModel()
  const agent = defineAgent({}, { env: model.env('anthropic') })
  ;[server, chromium] = await Promise.all([serveAgentApp({ agent }), launchChromium()])
})
afterAll(async () => {
  await chromium?.close()
  await server?.close()
  await model?.close()
})

/** Sends a message, and returns the page with the reply. */
async function ask(question: string, reply: ScriptedStep): Promise<Page> {
  model.add(reply)
  const { page } = await chromium.open(`${server.url}/help`)
  await page.locator('.fw-copilot[data-status]').waitFor()
  await page.getByRole('textbox', { name: 'Your message' }).fill(question)
  await page.keyboard.press('Enter')
  await page.locator('.fw-copilot[data-started][data-status=ready]').waitFor()
  return page
}

test('the Markdown of the reasoning is shown', async () => {
  const page = await ask('How many?', { text: 'Two.', reasoning: '**Counting pens**\n\nThere are <two>.' })
  const reasoning = page.locator('.fw-copilot-reasoning')
  await reasoning.locator('summary').click()
  expect(await readText(reasoning.locator('strong'))).toBe('Counting pens')
  expect(await readText(reasoning.locator('p').last())).toBe('There are <two>.')
  await page.close()
})

test('a reply is announced with its paragraphs and items apart', async () => {
  const page = await ask('What is there?', 'Two things.\n\n- a pen\n- a pot\n\nBoth.')
  const spoken = page.locator('.fw-copilot > [role=status]')
  await expect.poll(() => spoken.textContent()).toBe('Assistant: Two things. a pen a pot Both.')
  await page.close()
})
