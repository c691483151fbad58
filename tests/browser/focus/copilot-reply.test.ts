/** A person who has written to `<Copilot/>` and replies there while an agent acts in the page: the reply goes nowhere else. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ScriptedModel } from '../../../runtime/src/testing.ts'
import { strictModel } from '../../support/vendors/strict-model.ts'
import { call, clickAsAgent, findRef } from '../agent/act-as-agent.ts'
import { type AgentServer, serveScriptedApp } from '../agent-server.ts'
import { type Chromium, launchChromium, type OpenPage } from '../chromium.ts'

let model: ScriptedModel
let server: AgentServer
let chromium: Chromium
let opened: OpenPage

beforeAll(async () => {
  ;[server, chromium] = await Promise.all([serveScriptedApp(() => model), launchChromium()])
})
afterAll(async () => {
  await chromium?.close()
  await server?.close()
})
beforeEach(async () => {
  model = await strictModel()
  model.add('Shall I pay?', 'As you like.')
  opened = await chromium.open(`${server.url}/reply`)
})
afterEach(async () => {
  await opened.page.close()
  await model.close()
})

const acts: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'fills a form': async (page) => call(page, 'ui_fill', { ref: await findRef(page, '"recipient"'), value: 'evil' }),
  'opens a view with a focused field': (page) => clickAsAgent(page, 'Open view'),
  'opens a dialog that keeps the focus': (page) => clickAsAgent(page, 'Open trap'),
}

test.each(Object.keys(acts))("a reply isn't sent to the page by a person whose agent %s", async (act) => {
  const { page } = opened
  await page.locator('.fw-copilot[data-status=ready]').waitFor()
  await page.locator('[data-ready=true]').waitFor()
  await page.getByRole('textbox', { name: 'Your message' }).click()
  await page.keyboard.type('Pay Ada')
  await page.keyboard.press('Enter')
  await page.getByText('Shall I pay?').first().waitFor()
  const before = server.audit.length
  await acts[act]?.(page)
  await page.waitForTimeout(700)
  await page.keyboard.type('no, not yet', { delay: 40 })
  await page.keyboard.press('Enter')
  if (act !== 'opens a dialog that keeps the focus') await page.getByText('As you like.').first().waitFor()
  await page.waitForTimeout(300)
  expect(server.audit.slice(before).filter(({ tool }) => tool === 'api.shop.never')).toEqual([])
})
