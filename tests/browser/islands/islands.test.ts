import { describe, expect, test } from 'vitest'
import type { OpenPage } from '../chromium.ts'
import { counter, islandPages, isStarted, markNodes, press, untilLive } from '../island-pages.ts'
import { makeNeverIdle, replaceIdleWithElement } from '../never-idle.ts'

const pages = islandPages()
const open = (path: string): Promise<OpenPage> => pages.open(path)
/** What `Boom` logs on purpose; everything else is a finding. */
const unexpected = (logs: readonly string[]) => logs.filter((log) => !log.includes('<Boom> failed'))

describe('islands on one page, under a strict content security policy', () => {
  test('copies are independent and keep the nodes of the server', async () => {
    const page = await open('/all')
    await markNodes(page)
    await untilLive(page, 'first')
    await untilLive(page, 'second')
    await press(page, 'first')
    await press(page, 'second')
    await press(page, 'second')
    expect(await counter(page, 'first').textContent()).toBe('first: 2')
    expect(await counter(page, 'second').textContent()).toBe('second: 7')
    expect(await counter(page, 'first').getAttribute('data-from-server')).toBe('')
    expect(unexpected(page.logs)).toEqual([])
  })

  test('idle, media, only and visible start when they should', async () => {
    const page = await open('/all')
    await markNodes(page)
    await untilLive(page, 'idle')
    await untilLive(page, 'wide')
    await untilLive(page, 'only')
    expect(await isStarted(page, 'narrow')).toBe(false)
    expect(await isStarted(page, 'visible')).toBe(false)
    expect(await press(page, 'only')).toBe('only: 12')
    await counter(page, 'visible').scrollIntoViewIfNeeded()
    await untilLive(page, 'visible')
    expect(await press(page, 'visible')).toBe('visible: 401')
    expect(await counter(page, 'visible').getAttribute('data-from-server')).toBe('')
    await page.page.setViewportSize({ width: 10, height: 600 })
    await untilLive(page, 'narrow')
    expect(await counter(page, 'narrow').getAttribute('data-from-server')).toBe('')
  })

  test('idle starts after two seconds in a page in which the browser is never idle', async () => {
    const page = await open('/all')
    await makeNeverIdle(page.page)
    await page.page.reload()
    await untilLive(page, 'first')
    expect(await isStarted(page, 'idle')).toBe(false)
    await untilLive(page, 'idle')
    expect(await press(page, 'idle')).toBe('idle: 9')
  })

  test.each(['img', 'object'] as const)(
    'idle starts in a page where requestIdleCallback is the <%s> of a user',
    async (tag) => {
      const page = await open('/all')
      await replaceIdleWithElement(page.page, tag)
      await page.page.reload()
      expect(await page.page.evaluate('idleCallback')).toContain('Element]')
      await untilLive(page, 'idle')
      expect(await press(page, 'idle')).toBe('idle: 9')
    },
  )

  test('lazy components take over the nodes of the server, also if another island starts before their code arrives', async () => {
    const opened = await open('/one')
    const { page, logs } = opened
    let arrive = () => {}
    const arrival = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await page.route('**/late-counter*', async (route) => {
      await arrival
      await route.continue()
    })
    await page.goto(`${pages.server.origin}/late`)
    await markNodes(opened)
    await untilLive(opened, 'before')
    await page.locator('fw-island[ok] .late').waitFor()
    await counter(opened, 'after').hover()
    await untilLive(opened, 'after')
    arrive()
    for (const label of ['late one', 'late two']) {
      await expect.poll(() => press(opened, label)).toMatch(/: [1-9]/)
      expect(await counter(opened, label).count()).toBe(1)
      expect(await counter(opened, label).getAttribute('data-from-server')).toBe('')
    }
    expect(await press(opened, 'after')).toBe('after: 1')
    expect(unexpected(logs)).toEqual([])
  })

  test('islands in slots: context crosses, static components pass, a closed slot keeps the state inside', async () => {
    const page = await open('/all')
    await markNodes(page)
    await untilLive(page, 'nested')
    await untilLive(page, 'deep')
    await press(page, 'nested')
    await press(page, 'deep')
    expect(await counter(page, 'nested').textContent()).toBe('nested: 101')
    expect(await counter(page, 'deep').textContent()).toBe('deep: 201')
    expect(await counter(page, 'nested').getAttribute('data-from-server')).toBe('')
    await page.page.locator('.themed').click()
    expect(await page.page.locator('.themed').textContent()).toBe('dark 1')
    const toggle = page.page.locator('.toggle', { hasText: 'panel' })
    await toggle.click()
    expect(await counter(page, 'nested').count()).toBe(0)
    await toggle.click()
    await press(page, 'nested')
    expect(await counter(page, 'nested').textContent()).toBe('nested: 102')
    expect(await page.page.locator('footer', { hasText: 'footer' }).count()).toBe(1)
    expect(unexpected(page.logs)).toEqual([])
  })

  test('an island in the JSX of another is a plain component there, on the nodes of the server', async () => {
    const page = await open('/pair')
    await markNodes(page)
    await expect.poll(() => page.page.locator('fw-island[ok]').count()).toBe(1)
    expect(await press(page, 'inner')).toBe('inner: 601')
    expect(await counter(page, 'inner').getAttribute('data-from-server')).toBe('')
    await page.page.locator('.hide').click()
    expect(await counter(page, 'inner').count()).toBe(0)
    expect(unexpected(page.logs)).toEqual([])
  })

  test('components that are islands elsewhere are plain ones inside an island, and keep the nodes of the server', async () => {
    const page = await open('/steps')
    await markNodes(page)
    expect(await page.page.locator('fw-island').count()).toBe(1)
    await page.page.locator('fw-island[ok]').waitFor()
    expect(await press(page, 'step 2')).toBe('step 2: 3')
    expect(await press(page, 'few')).toBe('few: 1')
    expect(await counter(page, 'step 2').getAttribute('data-from-server')).toBe('')
    expect(await counter(page, 'few').getAttribute('data-from-server')).toBe('')
    await page.page.locator('.more').click()
    expect(await press(page, 'step 3')).toBe('step 3: 4')
    expect(await press(page, 'many')).toBe('many: 1')
    expect(await page.page.locator('h2[data-from-server]').allTextContents()).toEqual(['page', 'steps'])
    expect(page.logs).toEqual([])
  })

  test('an island in a slot that was not shown starts when it is', async () => {
    const page = await open('/all')
    await page.page.locator('fw-island[ok] .toggle', { hasText: 'closed' }).click()
    await untilLive(page, 'late')
    expect(await press(page, 'late')).toBe('late: 301')
    expect(unexpected(page.logs)).toEqual([])
  })

  test('an island that throws is reported and does not affect others; one that threw on the server is rendered by the browser', async () => {
    const page = await open('/one')
    await page.page.addInitScript(() => {
      addEventListener('fw:error', (event) => {
        document.documentElement.dataset.failed = (event as CustomEvent).detail.island
      })
    })
    await page.page.goto(`${pages.server.origin}/all`)
    await untilLive(page, 'second')
    await expect.poll(() => page.page.evaluate(() => document.documentElement.dataset.failed)).toBe('Boom')
    expect(await page.page.locator('.boom').textContent()).toBe('server 0')
    await page.page.locator('.recovered').click()
    expect(await page.page.locator('.recovered').textContent()).toBe('recovered 1')
    expect(pages.server.errors).toContain('island <Recovered> on /all: server boom')
  })

  test('dates and sets arrive with their types', async () => {
    const page = await open('/all')
    await expect.poll(() => page.page.locator('.late').textContent()).toBe('true 5 true')
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
    expect(await call(page, 'Cart.pay')).toMatchObject({
      ok: true,
      result: { status: 'proposal', tool: 'Cart.pay' },
    })
    expect(await call(page, 'Cart.fail')).toEqual({ ok: false, code: 'internal', error: 'Error: no stock' })
    expect(await call(page, 'Cart.nothing')).toMatchObject({ ok: false, code: 'unknown_tool' })
    expect(await page.page.locator('.cart b').first().textContent()).toBe('0')
  })

  test('an api called by an agent intent is called as an agent, by a person as a person', async () => {
    const page = await open('/cart')
    const before = pages.server.apiCalls.length
    expect(await call(page, 'Cart.order')).toEqual({ ok: true, result: { done: true } })
    await page.page.locator('.order').first().click()
    await expect.poll(() => pages.server.apiCalls.length).toBe(before + 2)
    expect(pages.server.apiCalls.slice(before).map(({ path, origin }) => [path, origin])).toEqual([
      ['/_fw/api/shop.order', 'agent'],
      ['/_fw/api/shop.order', undefined],
    ])
  })
})
