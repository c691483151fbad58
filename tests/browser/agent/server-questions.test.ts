/** Questions of remote servers in the dialog of the page. */
import { inputRequired, McpServer } from '@modelcontextprotocol/server'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defineAgent } from '../../../runtime/src/agent.ts'
import type { ScriptedModel } from '../../../runtime/src/testing.ts'
import { serveStatelessMcp } from '../../http/agent/remote/serve-stateless-mcp.ts'
import { strictModel } from '../../support/vendors/strict-model.ts'
import { type AgentServer, serveAgentApp } from '../agent-server.ts'
import { type Chromium, launchChromium } from '../chromium.ts'
import { personClicks, readPanel, tabTo } from '../closed-root.ts'

let model: ScriptedModel
let desk: Awaited<ReturnType<typeof serveStatelessMcp>>
let server: AgentServer
let chromium: Chromium

beforeAll(async () => {
  model = await strictModel()
  desk = await serveStatelessMcp(createDesk)
  const mcp = { url: desk.url, name: 'desk', allowPrivate: true, approve: 'never' } as const
  const agent = defineAgent({ mcp }, { env: { ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: model.url } })
  ;[server, chromium] = await Promise.all([serveAgentApp({ agent }), launchChromium()])
})
afterAll(async () => {
  await chromium?.close()
  await server?.close()
  await desk?.close()
  await model?.close()
})

function createDesk(): McpServer {
  const mcp = new McpServer({ name: 'desk', version: '1.0.0' })
  mcp.registerTool('order', { description: 'Orders tea.' }, ({ mcpReq }) => {
    const { requestState, inputResponses } = mcpReq
    const step = String(requestState() ?? 'none')
    const response = (inputResponses?.[step] ?? {}) as { action?: string; content?: Record<string, unknown> }
    if (response.action === 'decline') return { content: [{ type: 'text', text: 'No tea.' }] }
    if (step === 'size') {
      const question = inputRequired.elicitUrl({
        message: `Pay for ${response.content?.size}.`,
        url: 'https://pay.example/tea',
      })
      return inputRequired({ requestState: 'pay', inputRequests: { pay: question } })
    }
    if (step === 'pay') return { content: [{ type: 'text', text: 'Tea is on its way.' }] }
    const question = inputRequired.elicit({
      message: 'Which size?',
      requestedSchema: {
        type: 'object',
        properties: {
          size: { type: 'string', title: 'Cup <i>size</i>', minLength: 2 },
          cups: { type: 'integer', default: 1, maximum: 3 },
          milk: { type: 'string', enum: ['none', 'oat'] },
        },
        required: ['size'],
      },
    })
    return inputRequired({ requestState: 'size', inputRequests: { size: question } })
  })
  return mcp
}

/**
 * Opens the page, in which a person asks the agent for tea.
 *
 * @param afterwards Replies of the model after the decision.
 */
async function ask(...afterwards: readonly string[]): Promise<Page> {
  model.add({ calls: [{ name: 'mcp_desk.order', input: {} }] }, 'The server asks you.', ...afterwards)
  const { page } = await chromium.open(`${server.url}/help`)
  await page.locator('.fw-copilot[data-status]').waitFor()
  const field = page.getByRole('textbox', { name: 'Your message' })
  await field.fill('Tea.')
  await field.press('Enter')
  await page.locator('.fw-copilot-approval').waitFor()
  await expect.poll(() => readPanel(page), { timeout: 20_000 }).toContain('Question of the server')
  return page
}

test('a person fills in the form, reads what is wrong in it, and follows the next question', async () => {
  const page = await ask('Thank you.')
  expect(await readPanel(page)).toContain(`Question of the server ${desk.url}`)
  expect(await readPanel(page)).toContain('Cup <i>size</i>')
  await tabTo(page, /size/)
  await page.keyboard.type('x')
  await personClicks(page, 'approve')
  await expect.poll(() => readPanel(page)).toContain('must be a string of at least 2 characters')
  await page.keyboard.type('l')
  await personClicks(page, 'approve')
  await expect.poll(() => readPanel(page)).toContain('Pay for xl.')
  expect(await readPanel(page)).toContain('pay.example')
  await personClicks(page, 'approve')
  await page.getByText('Thank you.').first().waitFor({ state: 'attached' })
  expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('Tea is on its way.')
  expect(
    page
      .context()
      .pages()
      .map((one) => one.url())
      .join(),
  ).not.toContain('pay.example')
})

test('a person declines, and the server receives that', async () => {
  const page = await ask('Thank you.')
  await personClicks(page, 'reject')
  await expect.poll(() => readPanel(page)).toContain('Declined. The call has ended.')
  await page.getByText('Thank you.').first().waitFor({ state: 'attached' })
  expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('No tea.')
})

test.each([
  ['light', 1280],
  ['dark', 360],
] as const)(
  'the approvals page has a form that axe finds nothing in: %s, %i pixels wide',
  async (colorScheme, width) => {
    const asking = await ask()
    const href = await asking.evaluate(async () => {
      const { result } = (await (await fetch('/_fw/proposals')).json()) as { result: { id: string }[] }
      return `/_fw/proposals?id=${result.at(-1)?.id}`
    })
    const { page } = await chromium.open(server.url + href)
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate(axe.source)
    const found = await page.evaluate(async () => {
      const { axe: run } = window as unknown as { axe: typeof import('axe-core') } // just put there
      const { violations } = await run.run()
      return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
    })
    expect(found).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await page.getByLabel('Cup <i>size</i>').fill('xl')
    await page.getByLabel('milk').selectOption('oat')
    await page.getByRole('button', { name: /^Send to/ }).click()
    await page.getByText('Pay for xl.').waitFor()
    await page.getByRole('button', { name: 'Decline' }).click()
    await page.getByText('No tea.').waitFor()
  },
)
