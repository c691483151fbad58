/** The page on which people approve what agents ask for, in a real browser, as they meet it. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ParkedResult } from '../../../runtime/src/contract/agent/proposal.ts'
import { serve } from '../../../runtime/src/host.ts'
import { api, int, list, money, obj, schema, str } from '../../../runtime/src/index.ts'
import { createFwServer, type FwServerOptions } from '../../../runtime/src/server.ts'
import { type Chromium, launchChromium } from '../chromium.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Inputs of an attacker: markup, text that closes an attribute, marks that reverse text, and an empty string. */
const HOSTILE = '"><img src=x onerror=alert(1)></bdi><script>alert(1)</script>\u202e evil\u200b\u{e0041}\u00a0'

let browser: Chromium
let ran: unknown[]
let host: { readonly url: string; close(): Promise<void> } | undefined

beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser?.close())
beforeEach(() => {
  ran = []
})
afterEach(async () => {
  await host?.close()
  host = undefined
})

const pay = api({
  title: 'Pay',
  description: 'Pays an amount to somebody.',
  guard: 'confirm',
  input: schema({
    total: money().describe('What is taken from the account.'),
    to: obj({ name: str(), address: list(str()) }),
    note: str().default(''),
    lines: list(obj({ sku: str(), quantity: int() })).default([]),
  }),
  run: ({ input }) => {
    ran.push(input)
    if (input.note === 'fail') throw new Error(`the bank said <b>no</b>`)
    return { receipt: 7, text: HOSTILE }
  },
})

async function start(extra: FwServerOptions = {}): Promise<string> {
  const options: FwServerOptions = { apis: { bank: { pay } }, title: 'Bank', approvals: 'open', log: () => undefined }
  host = await serve(createFwServer({ ...options, ...extra }), { port: 0, drainMs: 100 })
  return host.url
}

const INPUT = { total: 1250, to: { name: 'Ada', address: ['1 Mill Lane', 'Leeds'] } }

async function park(url: string, input: object = {}): Promise<ParkedResult> {
  const response = await fetch(`${url}/_fw/api/bank.pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-fw-origin': 'agent' },
    body: JSON.stringify({ ...INPUT, ...input }),
  })
  return ((await response.json()) as { result: ParkedResult }).result
}

/** What axe-core finds, as `rule: selector`. */
async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE)
  const found = (await page.evaluate('axe.run()')) as {
    violations: { id: string; nodes: { target: string[] }[] }[]
  }
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

describe('the proposals page', () => {
  it('shows the stored call with all of its values, and nothing of it as markup', async () => {
    const url = await start()
    const { id } = await park(url, { note: HOSTILE, lines: [{ sku: 'A-1', quantity: 2 }] })
    const { page, logs, requests } = await browser.open(`${url}/_fw/proposals?id=${id}`)
    const card = page.getByRole('article', { name: 'Pay api.bank.pay' })
    const text = await card.textContent()
    for (const shown of [
      'Pays an amount to somebody.',
      '1250 in the smallest unit of the currency, such as cents',
      'What is taken from the account total',
      'with two decimals',
      'It may change data.',
      '"1 Mill Lane"',
      '"A-1"',
      '<script>alert(1)</script>\\u202e evil\\u200b\\udb40\\udc41\\u00a0"',
      'An agent without a verified signature',
      id,
    ])
      expect(text).toContain(shown)
    expect(await page.locator('script, img, iframe, [onerror], link').count()).toBe(0)
    expect(requests).toEqual([`/_fw/proposals?id=${id}`])
    expect(logs).toEqual([])
  })

  it.each([
    ['light', 1_000],
    ['dark', 320],
  ] as const)(
    'has nothing that axe-core objects to and nothing that sticks out: %s, %i pixels wide',
    async (colorScheme, width) => {
      const url = await start()
      const long = 'word '.repeat(200) + 'x'.repeat(500)
      const { id } = await park(url, { note: long, to: { name: HOSTILE, address: ['y'.repeat(200)] } })
      const { id: failing } = await park(url, { note: 'fail' })
      const { page } = await browser.open(`${url}/_fw/proposals`)
      const check = async () => {
        expect(await violations(page)).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      }
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 700 })
      await check()
      await page.goto(`${url}/_fw/proposals?id=${id}`)
      await check()
      for (const [one, button] of [
        [id, 'Approve'],
        [failing, 'Approve'],
      ] as const) {
        await page.goto(`${url}/_fw/proposals?id=${one}`)
        await page.getByRole('button', { name: button }).click()
        await page.waitForURL((address) => address.search !== '')
        await page.getByRole('heading', { level: 1, name: /^Approved/ }).waitFor()
        await check()
      }
      await page.goto(`${url}/_fw/proposals`)
      await check()
    },
  )

  it('is approved or rejected without JavaScript, with the keyboard, and shows the outcome', async () => {
    const url = await start()
    const { id } = await park(url)
    const { page } = await browser.open('about:blank')
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setScriptExecutionDisabled', { value: true })
    await page.goto(`${url}/_fw/proposals`)
    // The buttons can't be used before: the keys may be meant for the page before this one.
    await page.waitForTimeout(800)
    const order: string[] = []
    for (const _ of ['reject', 'approve']) {
      await page.keyboard.press('Tab')
      order.push((await page.locator(':focus').textContent()) ?? '')
    }
    expect(order.map((text) => text.replace(/\s+/g, ' '))).toEqual(['Reject api.bank.pay', 'Approve api.bank.pay'])
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Approved', exact: true }).waitFor()
    expect(page.url()).toBe(`${url}/_fw/proposals?id=${id}`)
    expect(await page.title()).toBe('Approved: api.bank.pay – Bank')
    expect(await page.locator('.notice').textContent()).toContain('<script>alert(1)</script>\\u202e evil')
    expect(await page.getByRole('button').count()).toBe(0)
    expect(ran).toHaveLength(1)
    await page.reload()
    expect(ran).toHaveLength(1)
    await page.getByRole('link', { name: 'All pending approvals' }).click()
    await page.getByRole('heading', { name: 'No pending approvals' }).waitFor()
  })

  it('shows that a call was rejected, failed with an error, or has expired', async () => {
    let now = Date.now()
    const url = await start({ now: () => now })
    const [rejected, failed, expired] = [await park(url), await park(url, { note: 'fail' }), await park(url)]
    const { page } = await browser.open(`${url}/_fw/proposals?id=${rejected.id}`)
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.getByRole('heading', { level: 1, name: 'Rejected' }).waitFor()
    await page.goto(`${url}/_fw/proposals?id=${failed.id}`)
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('heading', { level: 1, name: 'Approved, but it failed' }).waitFor()
    expect(await page.locator('.notice').textContent()).toContain('Error: the bank said <b>no</b>')
    await page.goto(`${url}/_fw/proposals?id=${expired.id}`)
    now += 600_000
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('heading', { level: 1, name: 'Expired' }).waitFor()
    expect(ran).toHaveLength(1)
  })

  it('names which of several calls a button is for, and has no button for a call that it does not show whole', async () => {
    const url = await start()
    const lines = Array.from({ length: 40 }, (_, quantity) => ({ sku: 'A', quantity }))
    const long = await park(url, { lines })
    await park(url)
    const { page } = await browser.open(`${url}/_fw/proposals`)
    await page.getByRole('button').first().waitFor()
    const names = await page.getByRole('button').allInnerTexts()
    expect(names.map((name) => name.replace(/\s+/g, ' '))).toEqual([
      'Reject api.bank.pay (2 of 2)',
      'Approve api.bank.pay (2 of 2)',
    ])
    await page.getByRole('link', { name: /Show the full call ?, api.bank.pay \(1 of 2\)/ }).click()
    await page.waitForURL(`${url}/_fw/proposals?id=${long.id}`)
    expect(await page.getByText('39', { exact: true }).isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Approve api.bank.pay' }).waitFor()
  })

  it('shows each value before the buttons, without a click; a long text in an area that scrolls, with its length', async () => {
    const url = await start()
    const lines = Array.from({ length: 30 }, (_, quantity) => ({ sku: `item ${quantity}`, quantity }))
    const note = `${'word '.repeat(100)}${'\n'.repeat(200)}the last word`
    const { id } = await park(url, { lines, note })
    const { page } = await browser.open(`${url}/_fw/proposals?id=${id}`)
    for (const { sku } of lines) expect(await page.getByText(`"${sku}"`, { exact: true }).isVisible()).toBe(true)
    const area = page.getByRole('group', { name: '713 characters, 201 lines' })
    expect(await page.getByText('713 characters, 201 lines').isVisible()).toBe(true)
    const below = await page.evaluate(
      `[...document.querySelectorAll('.value')].every((value) => value.getBoundingClientRect().bottom < document.querySelector('.approve').getBoundingClientRect().top)`,
    )
    expect(below).toBe(true)
    // From the keyboard, too.
    await area.focus()
    await page.keyboard.press('End')
    const end = () =>
      area.evaluate(
        (node: { scrollTop: number; clientHeight: number; scrollHeight: number }) =>
          Math.ceil(node.scrollTop + node.clientHeight) >= node.scrollHeight && node.scrollTop > 0,
      )
    await expect.poll(end).toBe(true)
    expect(await page.locator('details, [hidden]').count()).toBe(0)
  })

  it('does not take the second half of a double click that began elsewhere', async () => {
    const url = await start()
    const { id } = await park(url)
    const { page } = await browser.open(`${url}/_fw/proposals?id=${id}`)
    const taken = await page.evaluate(`(async () => {
      const button = document.querySelector('button.approve')
      button.style.animation = 'none'
      button.offsetTop
      button.style.animation = ''
      const { x, y } = button.getBoundingClientRect()
      const isHit = () => button.contains(document.elementFromPoint(x + 20, y + 20))
      const atFirst = isHit()
      await Promise.all(button.getAnimations().map(({ finished }) => finished))
      return [atFirst, isHit()]
    })()`)
    expect(taken).toEqual([false, true])
  })

  it('cannot be framed by any site', async () => {
    const url = await start()
    await park(url)
    const { page } = await browser.open(`${url}/_fw/mcp`)
    const framed = await page.evaluate(
      `new Promise((done) => { const f = document.createElement('iframe'); f.src = '/_fw/proposals'; f.onload = () => { let n = null; try { n = f.contentDocument?.querySelectorAll('button').length } catch {} done(n ?? 'refused') }; document.body.append(f) })`,
    )
    expect(framed).toBe('refused')
  })
})
