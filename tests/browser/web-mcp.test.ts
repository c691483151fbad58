/** The tools of a page for the browser's own agents, with a model context of the test's own in the page. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type AgentServer, serveAgentApp } from './agent-server.ts'
import { type Chromium, launchChromium, type OpenPage } from './chromium.ts'

let server: AgentServer
let chromium: Chromium
let opened: OpenPage

beforeAll(async () => {
  ;[server, chromium] = await Promise.all([serveAgentApp(), launchChromium()])
})
afterAll(async () => {
  await chromium?.close()
  await server?.close()
})
afterEach(() => opened?.page.close())

interface Tool {
  readonly name: string
  readonly title?: string
  readonly inputSchema: object
  execute(input: unknown): Promise<unknown>
}

/** Opens a page in a browser that has a model context `on` the document or the navigator. */
const open = async (path: string, on: 'document' | 'navigator') => {
  opened = await chromium.open('about:blank')
  const { page } = opened
  await page.addInitScript((on) => {
    const tools = new Map<string, unknown>()
    const modelContext = {
      async registerTool(tool: { name: string }, { signal }: { signal: AbortSignal }) {
        if (tools.has(tool.name)) throw new DOMException(tool.name, 'InvalidStateError')
        tools.set(tool.name, tool)
        signal.addEventListener('abort', () => tools.delete(tool.name))
      },
    }
    Object.defineProperty(on === 'document' ? Document.prototype : Navigator.prototype, 'modelContext', {
      configurable: true,
      get: () => modelContext,
    })
    Object.assign(window, { modelTools: tools })
  }, on)
  await page.goto(server.url + path)
  await page.locator('fw-island[ok]').first().waitFor()
  return page
}
const names = () =>
  opened.page.evaluate(() => [...(window as unknown as { modelTools: Map<string, unknown> }).modelTools.keys()])
const execute = (name: string, input: unknown) =>
  opened.page.evaluate(
    async ([name, input]) => {
      const tool = (window as unknown as { modelTools: Map<string, Tool> }).modelTools.get(name)
      return tool?.execute(input).catch((error) => `${error.code}: ${error.message}`)
    },
    [name, input] as const,
  )

test.each(['document', 'navigator'] as const)(
  'mounted intents are offered on the %s, and taken back with their component',
  async (on) => {
    const page = await open('/room', on)
    await expect.poll(names).toEqual(['Lamp__flip'])
    expect(await execute('Lamp__flip', {})).toEqual({ on: true })
    expect(await page.locator('.lamp').textContent()).toBe('light')
    await page.locator('.door').click()
    await expect.poll(names).toEqual([])
    await page.locator('.door').click()
    await expect.poll(names).toEqual(['Lamp__flip'])
    expect(opened.logs).toEqual([])
  },
)

test('a tool is offered once with its schema, however many components have it; guards and inputs hold', async () => {
  const page = await open('/desks', 'document')
  await page.locator('.add').nth(1).hover()
  await expect.poll(() => page.locator('fw-island[ok]').count()).toBe(2)
  await expect.poll(names).toContain('basket__clear')
  const all = await names()
  expect(all).toEqual([...new Set(all)])
  expect(all).toContain('Desk__add')
  expect(all.filter((name) => /shut|basket__note|__never$/.test(name))).toEqual(['Desk__never'])
  const tool = await page.evaluate(() => {
    const found = (window as unknown as { modelTools: Map<string, Tool> }).modelTools.get('Desk__add')
    return { title: found?.title, inputSchema: found?.inputSchema }
  })
  expect(tool).toEqual({
    title: 'Add',
    inputSchema: {
      type: 'object',
      properties: { by: { type: 'integer', minimum: 1 } },
      required: ['by'],
      additionalProperties: false,
    },
  })
  expect(await execute('Desk__add', { by: 0 })).toContain('invalid_input')
  expect(await execute('Desk__buy', { cents: 1 })).toMatchObject({ status: 'proposal', tool: 'Desk.buy' })
  expect(await page.locator('.desk b').first().textContent()).toBe('0')
  expect(opened.logs).toEqual([])
})

test('a browser without a model context loads nothing of it', async () => {
  opened = await chromium.open(`${server.url}/room`)
  await opened.page.locator('fw-island[ok]').first().waitFor()
  await opened.page.waitForLoadState('networkidle')
  expect(opened.requests.filter((path) => /web-mcp|page-agent/.test(path))).toEqual([])
})
