/** A button of the approval panel acts only where and when a person has seen it: each change of the layout disables it for a while. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { agentPages, openShadows } from '../agent-pages.ts'

const pages = agentPages()

/** Keys act once the focus and the keyboard have been at rest for a while. */
const KEY_MS = 600

const call = (page: Page, name: string, input?: unknown) =>
  page.evaluate(([tool, value]) => window.fw?.call(tool, value), [name, input] as const)
const number = (page: Page) => page.locator('.desk b').first().textContent()
const article = (page: Page, tool: string) => page.getByRole('article').filter({ hasText: tool })
const findApprove = (page: Page, tool: string) => article(page, tool).getByRole('button', { name: /^Approve/ })

/** Opens a page whose panel has three pending calls, the last one of an api, and resolves when their buttons act. */
async function openPanel(): Promise<{ page: Page; id: string }> {
  const page = await pages.open('/desks', openShadows)
  await page.setViewportSize({ width: 1280, height: 1400 })
  await call(page, 'Desk.buy', { cents: 5 })
  await call(page, 'Desk.blind')
  const answer = (await call(page, 'api.shop.pay', { cents: 7 })) as { result: { id: string } }
  await isArmed(page)
  return { page, id: answer.result.id }
}

const isArmed = (page: Page) => expect.poll(() => findApprove(page, 'Desk.blind').isEnabled()).toBe(true)

/** Resolves with the center of the button on the screen. */
async function findCenter(page: Page, tool: string): Promise<readonly [x: number, y: number]> {
  const { x, y, width, height } = (await findApprove(page, tool).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return [x + width / 2, y + height / 2]
}

const inDialog = (page: Page, change: (dialog: HTMLDialogElement) => void) =>
  page.getByRole('dialog').evaluate(change as (dialog: Element) => void)

/** Every way in which the layout of the panel changes. */
const CHANGES: Readonly<Record<string, (page: Page, id: string) => Promise<unknown>>> = {
  'another call': (page) => call(page, 'api.shop.gift', { to: 'Ann '.repeat(200) }),
  'the decision of another call': (page) =>
    article(page, 'Desk.buy')
      .getByRole('button', { name: /^Reject/ })
      .click(),
  'a decision that was made elsewhere': (page, id) =>
    page.evaluate(async (proposal) => {
      const headers = { 'content-type': 'application/json' }
      await fetch('/_fw/approve', { method: 'POST', headers, body: JSON.stringify({ id: proposal }) })
      document.dispatchEvent(new Event('visibilitychange'))
    }, id),
  'the return of the person to the page': (page) =>
    page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))),
  'another preview': async (page) => {
    await call(page, 'basket.add', { sku: 'tea', qty: 1 })
    await findApprove(page, 'Desk.buy').click()
    await page.getByText('The page has changed since.').waitFor()
  },
  'another size of the window': (page) => page.setViewportSize({ width: 900, height: 1000 }),
  'another size of the text': (page) =>
    page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('html { font-size: 20px }')
      document.adoptedStyleSheets.push(sheet)
    }),
  scrolling: async (page) => {
    await page.setViewportSize({ width: 1280, height: 500 })
    await isArmed(page)
    await inDialog(page, (dialog) => {
      dialog.scrollTop = 40
    })
  },
  'the panel put elsewhere': async (page) => {
    await page.evaluate(() => document.body.append(document.querySelector('fw-approval') as Element))
    await call(page, 'Desk.blind')
  },
  'the panel opened again': async (page) => {
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '3 calls pending approval' }).click()
  },
}

describe('the buttons of the approval panel are disabled for a while by', () => {
  test.each(Object.entries(CHANGES))('%s', async (name, change) => {
    const { page, id } = await openPanel()
    // The state of the buttons at the next frame after the change: on a busy machine the test is too late.
    await page.evaluate(() => {
      const dialog = document.querySelector('fw-approval')?.shadowRoot?.querySelector('dialog') as HTMLDialogElement
      Object.assign(window, { disarmed: 0 })
      new MutationObserver((records) => {
        const isDisabled = ({ target }: MutationRecord) => (target as Element).ariaDisabled === 'true'
        if (records.some(isDisabled)) Reflect.set(window, 'disarmed', performance.now())
      }).observe(dialog, { subtree: true, attributeFilter: ['aria-disabled'] })
    })
    await change(page, id)
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'disarmed'))).toBeGreaterThan(0)
    await expect.poll(() => findApprove(page, 'Desk.blind').first().isEnabled()).toBe(true)
    const ms = await page.evaluate(() => performance.now() - Reflect.get(window, 'disarmed'))
    expect(ms).toBeGreaterThan(450)
    const button = findApprove(page, 'Desk.blind').first()
    await button.scrollIntoViewIfNeeded()
    await page.waitForTimeout(100)
    await expect.poll(() => button.isEnabled()).toBe(true)
    await button.click()
    // Its own page has changed, too: it asks again.
    if (name === 'another preview') await button.click()
    await expect.poll(() => number(page)).toBe('100')
  })
})

describe('a click', () => {
  test("doesn't approve the call that has just come under the pointer", async () => {
    const { page } = await openPanel()
    const [x, y] = await findCenter(page, 'Desk.blind')
    // The next call is where this one was, as after a change that no observer has reported yet.
    await inDialog(page, (dialog) => {
      for (const one of dialog.querySelectorAll('article')) if (!one.textContent?.includes('pay')) one.remove()
    })
    const [, now] = await findCenter(page, 'api.shop.pay')
    await page.evaluate(
      ([there, here]) => {
        const dialog = document.querySelector('fw-approval')?.shadowRoot?.querySelector('dialog') as HTMLDialogElement
        dialog.style.marginTop = `${Number.parseFloat(getComputedStyle(dialog).marginTop) + there - here}px`
      },
      [y, now] as const,
    )
    await page.mouse.click(x, y)
    await page.waitForTimeout(200)
    expect(pages.server.ran).toEqual([])
  })

  test("doesn't approve a call before the browser has drawn it: a view transition waits for its callback", async () => {
    const { page } = await openPanel()
    const [x, y] = await findCenter(page, 'Desk.blind')
    await page.getByRole('button', { name: 'Decide later' }).click()
    await page.mouse.move(x, y)
    await page.evaluate(() => {
      document.startViewTransition(
        () =>
          new Promise<void>((resolve) => {
            Object.assign(window, { draw: resolve })
          }),
      )
    })
    await call(page, 'api.shop.gift', { to: 'Ann' })
    await page.waitForTimeout(800)
    await page.mouse.click(x, y)
    expect(await number(page)).toBe('0')
    await page.evaluate(() => Reflect.get(window, 'draw')())
    await isArmed(page)
    await page.mouse.click(x, y)
    await expect.poll(() => number(page)).toBe('100')
  })

  test("of a press that began before the buttons act doesn't count", async () => {
    const { page } = await openPanel()
    const [x, y] = await findCenter(page, 'Desk.blind')
    await page.mouse.move(x, y)
    await call(page, 'api.shop.gift', { to: 'Ann' })
    await page.mouse.down()
    await isArmed(page)
    await page.mouse.up()
    await page.waitForTimeout(200)
    expect(await number(page)).toBe('0')
    await page.mouse.click(x, y)
    await expect.poll(() => number(page)).toBe('100')
  })

  test('counts where the calls above stay: later calls are below', async () => {
    const { page } = await openPanel()
    const before = await findCenter(page, 'Desk.blind')
    await call(page, 'api.shop.gift', { to: 'Ann '.repeat(400) })
    await isArmed(page)
    expect(await findCenter(page, 'Desk.blind')).toEqual(before)
    await page.mouse.click(...before)
    await expect.poll(() => number(page)).toBe('100')
    expect(pages.server.ran).toEqual([])
  })

  test('keeps the focus of the keyboard while the buttons wait', async () => {
    const { page } = await openPanel()
    await findApprove(page, 'Desk.blind').focus()
    await call(page, 'api.shop.gift', { to: 'Ann' })
    await page.keyboard.press('Enter')
    expect(await number(page)).toBe('0')
    await isArmed(page)
    await page.waitForTimeout(KEY_MS)
    await page.keyboard.press('Enter')
    await expect.poll(() => number(page)).toBe('100')
  })

  test.each([
    [200, ['Tab', 'Space']],
    [350, ['Tab', 'Space']],
    [300, ['Tab', 'Tab', 'Enter']],
  ] as const)("doesn't act by the keys of a person who goes through the page: each %d ms, %s", async (ms, keys) => {
    const page = await pages.open('/desks')
    await page.locator('.add').first().focus()
    await call(page, 'api.shop.pay', { cents: 77 })
    for (const key of [...keys, ...keys, ...keys]) {
      await page.keyboard.press(key)
      await page.waitForTimeout(ms)
    }
    await page.waitForTimeout(300)
    expect(pages.server.ran).not.toContain('pay 77')
  })

  test('acts by a key although the layout has just scrolled', async () => {
    const { page } = await openPanel()
    await findApprove(page, 'Desk.blind').focus()
    await page.waitForTimeout(KEY_MS)
    await page.setViewportSize({ width: 1280, height: 500 })
    await inDialog(page, (dialog) => dialog.scrollBy(0, 50))
    await page.keyboard.press('Enter')
    await expect.poll(() => number(page)).toBe('100')
  })
})

/** Ways in which the page closes the dialog that covers the panel. */
const CLOSES: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'its method': (page) => page.evaluate(() => void window.fw?.call('LateSteps.uncover')),
  'its form': (page) => page.evaluate(() => document.querySelector<HTMLElement>('dialog button')?.click()),
  'its removal': (page) => page.evaluate(() => document.querySelector('dialog')?.remove()),
}

const isUncovered = (page: Page) =>
  page.waitForFunction(() => !document.querySelector('dialog')?.open, undefined, { polling: 5 })

describe('a dialog that covers the panel disables the buttons until a while after it has closed', () => {
  test.each(Object.entries(CLOSES))('for clicks: by %s', async (_by, close) => {
    const page = await pages.open('/late-steps', openShadows)
    await call(page, 'api.shop.pay', { cents: 77 })
    const button = findApprove(page, 'api.shop.pay')
    await expect.poll(() => button.isEnabled()).toBe(true)
    const center = await findCenter(page, 'api.shop.pay')
    await call(page, 'LateSteps.cover')
    await page.waitForTimeout(800)
    await page.mouse.click(...center)
    await close(page)
    await isUncovered(page)
    await page.mouse.click(...center)
    await page.waitForTimeout(300)
    expect(pages.server.ran).toEqual([])
    await expect.poll(() => button.isEnabled()).toBe(true)
    await page.mouse.click(...center)
    await expect.poll(() => pages.server.ran).toEqual(['pay 77'])
  })

  test('for keys', async () => {
    const page = await pages.open('/late-steps')
    await call(page, 'api.shop.pay', { cents: 77 })
    // From the heading over the link to Approve.
    for (const _ of [1, 2]) await page.keyboard.press('Tab')
    await page.waitForTimeout(800)
    await call(page, 'LateSteps.cover')
    await page.waitForTimeout(800)
    await CLOSES['its method']?.(page)
    await isUncovered(page)
    await page.keyboard.press('Enter')
    await page.waitForTimeout(900)
    expect(pages.server.ran).toEqual([])
    await page.keyboard.press('Enter')
    await expect.poll(() => pages.server.ran).toEqual(['pay 77'])
  })
})
