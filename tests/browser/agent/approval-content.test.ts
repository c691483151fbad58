/** What a person reads in the approval dialog, before and after the decision. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { api, date, list, money, obj, schema, str } from '../../../runtime/src/index.ts'
import { agentPages, hearProposals, openShadows } from '../agent-pages.ts'
import { call } from './act-as-agent.ts'

const paid: unknown[] = []

const pay = api({
  title: ({ to }) => `Pay ${to}`,
  description: 'Pays an amount.',
  guard: 'confirm',
  effect: 'irreversible',
  input: schema({
    total: money().describe('Amount to pay.'),
    currency: str().default('EUR'),
    to: str().describe('Receiver.'),
    due: date().optional(),
    lines: list(obj({ note: str().describe('Note of the line.') })).default([]),
  }),
  output: schema({ total: money().describe('Amount that was paid.'), currency: str(), notes: list(str()) }),
  run: ({ input }) => {
    paid.push(input)
    const notes = input.lines.map(({ note }) => note)
    return { total: input.total, currency: input.currency, notes }
  },
})

const pages = agentPages({ apis: { bank: { pay } } }, { windowed: true })

async function open({ path = '/desks', size }: { path?: string; size?: { width: number; height: number } } = {}) {
  paid.length = 0
  return pages.open(path, async (page) => {
    await openShadows(page)
    await hearProposals(page)
    if (size !== undefined) await page.setViewportSize(size)
  })
}

const approve = (page: Page) => page.getByRole('button', { name: /^Approve/ })
const isArmed = (page: Page) => expect.poll(() => approve(page).first().isEnabled()).toBe(true)
const readStates = (page: Page) =>
  page.evaluate(() => (window as unknown as { heard: { state: string }[] }).heard.map(({ state }) => state))

/** The terms and values of the input. */
const readFields = (page: Page) =>
  page
    .getByRole('dialog')
    .locator('.value')
    .first()
    .locator('> dl > div')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.children].map((child) => child.textContent?.replace(/\s+/g, ' ').trim())),
    )

describe('the approval dialog', () => {
  test('shows the title, labels and formats of the types, the effect, the caller and the time for a call of the server', async () => {
    const page = await open()
    await call(page, 'api.bank.pay', { total: 1250, to: 'Ada <b>', due: '2026-12-01T09:30:00Z' })
    const dialog = page.getByRole('dialog', { name: 'Waiting for your approval' })
    const card = dialog.getByRole('article', { name: 'Pay Ada <b> api.bank.pay' })
    const due = await page.evaluate(() =>
      new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'long' }).format(
        Date.parse('2026-12-01T09:30:00Z'),
      ),
    )
    expect(await readFields(page)).toEqual([
      ['Amount to pay total', 'EUR 12.50 1250 in the smallest unit'],
      ['currency', '"EUR"'],
      ['Receiver to', '"Ada <b>"'],
      ['due', `${due} "2026-12-01T09:30:00.000Z"`],
      ['lines', 'empty list'],
    ])
    const text = (await card.textContent()) ?? ''
    for (const shown of [
      'Pays an amount.',
      "It can't be undone.",
      'An agent in this page requested it at',
      'It expires at',
    ])
      expect(text).toContain(shown)
    expect(await dialog.textContent()).toContain('1 call has not run yet.')
    expect(await dialog.locator('b').count()).toBe(0)
    expect(pages.opened.logs).toEqual([])
  })

  test('shows the same for a call of the page, and its result with labels and formats', async () => {
    const page = await open({ path: '/titles' })
    await call(page, 'Titles.send', { to: 'Ann', cents: 500, currency: 'USD' })
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('article', { name: 'Send a voucher to Ann Titles.send' }).waitFor()
    expect(await readFields(page)).toEqual([
      ['Receiver to', '"Ann"'],
      ['Value of the voucher cents', 'USD 5.00 500 in the smallest unit'],
      ['currency', '"USD"'],
    ])
    expect(await dialog.textContent()).toContain("It can't be undone.")
    await approve(page).click()
    await dialog.getByText('Approved. It has run, once.').waitFor()
    const result = dialog.getByRole('group', { name: 'Result' })
    expect((await result.textContent())?.replace(/\s+/g, ' ')).toBe(
      'Value that was sent centsUSD 5.00 500 in the smallest unitcurrency"USD"',
    )
  })

  test('writes amounts and dates in the language of the page', async () => {
    const page = await open()
    await page.evaluate(() => document.documentElement.setAttribute('lang', 'de'))
    await call(page, 'api.bank.pay', { total: 123456, to: 'Ada' })
    await page.getByRole('article', { name: /^Pay Ada/ }).waitFor()
    expect((await readFields(page))[0]).toEqual(['Amount to pay total', '1.234,56 EUR 123456 in the smallest unit'])
  })

  test('shows the stored call of the server, also if code of the page has changed the response', async () => {
    const page = await open()
    await page.route('**/_fw/api/bank.pay', async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { result: { input: object } }
      body.result.input = { total: 1, to: 'Eve' }
      await route.fulfill({ response, json: body })
    })
    await call(page, 'api.bank.pay', { total: 1250, to: 'Ada' })
    await page.getByRole('article', { name: /^Pay Ada/ }).waitFor()
    expect((await readFields(page))[2]).toEqual(['Receiver to', '"Ada"'])
  })

  test('shows the call without labels if the server does not describe it in time', async () => {
    const page = await open()
    await page.route('**/_fw/proposals?id=*', () => undefined)
    await call(page, 'api.bank.pay', { total: 1250, to: 'Ada' })
    await page.getByRole('article', { name: 'api.bank.pay' }).waitFor()
    expect(await readFields(page)).toContainEqual(['to', '"Ada"'])
    await approve(page).click()
    await page.getByText('Approved. It has run, once.').waitFor()
    expect(paid).toHaveLength(1)
  })

  const WINDOW = { width: 360, height: 640 }
  const LINES = Array.from({ length: 50 }, (_, index) => ({ note: `${index} ${'word '.repeat(20)}${'x'.repeat(80)}` }))

  /** Whether the dialog is in the window, and nothing in it sticks out. */
  async function expectInside(page: Page): Promise<void> {
    const box = await page.getByRole('dialog').boundingBox()
    expect(box).toMatchObject({ x: expect.any(Number), y: expect.any(Number) })
    const { x = -1, y = -1, width = 1_000, height = 1_000 } = box ?? {}
    expect([x >= 0, y >= 0, x + width <= WINDOW.width, y + height <= WINDOW.height]).toEqual([true, true, true, true])
    const isWide = await page.getByRole('dialog').evaluate((dialog) => dialog.scrollWidth > dialog.clientWidth)
    expect(isWide).toBe(false)
  }

  test('stays in a small window with fifty values; after the decision its outcome and the button to close are in view', async () => {
    const page = await open({ size: WINDOW })
    await call(page, 'api.bank.pay', { total: 1250, to: 'Ada', lines: LINES })
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('article', { name: /^Pay Ada/ }).waitFor()
    await expectInside(page)
    expect(await dialog.locator('.value').first().locator('ol > li').count()).toBe(50)
    await approve(page).scrollIntoViewIfNeeded()
    await isArmed(page)
    await expectInside(page)
    await approve(page).click()
    const done = dialog.getByText('Approved. It has run, once.')
    await done.waitFor()
    await expectInside(page)
    for (const part of [done, page.getByRole('button', { name: 'Close' })]) {
      const box = await part.boundingBox()
      expect(box?.y).toBeGreaterThanOrEqual(0)
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(WINDOW.height)
    }
    expect(paid).toHaveLength(1)
  })

  test('shows the outcome of a call, once, and then closes, without the sentence that nothing has run', async () => {
    const page = await open()
    await call(page, 'api.bank.pay', { total: 1250, to: 'Ada' })
    await call(page, 'api.bank.pay', { total: 99, to: 'Ben' })
    const dialog = page.getByRole('dialog')
    await dialog.getByText('2 calls have not run yet.').waitFor()
    await isArmed(page)
    await approve(page).first().click()
    await dialog.getByText('Approved. It has run, once.').waitFor()
    expect(await dialog.textContent()).toContain('1 call has not run yet.')
    await isArmed(page)
    await approve(page).click()
    await expect.poll(() => dialog.getByText('Approved. It has run, once.').count()).toBe(2)
    expect(await page.getByRole('dialog', { name: 'Decided' }).textContent()).not.toMatch(/not run yet|Waiting/)
    await page.getByRole('button', { name: 'Close' }).click()
    expect(await dialog.count()).toBe(0)
    expect(await page.getByRole('button', { name: /pending approval/ }).count()).toBe(0)
    await call(page, 'api.bank.pay', { total: 1, to: 'Cyd' })
    await dialog.getByRole('article', { name: /^Pay Cyd/ }).waitFor()
    expect(await dialog.getByText('Approved').count()).toBe(0)
    expect(await dialog.getByRole('article').count()).toBe(1)
  })

  test('shows that an approved call is running until it has ended', async () => {
    const page = await open()
    let finish: () => void = () => undefined
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    await page.route('**/_fw/approve', async (route) => {
      await finished
      await route.continue()
    })
    await call(page, 'api.bank.pay', { total: 1250, to: 'Ada' })
    await approve(page).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Approved. It is running.').waitFor()
    expect(await dialog.textContent()).not.toContain('not run yet')
    finish()
    await dialog.getByText('Approved. It has run, once.').waitFor()
    expect(await dialog.getByText('Approved. It is running.').count()).toBe(0)
  })

  test('is used with the keyboard: the outcome is announced, Tab reaches the result, the input and Close, Escape closes', async () => {
    const page = await open()
    await call(page, 'api.bank.pay', { total: 1250, to: 'Ada' })
    await isArmed(page)
    const focused = () =>
      page.evaluate(() => {
        const { activeElement: one } = document.querySelector('fw-approval')?.shadowRoot ?? document
        return [one?.getAttribute('role') ?? one?.localName, one?.getAttribute('aria-label') ?? one?.textContent]
      })
    expect(await focused()).toEqual(['h2', 'Waiting for your approval'])
    for (const expected of ['a', 'button']) {
      await page.keyboard.press('Tab')
      expect((await focused())[0]).toBe(expected)
    }
    expect(await focused()).toEqual(['button', 'Approve'])
    await page.waitForTimeout(600)
    await page.keyboard.press('Enter')
    await page.getByRole('status').filter({ hasText: 'Approved. It has run, once.' }).waitFor()
    expect((await focused())[0]).toBe('h3')
    const stops: unknown[] = []
    for (const _ of [1, 2, 3]) {
      await page.keyboard.press('Tab')
      stops.push(await focused())
    }
    expect(stops).toEqual([
      ['group', 'Result'],
      ['summary', 'Input'],
      ['button', 'Close'],
    ])
    await page.keyboard.press('Escape')
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await readStates(page)).toEqual(['pending', 'executed'])
  })

  test('shows a secret on request only', async () => {
    const page = await open({ path: '/titles' })
    await page.route('**/_fw/proposals?id=*', async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { result: { about: { input: { properties: object } } }[] }
      const [first] = body.result
      if (first) first.about.input.properties = { to: { type: 'string', format: 'password' } }
      await route.fulfill({ response, json: body })
    })
    await call(page, 'api.bank.pay', { total: 1, to: 'hunter2' })
    const secret = page.getByRole('dialog').locator('.value').getByText('"hunter2"')
    expect(await secret.isVisible()).toBe(false)
    await page.getByText('Hidden, 7 characters').click()
    expect(await secret.isVisible()).toBe(true)
  })
})
