import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Chromium, launchChromium, type OpenPage } from './chromium.ts'
import { type IslandServer, serveIslands } from './island-server.ts'

const FOLDER = fileURLToPath(new URL('island-app', import.meta.url))

let server: IslandServer
let chromium: Chromium
let opened: OpenPage | undefined

beforeAll(async () => {
  ;[server, chromium] = await Promise.all([serveIslands(FOLDER), launchChromium()])
})
afterAll(async () => {
  await chromium?.close()
  await server?.close()
})
afterEach(async () => {
  await opened?.page.close()
  opened = undefined
  Object.assign(globalThis, { fwTestGates: undefined })
})

const open = async (path: string): Promise<OpenPage> => {
  opened = await chromium.open(server.origin + path)
  return opened
}
const counter = ({ page }: OpenPage, label: string) => page.locator('button.counter', { hasText: `${label}:` })
const state = ({ page }: OpenPage, label: string) =>
  counter({ page } as OpenPage, label).evaluate((node) => node.closest('fw-island')?.hasAttribute('ok'))
/** Marks the nodes that the server sent; what is rendered anew has no mark. */
const mark = ({ page }: OpenPage) =>
  page.evaluate(() => {
    for (const node of document.querySelectorAll('button, h2')) node.setAttribute('data-from-server', '')
  })
const click = async (page: OpenPage, label: string) => {
  await counter(page, label).click()
  return counter(page, label)
}
const isLive = (page: OpenPage, label: string) => expect.poll(() => state(page, label)).toBe(true)
/** Data of these names waits on the server until it is released. */
const holdBack = (...names: string[]) => {
  const open = new Map<string, () => void>()
  const gates = new Map(names.map((name) => [name, new Promise<void>((resolve) => open.set(name, resolve))]))
  Object.assign(globalThis, { fwTestGates: gates })
  return (name: string) => open.get(name)?.()
}
/** What `Boom` logs on purpose; everything else is a finding. */
const unexpected = (logs: readonly string[]) => logs.filter((log) => !log.includes('<Boom> failed'))

describe('islands on one page, under a strict content security policy', () => {
  test('copies are independent and keep the nodes of the server', async () => {
    const page = await open('/all')
    await mark(page)
    await isLive(page, 'first')
    await isLive(page, 'second')
    await click(page, 'first')
    await click(page, 'second')
    await click(page, 'second')
    expect(await counter(page, 'first').textContent()).toBe('first: 2')
    expect(await counter(page, 'second').textContent()).toBe('second: 7')
    expect(await counter(page, 'first').getAttribute('data-from-server')).toBe('')
    expect(unexpected(page.logs)).toEqual([])
  })

  test('one click on a cold island counts once, after other clicks too, and keeps its node', async () => {
    const page = await open('/all')
    await mark(page)
    await isLive(page, 'first')
    await click(page, 'first')
    expect(await state(page, 'cold')).toBe(false)
    // No pointer comes before it: the click itself wakes the island.
    await counter(page, 'cold').evaluate((node) => (node as HTMLElement).click())
    await expect.poll(() => counter(page, 'cold').textContent()).toBe('cold: 8')
    expect(await counter(page, 'cold').getAttribute('data-from-server')).toBe('')
    await click(page, 'cold')
    expect(await counter(page, 'cold').textContent()).toBe('cold: 9')
    expect(unexpected(page.logs)).toEqual([])
  })

  test('idle, media, only and visible start when they should', async () => {
    const page = await open('/all')
    await mark(page)
    await isLive(page, 'idle')
    await isLive(page, 'wide')
    await isLive(page, 'only')
    expect(await state(page, 'narrow')).toBe(false)
    expect(await state(page, 'visible')).toBe(false)
    expect(await (await click(page, 'only')).textContent()).toBe('only: 12')
    await counter(page, 'visible').scrollIntoViewIfNeeded()
    await isLive(page, 'visible')
    expect(await (await click(page, 'visible')).textContent()).toBe('visible: 401')
    expect(await counter(page, 'visible').getAttribute('data-from-server')).toBe('')
  })

  test('islands in slots: context crosses, static components pass, a closed slot keeps the state inside', async () => {
    const page = await open('/all')
    await mark(page)
    await isLive(page, 'nested')
    await isLive(page, 'deep')
    await click(page, 'nested')
    await click(page, 'deep')
    expect(await counter(page, 'nested').textContent()).toBe('nested: 101')
    expect(await counter(page, 'deep').textContent()).toBe('deep: 201')
    expect(await counter(page, 'nested').getAttribute('data-from-server')).toBe('')
    await page.page.locator('.themed').click()
    expect(await page.page.locator('.themed').textContent()).toBe('dark 1')
    const toggle = page.page.locator('.toggle', { hasText: 'panel' })
    await toggle.click()
    expect(await counter(page, 'nested').count()).toBe(0)
    await toggle.click()
    await click(page, 'nested')
    expect(await counter(page, 'nested').textContent()).toBe('nested: 102')
    expect(await page.page.locator('footer', { hasText: 'footer' }).count()).toBe(1)
    expect(unexpected(page.logs)).toEqual([])
  })

  test('an island in the JSX of another is a plain component there, on the nodes of the server', async () => {
    const page = await open('/pair')
    await mark(page)
    await expect.poll(() => page.page.locator('fw-island[ok]').count()).toBe(1)
    expect(await (await click(page, 'inner')).textContent()).toBe('inner: 601')
    expect(await counter(page, 'inner').getAttribute('data-from-server')).toBe('')
    await page.page.locator('.hide').click()
    expect(await counter(page, 'inner').count()).toBe(0)
    expect(unexpected(page.logs)).toEqual([])
  })

  test('components that are islands elsewhere are plain ones inside an island, and keep the nodes of the server', async () => {
    const page = await open('/steps')
    await mark(page)
    expect(await page.page.locator('fw-island').count()).toBe(1)
    await page.page.locator('fw-island[ok]').waitFor()
    expect(await (await click(page, 'step 2')).textContent()).toBe('step 2: 3')
    expect(await (await click(page, 'few')).textContent()).toBe('few: 1')
    expect(await counter(page, 'step 2').getAttribute('data-from-server')).toBe('')
    expect(await counter(page, 'few').getAttribute('data-from-server')).toBe('')
    await page.page.locator('.more').click()
    expect(await (await click(page, 'step 3')).textContent()).toBe('step 3: 4')
    expect(await (await click(page, 'many')).textContent()).toBe('many: 1')
    expect(await page.page.locator('h2[data-from-server]').allTextContents()).toEqual(['page', 'steps'])
    expect(page.logs).toEqual([])
  })

  test('an island in a slot that was not shown starts when it is', async () => {
    const page = await open('/all')
    await page.page.locator('fw-island[ok] .toggle', { hasText: 'closed' }).click()
    await isLive(page, 'late')
    expect(await (await click(page, 'late')).textContent()).toBe('late: 301')
    expect(unexpected(page.logs)).toEqual([])
  })

  test('an island that throws reports it and leaves the others alone; one that threw on the server starts afresh', async () => {
    const page = await open('/one')
    await page.page.addInitScript(() => {
      addEventListener('fw:error', (event) => {
        document.documentElement.dataset.failed = (event as CustomEvent).detail.island
      })
    })
    await page.page.goto(`${server.origin}/all`)
    await isLive(page, 'second')
    await expect.poll(() => page.page.evaluate(() => document.documentElement.dataset.failed)).toBe('Boom')
    expect(await page.page.locator('.boom').textContent()).toBe('server 0')
    await page.page.locator('.recovered').click()
    expect(await page.page.locator('.recovered').textContent()).toBe('recovered 1')
    expect(server.errors).toContain('island <Recovered> on /all: server boom')
  })

  test('dates and sets arrive as what they were', async () => {
    const page = await open('/all')
    await expect.poll(() => page.page.locator('.late').textContent()).toBe('true 5 true')
  })

  test('a form in a cold island is submitted once, with its button, and typed text is not lost', async () => {
    const page = await open('/form')
    expect(await page.page.locator('fw-island[ok]').count()).toBe(0)
    await page.page.evaluate(() => {
      const input = document.querySelector('input') as HTMLInputElement
      input.value = 'tea'
      input.dispatchEvent(new InputEvent('input', { bubbles: true }))
      document.querySelector('button')?.click()
    })
    await expect.poll(() => page.page.locator('output').textContent()).toBe('tea|+tea/go')
    expect(new URL(page.page.url()).search).toBe('')
    expect(page.logs).toEqual([])
  })

  test('data that islands loaded on the server is not loaded again, and shows once each', async () => {
    const page = await open('/data')
    await expect.poll(() => page.page.locator('fw-island[ok]').count()).toBe(2)
    const buttons = page.page.locator('.data button')
    await buttons.nth(0).click()
    await buttons.nth(1).click()
    expect(await buttons.allTextContents()).toEqual(['data one 5 1', 'data two 5 1'])
    expect(await page.page.evaluate(() => document.body.dataset.fetched)).toBeUndefined()
    expect(page.logs).toEqual([])
  })

  test('while a page is still arriving islands are live, and what arrives later is shown once and works', async () => {
    const release = holdBack('one', 'two', 'slow')
    const page = await chromium.open(`${server.origin}/streamed`, { waitUntil: 'commit' })
    opened = page
    await isLive(page, 'first')
    // A click before the end of the stream: Solid would take it as the end of hydration.
    await click(page, 'first')
    expect(await counter(page, 'first').textContent()).toBe('first: 2')
    expect(await page.page.locator('.slow').count()).toBe(0)
    release('slow')
    await isLive(page, 'in stream')
    expect(await page.page.evaluate(() => document.readyState)).toBe('loading')
    expect(await page.page.locator('.slow').count()).toBe(1)
    release('two')
    release('one')
    await page.page.waitForLoadState('load')
    expect(await (await click(page, 'in stream')).textContent()).toBe('in stream: 51')
    const buttons = page.page.locator('.data button')
    await expect.poll(() => buttons.count()).toBe(2)
    await buttons.nth(0).click()
    await buttons.nth(1).click()
    expect(await page.page.locator('.data').allTextContents()).toEqual(['data one 5 1', 'data two 5 1'])
    expect(await page.page.evaluate(() => document.body.dataset.fetched)).toBeUndefined()
    expect(page.logs).toEqual([])
  })

  test('a page without islands loads nothing but itself', async () => {
    const page = await open('/static')
    expect(await page.page.locator('script').count()).toBe(0)
    expect(page.requests.filter((path) => path !== '/favicon.ico')).toEqual(['/static'])
  })
})

describe('intents', () => {
  const call = ({ page }: OpenPage, name: string, input?: unknown, instance?: string) =>
    page.evaluate(
      ([tool, value, id]) => window.fw?.call(tool as string, value, id === undefined ? {} : { instance: id as string }),
      [name, input, instance] as const,
    )

  test('run by a click and by window.fw.call, in the copy that was meant', async () => {
    const page = await open('/cart')
    await page.page.locator('fw-island[ok]').first().waitFor()
    await page.page.locator('.add').first().click()
    await expect.poll(() => page.page.locator('.cart b').first().textContent()).toBe('2')
    expect(await call(page, 'Cart.add', { qty: 3 })).toEqual({ ok: true, result: { total: 5, origin: 'agent' } })
    // The second copy is cold: the call wakes it.
    expect(await call(page, 'Cart.add', { qty: 4 }, '1')).toEqual({ ok: true, result: { total: 4, origin: 'agent' } })
    expect(await page.page.locator('.cart b').allTextContents()).toEqual(['5', '4'])
    expect(page.logs).toEqual([])
  })

  test('check input and guard before they run', async () => {
    const page = await open('/cart')
    expect(await call(page, 'Cart.add', { qty: 0 })).toMatchObject({
      ok: false,
      code: 'invalid_input',
      issues: [{ path: 'qty' }],
    })
    expect(await call(page, 'Cart.drop')).toMatchObject({ ok: false, code: 'forbidden' })
    expect(await call(page, 'Cart.pay')).toMatchObject({ ok: false, code: 'unavailable' })
    expect(await call(page, 'Cart.fail')).toEqual({ ok: false, code: 'internal', error: 'Error: no stock' })
    expect(await call(page, 'Cart.nothing')).toMatchObject({ ok: false, code: 'unknown_tool' })
    expect(await page.page.locator('.cart b').first().textContent()).toBe('0')
  })

  test('an api called by an agent intent is called as an agent, by a person as a person', async () => {
    const page = await open('/cart')
    const before = server.apiCalls.length
    expect(await call(page, 'Cart.order')).toEqual({ ok: true, result: { done: true } })
    await page.page.locator('.order').first().click()
    await expect.poll(() => server.apiCalls.length).toBe(before + 2)
    expect(server.apiCalls.slice(before).map(({ path, origin }) => [path, origin])).toEqual([
      ['/_fw/api/shop.order', 'agent'],
      ['/_fw/api/shop.order', undefined],
    ])
  })
})
