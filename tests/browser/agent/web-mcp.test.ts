/** The tools of a page for the browser's own agents, with a model context of the test's own in the page. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentPages } from '../agent-pages.ts'
import { type Chromium, launchChromium } from '../chromium.ts'

interface Tool {
  readonly name: string
  readonly title?: string
  readonly inputSchema: object
  readonly annotations?: object
  execute(input: unknown): Promise<unknown>
}

const pages = agentPages()

/** Opens a page in a browser that has a model context `on` the document or the navigator. */
const open = (path: string, on: 'document' | 'navigator') =>
  pages.open(path, (page) => page.addInitScript(giveContext, on))

function giveContext(on: 'document' | 'navigator') {
  const tools = new Map<string, unknown>()
  const modelContext = {
    // As strict as the specification: the steps of registerTool, in their order.
    async registerTool(
      tool: { name: string; description: string; inputSchema?: object; execute: unknown },
      { signal }: { signal: AbortSignal },
    ) {
      const { name, description, inputSchema, execute } = tool
      if (typeof execute !== 'function') throw new TypeError('execute is no function')
      if (tools.has(name) || name === '' || description === '') throw new DOMException(name, 'InvalidStateError')
      if (!/^[A-Za-z0-9_.-]{1,128}$/.test(name)) throw new DOMException(name, 'InvalidStateError')
      if (JSON.stringify(inputSchema ?? {}) === undefined) throw new TypeError('inputSchema is no JSON')
      if (signal.aborted) return
      tools.set(name, tool)
      signal.addEventListener('abort', () => tools.delete(tool.name))
    },
  }
  Object.defineProperty(on === 'document' ? Document.prototype : Navigator.prototype, 'modelContext', {
    configurable: true,
    get: () => modelContext,
  })
  Object.assign(window, { modelTools: tools })
}
const allNames = () =>
  pages.opened.page.evaluate(() => [...(window as unknown as { modelTools: Map<string, unknown> }).modelTools.keys()])
const OF_SERVER = ['order', 'pay', 'gift']
  .map((name) => `shop__${name}`)
  .concat(['list', 'reset', 'addFirst', 'pay'].map((name) => `orders__${name}`))
const isOfServer = (name: string) => /^(?:shop|orders)__/.test(name)
/** Names of the tools that belong to the page. */
const names = async () => (await allNames()).filter((name) => !isOfServer(name))
const execute = (name: string, input: unknown) =>
  pages.opened.page.evaluate(
    async ([name, input]) => {
      const tool = (window as unknown as { modelTools: Map<string, Tool> }).modelTools.get(name)
      return tool?.execute(input)
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
    expect(pages.opened.logs).toEqual([])
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
  expect(await execute('Desk__add', { by: 0 })).toMatchObject({ code: 'invalid_input', issues: [{ path: 'by' }] })
  expect(await execute('Desk__buy', { cents: 1 })).toMatchObject({ status: 'proposal', tool: 'Desk.buy' })
  expect(await page.locator('.desk b').first().textContent()).toBe('0')
  expect(pages.opened.logs).toEqual([])
})

test('the functions of the server that the user may call are offered, too', async () => {
  const page = await open('/room', 'document')
  await expect.poll(async () => (await allNames()).filter(isOfServer)).toEqual(OF_SERVER)
  const tool = await page.evaluate(() => {
    const found = (window as unknown as { modelTools: Map<string, Tool> }).modelTools.get('shop__pay')
    return { title: found?.title, inputSchema: found?.inputSchema, annotations: found?.annotations }
  })
  expect(tool).toMatchObject({
    title: 'Pay',
    inputSchema: { type: 'object', required: ['cents'] },
    annotations: { readOnlyHint: false, untrustedContentHint: false },
  })
  // Its component leaves the page; the server's functions remain.
  await page.locator('.door').click()
  await expect.poll(allNames).toEqual(OF_SERVER)
  const before = pages.server.audit.length
  expect(await execute('shop__order', { item: 'tea' })).toEqual({ ordered: 'tea' })
  expect(await execute('shop__order', {})).toMatchObject({ code: 'invalid_input', issues: [{ path: 'item' }] })
  expect(await execute('shop__pay', { cents: 5 })).toMatchObject({ status: 'proposal', tool: 'api.shop.pay' })
  expect(pages.server.audit.slice(before).map(({ tool, origin }) => [tool, origin])).toEqual([
    ['api.shop.order', 'agent'],
    ['api.shop.order', 'agent'],
    ['api.shop.pay', 'agent'],
  ])
  expect(pages.server.ran.splice(0)).toEqual(['order tea'])
})

test('a browser without a model context loads nothing of it', async () => {
  const page = await pages.open('/room')
  await page.waitForLoadState('networkidle')
  expect(pages.opened.requests.filter((path) => /web-mcp|page-agent/.test(path))).toEqual([])
})

/** The API of pages in Chromium with its flag. */
interface NativeContext {
  getTools(): Promise<{ name: string; description: string; inputSchema: object }[]>
  executeTool(tool: object, input: object): Promise<string>
}

test("Chromium's own model context, on the document with the feature WebMCP: lists, calls, refuses and takes back", async () => {
  const flagged = await launchChromium({ args: ['--enable-features=WebMCP'] })
  try {
    const { page, logs } = await flagged.open(`${pages.server.url}/desks`)
    expect(await page.evaluate(() => 'modelContext' in document)).toBe(true)
    await page.locator('.add').nth(1).hover()
    await expect.poll(() => page.locator('fw-island[ok]').count()).toBe(2)
    const listed = () =>
      page.evaluate(async () => {
        const { modelContext } = document as unknown as { modelContext: NativeContext }
        return (await modelContext.getTools()).map(({ name, inputSchema }) => ({ name, inputSchema }))
      })
    const ofPage = async () => (await listed()).map(({ name }) => name).filter((name) => !isOfServer(name))
    await expect.poll(async () => (await listed()).map(({ name }) => name)).toContain('Desk__add')
    expect((await listed()).find(({ name }) => name === 'Desk__add')?.inputSchema).toMatchObject({ required: ['by'] })
    const call = (name: string, input: object) =>
      page.evaluate(
        async ([name, input]) => {
          const { modelContext } = document as unknown as { modelContext: NativeContext }
          const tool = (await modelContext.getTools()).find((one) => one.name === name)
          return JSON.parse(await modelContext.executeTool(tool ?? {}, input)) as unknown
        },
        [name, input] as const,
      )
    expect(await call('Desk__add', { by: 0 })).toMatchObject({ code: 'invalid_input', issues: [{ path: 'by' }] })
    expect(await call('Desk__buy', { cents: 1 })).toMatchObject({ status: 'proposal', tool: 'Desk.buy' })
    await page.goto(`${pages.server.url}/room`)
    await expect.poll(ofPage).toEqual(['Lamp__flip'])
    await expect.poll(async () => (await listed()).map(({ name }) => name)).toContain('shop__order')
    expect(await call('shop__order', { item: 'tea' })).toEqual({ ordered: 'tea' })
    expect(pages.server.ran.splice(0)).toEqual(['order tea'])
    expect(await call('Lamp__flip', {})).toEqual({ on: true })
    await page.locator('.door').click()
    await expect.poll(ofPage).toEqual([])
    expect(logs).toEqual([])
  } finally {
    await flagged.close()
  }
})

describe('a form that is declared as a tool, with a handler of its own', () => {
  let flagged: Chromium
  beforeAll(async () => {
    flagged = await launchChromium({ args: ['--enable-features=WebMCP'] })
  })
  afterAll(() => flagged.close())

  const open = async () => {
    const { page } = await flagged.open(`${pages.server.url}/declared`)
    await expect.poll(() => page.locator('fw-island[ok]').count()).toBe(2)
    await page.waitForLoadState('networkidle')
    return page
  }
  /** The browser's agent fills in the form and sends it. The handler determines the agent's result. */
  const send = (page: Page, name: string, input: object = { word: 'tea' }) =>
    page.evaluate(
      async ([name, input]) => {
        const { modelContext } = document as unknown as { modelContext: NativeContext }
        const tool = (await modelContext.getTools()).find((one) => one.name === name)
        void modelContext.executeTool(tool ?? {}, input).catch(() => undefined)
      },
      [name, input] as const,
    )
  const lastCall = () => pages.server.audit.at(-1)

  test.each([
    ['paying', 'api.shop.pay'],
    ['refused', 'api.shop.never'],
    ['cold', 'api.shop.never'],
  ])('is called with agent origin: %s', async (name, tool) => {
    const page = await open()
    const before = pages.server.audit.length
    await send(page, name)
    await expect.poll(() => pages.server.audit.length).toBe(before + 1)
    expect(lastCall()).toMatchObject({ tool, origin: 'agent' })
    expect(pages.server.ran).toEqual([])
    await page.close()
  })

  test('is called as the person who sends it afterwards', async () => {
    const page = await open()
    await send(page, 'refused')
    await expect.poll(() => lastCall()).toMatchObject({ tool: 'api.shop.never', origin: 'agent' })
    await page.getByLabel('refused').click()
    await page.keyboard.press('Enter')
    await expect.poll(() => lastCall()).toMatchObject({ tool: 'api.shop.never', origin: 'human' })
    await page.close()
  })

  test.each([
    ['pay_now', 'api.shop.pay'],
    ['never_now', 'api.shop.never'],
  ])('is called with agent origin also if the app offers it itself: %s', async (name, tool) => {
    const { page } = await flagged.open(`${pages.server.url}/own-tools`)
    await page.locator('fw-island[ok]').waitFor()
    const before = pages.server.audit.length
    await send(page, name, {})
    await expect.poll(() => pages.server.audit.length).toBe(before + 1)
    expect(lastCall()).toMatchObject({ tool, origin: 'agent' })
    expect(pages.server.ran).toEqual([])
    await page.close()
  })

  const openFields = async () => {
    const { page } = await flagged.open(`${pages.server.url}/fields`)
    await page.locator('fw-island[ok]').waitFor({ state: 'attached' })
    await page.waitForLoadState('networkidle')
    return page
  }
  const FIELDS = {
    word: 'tea',
    later: 'tea',
    number: 3,
    agree: true,
    size: 'l',
  }

  test.each(Object.entries(FIELDS))('has fields that the agent fills in with agent origin: %s', async (name, value) => {
    const page = await openFields()
    const before = pages.server.audit.length
    await send(page, 'fields', { [name]: value })
    await expect.poll(() => lastCall()).toMatchObject({ tool: 'api.shop.never', origin: 'agent' })
    expect(pages.server.audit.slice(before).map(({ origin }) => origin)).not.toContain('human')
    expect(pages.server.ran).toEqual([])
    await page.close()
  })

  test('has fields that the agent fills in with agent origin: in a frame, whose events the page handles', async () => {
    const page = await openFields()
    const before = pages.server.audit.length
    await page.evaluate(async () => {
      const frame = document.createElement('iframe')
      frame.srcdoc =
        '<form toolname="framed" tooldescription="Fills in a field."><input name="note"><button>Send</button></form>'
      const loads = new Promise((resolve) => frame.addEventListener('load', resolve))
      document.body.append(frame)
      await loads
      const word = document.querySelector('[aria-label=word]')
      const hear = () => word?.dispatchEvent(new Event('input', { bubbles: true }))
      frame.contentDocument?.addEventListener('input', hear)
    })
    // The browser lists the tools of frames, too.
    await send(page, 'framed', { note: 'tea' })
    await expect.poll(() => pages.server.audit.slice(before).map(({ origin }) => origin)).toEqual(['agent'])
    await page.close()
  })

  const PERSONS: Readonly<Record<keyof typeof FIELDS, (field: Locator) => Promise<unknown>>> = {
    word: (field) => field.press('t'),
    async later(field) {
      await field.click()
      await field.press('t')
    },
    number: async (field) => {
      await field.click()
      await field.press('ArrowUp')
      await field.press('Tab')
    },
    agree: (field) => field.click(),
    size: async (field) => {
      await field.click()
      await field.press('Escape')
      await field.press('ArrowDown')
    },
  }
  test.each(['before', 'after'])(
    'has fields that a person fills in with human origin: %s an act of an agent',
    async (when) => {
      const page = await openFields()
      if (when === 'after') await page.evaluate(() => window.fw?.call('basket.later', { api: '' }))
      for (const [name, fill] of Object.entries(PERSONS)) {
        const before = pages.server.audit.length
        await fill(page.getByLabel(name))
        await expect
          .poll(() => pages.server.audit.slice(before).map(({ origin }) => origin), { message: name })
          .toEqual(['human'])
      }
      await page.close()
    },
  )
})
