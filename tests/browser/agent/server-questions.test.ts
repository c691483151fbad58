/** Questions of remote servers in the dialog of the page. */
import { inputRequired, McpServer } from '@modelcontextprotocol/server'
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

/** Opens the page, in which a person asks the agent for tea. */
async function ask(): Promise<Page> {
  model.add({ calls: [{ name: 'mcp_desk.order', input: {} }] }, 'The server asks you.', 'Thank you.')
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
  const page = await ask()
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
  const page = await ask()
  await personClicks(page, 'reject')
  await expect.poll(() => readPanel(page)).toContain('Declined. The call has ended.')
  await page.getByText('Thank you.').first().waitFor({ state: 'attached' })
  expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('No tea.')
})
