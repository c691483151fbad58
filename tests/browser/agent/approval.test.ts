/** Pending calls of an agent in a page, and the panel in which a person approves or rejects them. */
import axe from 'axe-core'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { agentPages, hearProposals, openShadows } from '../agent-pages.ts'
import { call } from './act-as-agent.ts'

const pages = agentPages(undefined, { windowed: true })

/** `isClosed`: as it is. Else the shadow root is an open one, so that the test can look inside. */
const open = ({ isClosed = false, path = '/desks' } = {}): Promise<Page> =>
  pages.open(path, (page) => (isClosed ? hearProposals(page) : openShadows(page).then(() => hearProposals(page))))
const number = (page: Page) => page.locator('.desk b').first().textContent()
const heard = (page: Page) =>
  page.evaluate(() => (window as unknown as { heard: { state: string; tool: string; result?: unknown }[] }).heard)
const states = async (page: Page) => (await heard(page)).map(({ state }) => state)
const approve = (page: Page) => page.getByRole('button', { name: /^Approve/ })
const reject = (page: Page) => page.getByRole('button', { name: /^Reject/ })

describe("an agent's call of an intent with guard confirm", () => {
  test('is pending in its tab; a person approves it, and it runs once', async () => {
    const page = await open()
    const answer = await call(page, 'Desk.buy', { cents: 5 })
    expect(answer).toEqual({
      ok: true,
      result: {
        status: 'proposal',
        id: expect.stringMatching(/^[\w-]{32}$/),
        tool: 'Desk.buy',
        input: { cents: 5 },
        message: 'Approve Desk.buy {"cents":5}?',
        expiresAt: expect.any(Number),
      },
    })
    expect(await number(page)).toBe('0')
    const dialog = page.getByRole('dialog', { name: 'Waiting for your approval' })
    expect(await dialog.getByText('Changes in this page').count()).toBe(0)
    expect(pages.server.ran).toEqual([])
    await approve(page).click()
    const decided = page.getByRole('dialog', { name: 'Decided' })
    await decided.getByText('Approved. It has run, once.').waitFor()
    expect(await decided.textContent()).toContain('bought5')
    expect(pages.server.ran).toEqual(['order for 5'])
    expect(await number(page)).toBe('-1')
    expect(await page.locator('.desk i').first().textContent()).toBe('1')
    expect(await heard(page)).toMatchObject([
      { state: 'pending', tool: 'Desk.buy', origin: 'agent', inputHash: expect.stringMatching(/^[\w-]{43}$/) },
      { state: 'executed' },
      { state: 'executed', result: { ok: true, result: { bought: 5 } } },
    ])
    await page.getByRole('button', { name: 'Close' }).click()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(pages.opened.logs).toEqual([])
  })

  test('has a preview of its changes if it has no other effects', async () => {
    const page = await open()
    await call(page, 'Desk.bill', { cents: 5 })
    const dialog = page.getByRole('dialog', { name: 'Waiting for your approval' })
    const rows = dialog.getByRole('row')
    expect(
      await rows.evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent))),
    ).toEqual([
      ['What', 'Now', 'Then'],
      ['count', '0', '5'],
      ['cart.lines[0]', 'nothing', '{"sku":"fee","qty":1}'],
    ])
    expect(await number(page)).toBe('0')
    expect(await page.locator('.desk i').first().textContent()).toBe('0')
    await approve(page).click()
    const decided = page.getByRole('dialog', { name: 'Decided' })
    await decided.getByText('Approved. It has run, once.').waitFor()
    expect(await decided.textContent()).toContain('lines1')
    expect(await number(page)).toBe('5')
  })

  test.each([
    ['executed', approve],
    ['rejected', reject],
  ] as const)(
    'is approved alone: code of the page that hears of the decision has agent origin: %s',
    async (state, button) => {
      const page = await open({ path: '/decisions' })
      await call(page, 'Decisions.ask')
      const before = pages.server.audit.length
      await button(page).click()
      await page.locator('output', { hasText: state }).waitFor()
      await expect.poll(() => pages.server.audit.slice(before).map(({ origin }) => origin)).toContain('agent')
      expect(pages.server.audit.slice(before).map(({ origin }) => origin)).not.toContain('human')
      expect(pages.server.ran).toEqual([])
    },
  )

  test.each([
    '?at=document&by=click',
    '?at=window&by=click&captures',
    '?at=document&by=pointerdown',
    '?at=window&by=pointerdown&captures',
    '?at=document&by=keydown',
    '?at=window&by=keydown&captures',
    '?at=document&by=keyup',
  ])('is decided alone: listeners of the page take no press in the panel for one of the page: %s', async (query) => {
    const page = await open({ path: `/decisions${query}` })
    await call(page, 'Decisions.ask')
    await reject(page).and(page.locator(':not([aria-disabled])')).waitFor()
    const press = async (button: Locator) => {
      if (!query.includes('key')) return button.click()
      await button.focus()
      await page.waitForTimeout(600)
      return page.keyboard.press('Enter')
    }
    await press(reject(page))
    await page.locator('output', { hasText: 'rejected' }).waitFor()
    // The key that closes the panel goes up in the page.
    if (query.includes('keyup')) await press(page.getByRole('button', { name: 'Close' }))
    await page.waitForTimeout(300)
    expect(pages.server.ran).toEqual([])
    expect(pages.server.audit.map(({ origin }) => origin)).not.toContain('human')
  })

  test('is refused before it is parked: input, and tools that no agent may call', async () => {
    const page = await open()
    expect(await call(page, 'Desk.buy', { cents: 0.5 })).toMatchObject({ ok: false, code: 'invalid_input' })
    expect(await call(page, 'Desk.shut')).toMatchObject({ ok: false, code: 'forbidden' })
    expect(await page.locator('fw-approval').count()).toBe(0)
  })

  test.each<[string, unknown, string]>([
    ['invisible characters', { to: 'a\u202e'.repeat(30_000) }, `"${'a\\u202e'.repeat(30_000)}"`],
    ['a list', { to: Array(50_000).fill(1) }, `{"to":[${Array(50_000).fill(1).join()}]}`],
  ])('is shown in full with few elements, because many would block the page: %s', async (_, input, shown) => {
    const page = await open()
    await page.route('**/_fw/api/shop.gift', (route) => {
      const parked = { status: 'proposal', id: 'x'.repeat(24), tool: 'api.shop.gift', input, message: 'Approve?' }
      return route.fulfill({
        headers: { 'x-fw-proposal': '1' },
        json: { ok: true, result: { ...parked, expiresAt: Date.now() + 60_000 } },
      })
    })
    await call(page, 'api.shop.gift', { to: 'x' })
    const value = page.locator('fw-approval .value')
    expect(await value.textContent({ timeout: 8_000 })).toContain(shown)
    expect(await value.evaluate((node) => node.querySelectorAll('*').length)).toBeLessThan(1_100)
  })

  test('is seen where it is approved: nothing of the page covers the panel', async () => {
    const page = await open()
    await call(page, 'Desk.buy', { cents: 5 })
    const heading = page.getByRole('heading', { name: 'Waiting for your approval' })
    await heading.waitFor()
    await expect.poll(() => approve(page).isEnabled()).toBe(true)
    const before = await heading.screenshot()
    await page.evaluate(() => {
      const cover = document.createElement('div')
      cover.popover = 'manual'
      cover.textContent = 'Click here to go on.'
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('[popover] { background: gold; width: 100vw; height: 100vh }')
      document.adoptedStyleSheets.push(sheet)
      document.body.append(cover)
      cover.showPopover()
    })
    // A click that was meant for the cover must not approve.
    expect(await approve(page).isEnabled()).toBe(false)
    await expect.poll(() => approve(page).isEnabled()).toBe(true)
    expect((await heading.screenshot()).equals(before)).toBe(true)
    await approve(page).click()
    await page.getByText('Approved. It has run, once.').waitFor()
    expect(pages.server.ran).toEqual(['order for 5'])
  })

  test.each(['showPopover', 'button'])('is not covered by a popover of a shadow root: %s', async (by) => {
    const page = await open()
    await page.evaluate((how) => {
      const host = document.createElement('x-toast')
      document.body.append(host)
      const root = host.attachShadow({ mode: 'closed' })
      const cover = document.createElement('div')
      cover.popover = 'manual'
      cover.textContent = 'Click here to go on.'
      const button = document.createElement('button')
      button.popoverTargetElement = cover
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('[popover] { background: gold; width: 100vw; height: 100vh }')
      root.adoptedStyleSheets.push(sheet)
      root.append(cover, button)
      Object.assign(window, { cover: () => (how === 'button' ? button.click() : cover.showPopover()) })
    }, by)
    await call(page, 'Desk.buy', { cents: 5 })
    const heading = page.getByRole('heading', { name: 'Waiting for your approval' })
    await heading.waitFor()
    await expect.poll(() => approve(page).isEnabled()).toBe(true)
    const before = await heading.screenshot()
    await page.evaluate(async () => {
      const { cover } = window as unknown as { cover(): void }
      cover()
      await new Promise((resolve) => setTimeout(resolve))
    })
    expect(await approve(page).isEnabled()).toBe(false)
    await expect.poll(() => approve(page).isEnabled()).toBe(true)
    expect((await heading.screenshot()).equals(before)).toBe(true)
  })

  test('runs with the stored input, also if the code that called it changes the proposal', async () => {
    const page = await open()
    await page.evaluate(async () => {
      const answer = (await window.fw?.call('Desk.buy', { cents: 5 })) as { result: { input: { cents: number } } }
      answer.result.input.cents = 900
    })
    await approve(page).click()
    await page.getByText('Approved. It has run, once.').waitFor()
    expect(pages.server.ran).toEqual(['order for 5'])
  })

  test('that is rejected never runs', async () => {
    const page = await open()
    await call(page, 'Desk.blind')
    expect(await page.getByRole('dialog').getByText('Changes in this page').count()).toBe(0)
    await reject(page).click()
    await page.getByText('Rejected. It did not run.').waitFor()
    expect(await states(page)).toEqual(['pending', 'rejected'])
    expect(await number(page)).toBe('0')
    expect(pages.opened.logs).toEqual([])
  })

  test('of an action of a store shows a preview of its changes', async () => {
    const page = await open()
    await call(page, 'basket.add', { sku: 'tea', qty: 1 })
    expect(await call(page, 'basket.clear', {})).toMatchObject({ ok: true, result: { status: 'proposal' } })
    expect(await page.getByRole('row').nth(1).textContent()).toBe('basket.lines[0]{"sku":"tea","qty":1}nothing')
    expect(await page.locator('.desk i').first().textContent()).toBe('1')
    await approve(page).click()
    await expect.poll(() => page.locator('.desk i').first().textContent()).toBe('0')
    expect(pages.opened.logs).toEqual([])
  })

  test('waits for ten minutes, no longer', async () => {
    const page = await open()
    await page.evaluate(() => {
      const wait = window.setTimeout as (run: () => void, ms?: number) => number
      const held = (run: () => void, ms = 0) => {
        if (ms < 60_000) return wait(run, ms)
        Object.assign(window, { late: { run, ms } })
        return 0
      }
      window.setTimeout = held as typeof window.setTimeout
    })
    await call(page, 'Desk.blind')
    const late = () => page.evaluate(() => (window as unknown as { late: { ms: number } }).late.ms)
    expect(await late()).toBeGreaterThan(590_000)
    expect(await late()).toBeLessThanOrEqual(600_000)
    expect(await states(page)).toEqual(['pending'])
    await page.evaluate(() => (window as unknown as { late: { run(): void } }).late.run())
    expect(await states(page)).toEqual(['pending', 'expired'])
    expect(await page.getByRole('dialog').textContent()).toContain('Expired. It did not run.')
    expect(await approve(page).count()).toBe(0)
  })

  test('is settled by events that a person caused, and by nothing else', async () => {
    const page = await open()
    await call(page, 'Desk.blind')
    await expect.poll(() => approve(page).isEnabled()).toBe(true)
    await approve(page).evaluate((button: HTMLButtonElement) => {
      button.click()
      for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
        button.dispatchEvent(new MouseEvent(type, { bubbles: true, composed: true }))
      button.focus()
      for (const type of ['keydown', 'keyup'])
        button.dispatchEvent(new KeyboardEvent(type, { key: 'Enter', bubbles: true }))
    })
    await page.evaluate(() => window.fw?.settled())
    expect(await states(page)).toEqual(['pending'])
    expect(await number(page)).toBe('0')
    expect(
      await page.evaluate(() => Object.keys(window.fw ?? {}).filter((key) => /approve|settle$/.test(key))),
    ).toEqual([])
  })

  test('is not decided by a key press for the page: typing continues, and a button waits', async () => {
    const page = await open()
    await page.evaluate(() => {
      const field = document.createElement('input')
      document.querySelector('main')?.append(field)
      field.focus()
    })
    await call(page, 'Desk.blind')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.keyboard.type('still mine')
    expect(await page.locator('main input').inputValue()).toBe('still mine')
    // Read when it opens: on a busy machine the button is ready before the test can check it.
    await page.evaluate(() => {
      const dialog = document.querySelector('fw-approval')?.shadowRoot?.querySelector('dialog') as HTMLDialogElement
      const read = () =>
        Object.assign(window, { waited: dialog.querySelector<HTMLButtonElement>('.approve')?.ariaDisabled })
      new MutationObserver(read).observe(dialog, { attributeFilter: ['open'] })
    })
    await page.getByRole('button', { name: '1 call pending approval' }).click()
    expect(await page.evaluate(() => Reflect.get(window, 'waited'))).toBe('true')
    await approve(page).click()
    await page.getByText('Approved. It has run, once.').waitFor()
    expect(await number(page)).toBe('100')
  })

  test('that would do something else by now is shown again before it runs', async () => {
    const page = await open()
    await call(page, 'Desk.bill', { cents: 5 })
    await call(page, 'basket.add', { sku: 'tea', qty: 1 })
    await approve(page).click()
    await page.getByText('The page has changed since. This is what would happen now.').waitFor()
    expect(await number(page)).toBe('0')
    expect(await page.getByRole('row').last().textContent()).toBe('cart.lines[1]nothing{"sku":"fee","qty":2}')
    await approve(page).click()
    await page.getByText('Approved. It has run, once.').waitFor()
    expect(await number(page)).toBe('5')
    expect(pages.opened.logs).toEqual([])
  })
})

describe('the approval panel', () => {
  test('works by the keyboard alone, in its closed root: Escape decides nothing, the button opens it again', async () => {
    const page = await open({ isClosed: true })
    const readFocus = () => page.evaluate(() => document.activeElement?.className || document.activeElement?.localName)
    const isInside = async () => (await readFocus()) === 'fw-approval'
    for (let step = 0; step < 40 && (await readFocus()) !== 'add'; step++) await page.keyboard.press('Tab')
    await call(page, 'Desk.blind')
    expect(await page.evaluate(() => document.querySelector('fw-approval')?.shadowRoot)).toBe(null)
    expect(await isInside()).toBe(true)
    await page.keyboard.press('Escape')
    expect(await readFocus()).toBe('add')
    expect(await states(page)).toEqual(['pending'])
    // The button that opens it is last in the page.
    await page.keyboard.press('Shift+Tab')
    for (let step = 0; step < 40 && !(await isInside()); step++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 600)))
    // From the heading to Approve, Reject and "Decide later", and around within the dialog.
    for (const _ of [1, 2, 3, 4, 5]) {
      await page.keyboard.press('Tab')
      expect(await isInside()).toBe(true)
    }
    await page.keyboard.press('Escape')
    expect(await states(page)).toEqual(['pending'])
    await page.keyboard.press('Enter')
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 600)))
    await page.keyboard.press('Tab')
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 600)))
    await page.keyboard.press('Enter')
    await expect.poll(() => states(page)).toEqual(['pending', 'executed', 'executed'])
    expect(await number(page)).toBe('100')
    expect(pages.opened.logs).toEqual([])
  })

  test('has nothing that axe finds, light and dark, and is not styled by the page', async () => {
    const page = await open()
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(
        'button, dialog, fw-approval * { display: none !important; color: red } fw-approval { opacity: 1 }',
      )
      document.adoptedStyleSheets = [sheet]
    })
    await call(page, 'Desk.buy', { cents: 5 })
    await call(page, 'Desk.charge')
    await expect.poll(() => approve(page).count()).toBe(2)
    await expect.poll(() => approve(page).last().isEnabled()).toBe(true)
    await page.evaluate(axe.source)
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [390, 1280]) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 900 })
        const found = await page.evaluate(async () => {
          const { axe: run } = window as unknown as { axe: typeof import('axe-core') } // just put there
          const { violations } = await run.run('fw-approval')
          return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
        })
        expect(found, `${colorScheme} ${width}`).toEqual([])
        const box = await page.getByRole('dialog').boundingBox()
        expect(box?.width).toBeGreaterThan(300)
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
      }
    for (const button of await page.getByRole('dialog').getByRole('button').all())
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  })

  test('shows characters that cannot be seen, and no text of an input as markup', async () => {
    const page = await open()
    await call(page, 'basket.clear')
    await call(page, 'api.shop.pay', { cents: 1 })
    await page.evaluate(async () => {
      const answer = await window.fw?.call('api.shop.gift', { to: '<img src=x onerror=alert(1)>\u202eevil' })
      if (!answer?.ok) throw new Error(JSON.stringify(answer))
    })
    const dialog = page.getByRole('dialog')
    await dialog.getByText('\\u202e').waitFor()
    expect(await dialog.locator('img').count()).toBe(0)
    expect(pages.opened.logs).toEqual([])
  })
})
