/** The API for agents in a page: `window.fw`, in Chromium, with a strict Content-Security-Policy. */
import { describe, expect, test } from 'vitest'
import type { ManifestTool } from '../../../runtime/src/contract/api.ts'
import { agentPages } from '../agent-pages.ts'

const pages = agentPages()
const { open } = pages
const call = (name: string, input?: unknown, options?: { instance?: string }) =>
  pages.opened.page.evaluate(([tool, value, more]) => window.fw?.call(tool, value, more), [
    name,
    input,
    options,
  ] as const)
const numbers = () => pages.opened.page.locator('.desk b').allTextContents()

describe('window.fw', () => {
  test('is small until it is used, and has its shape at once', async () => {
    const page = await open()
    expect(pages.opened.requests.some((path) => path.includes('page-agent'))).toBe(false)
    expect(await page.evaluate(() => Object.keys(window.fw ?? {}))).toEqual([
      'stores',
      'call',
      'tools',
      'settled',
      'on',
      'navigate',
    ])
    await page.evaluate(() => window.fw?.settled())
    expect(pages.opened.requests.some((path) => path.includes('page-agent'))).toBe(true)
    expect(pages.opened.logs).toEqual([])
  })

  test('tools() lists mounted and cold intents, actions of stores and apis, and no forbidden ones', async () => {
    const page = await open()
    const tools = (await page.evaluate(() => window.fw?.tools())) as readonly ManifestTool[]
    const byName = new Map(tools.map((tool) => [tool.name, tool]))
    expect(byName.get('Desk.add')).toMatchObject({
      title: 'Add',
      guard: 'auto',
      where: 'page',
      instances: ['0', '1'],
      input: { type: 'object', properties: { by: { type: 'integer', minimum: 1 } } },
    })
    expect(byName.get('Desk.buy')).toMatchObject({ guard: 'confirm', ready: false })
    expect(byName.get('basket.add')).toMatchObject({ where: 'page', guard: 'auto' })
    expect(byName.get('api.shop.pay')).toMatchObject({ where: 'server', guard: 'confirm', title: 'Pay' })
    for (const hidden of ['Desk.shut', 'basket.note', 'api.shop.never']) expect(byName.has(hidden)).toBe(false)
    expect(pages.opened.logs).toEqual([])
  })

  test('on("tools") notifies of changes of readiness and of new islands', async () => {
    const page = await open()
    await page.evaluate(async () => {
      const heard: unknown[] = []
      Object.assign(window, { heard })
      const end = await window.fw?.on('tools', () => heard.push('tools'))
      Object.assign(window, { end })
    })
    const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard.length)
    const ready = async () => {
      const tools = await page.evaluate(() => window.fw?.tools())
      return tools?.find(({ name }) => name === 'Desk.buy')?.ready
    }
    expect(await ready()).toBe(false)
    await page.locator('.add').first().click()
    await expect.poll(heard).toBe(1)
    expect(await ready()).toBe(true)
    await page.locator('.add').first().click()
    expect(await heard()).toBe(1)
    await page.locator('.add').nth(1).hover()
    await expect.poll(heard).toBe(2)
    await page.evaluate(() => (window as unknown as { end(): void }).end())
    expect(pages.opened.logs).toEqual([])
  })

  test('settled() waits for intents, for calls of apis and for islands that start; a scope looks at one island', async () => {
    const page = await open()
    const state = await page.evaluate(async () => {
      const fw = window.fw as NonNullable<typeof window.fw>
      const seen: string[] = []
      const slow = fw.call('Desk.slow').then(() => seen.push('slow'))
      // The island is live, and its intent runs.
      await new Promise((resolve) => setTimeout(resolve, 50))
      await fw.settled('1')
      seen.push('scope')
      const all = fw.settled().then(() => seen.push('settled'))
      await new Promise((resolve) => setTimeout(resolve, 50))
      seen.push('still')
      dispatchEvent(new Event('test:go'))
      await Promise.all([slow, all])
      return seen
    })
    expect(state).toEqual(['scope', 'still', 'slow', 'settled'])
    await page.locator('.pay').first().click()
    await page.evaluate(() => window.fw?.settled())
    expect(await page.locator('.desk output').first().textContent()).toContain('100')
    expect(pages.opened.logs).toEqual([])
  })

  test('actions of stores are called like intents: input and guard are checked, exposed state is read', async () => {
    const page = await open()
    expect(await page.evaluate(() => window.fw?.stores)).toEqual({ basket: { lines: [] } })
    expect(await call('basket.add', { sku: 'tea', qty: 2 })).toEqual({ ok: true, result: 1 })
    expect(await page.locator('.desk i').first().textContent()).toBe('1')
    expect(await page.evaluate(() => window.fw?.stores)).toEqual({ basket: { lines: [{ sku: 'tea', qty: 2 }] } })
    expect(await call('basket.add', { sku: 'tea', qty: 0 })).toMatchObject({ ok: false, code: 'invalid_input' })
    expect(await call('basket.note')).toMatchObject({ ok: false, code: 'forbidden' })
    expect(await call('basket.nothing')).toMatchObject({ ok: false, code: 'unknown_tool' })
    expect(pages.opened.logs).toEqual([])
  })

  test('apis are called over HTTP as an agent', async () => {
    await open()
    const before = pages.server.audit.length
    expect(await call('api.shop.order', { item: 'cup' })).toEqual({ ok: true, result: { ordered: 'cup' } })
    expect(pages.server.audit.slice(before)).toMatchObject([{ tool: 'api.shop.order', origin: 'agent', ok: true }])
    expect(await call('api.shop.pay', { cents: 1 })).toMatchObject({ ok: true, result: { status: 'proposal' } })
    expect(pages.opened.logs).toEqual([])
    // A browser logs refused requests to the console, also those of agents.
    expect(await call('api.shop.never')).toMatchObject({ ok: false, code: 'forbidden' })
    expect(await call('api.shop.order', {})).toMatchObject({
      ok: false,
      code: 'invalid_input',
      issues: [{ path: 'item' }],
    })
    expect(await call('api.shop.nothing')).toMatchObject({ ok: false, code: 'unknown_tool' })
  })

  test('a name that is a path leads to no other endpoint', async () => {
    const page = await open()
    const paths: string[] = []
    page.on('request', (request) => request.method() === 'POST' && paths.push(new URL(request.url()).pathname))
    for (const name of ['api.../../orders', 'api.shop.order/../../mcp', 'api.../approve?x'])
      expect(await call(name, {})).toMatchObject({ ok: false })
    expect(paths.filter((path) => !path.startsWith('/_fw/api/'))).toEqual([])
  })

  test("a click of a person is checked too, and its error is the intent's", async () => {
    const page = await open()
    await page.locator('.bad').first().click()
    await expect.poll(() => page.locator('.desk em').first().textContent()).toContain('does not match')
    expect(await numbers()).toEqual(['0', '10'])
    await page.locator('.add').first().click()
    await expect.poll(() => page.locator('.desk em').first().textContent()).toBe('fine')
    expect(await page.locator('.desk output').first().textContent()).toBe('{"n":1,"origin":"human"}')
    expect(pages.opened.logs).toEqual([])
  })
})
