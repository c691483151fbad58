/** Code that calls a function that needs approval: the result for the agent, and how the code continues. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { createMemoryProposalStore } from '../../../runtime/src/server.ts'
import { agentPages, hearProposals, openShadows } from '../agent-pages.ts'
import { call } from './act-as-agent.ts'

/** Calls that another process began to run before it stopped. */
const stopped = new Set<string>()
const proposals = { ...createMemoryProposalStore(), isHeld: async (id: string) => !stopped.has(id) }
const pages = agentPages({ proposals })

/** Timers of a minute and more wait in `late`. */
const open = (): Promise<Page> =>
  pages.open('/desks', async (page) => {
    await openShadows(page)
    await hearProposals(page)
    await page.addInitScript(() => {
      const late: (() => void)[] = []
      Object.assign(window, { late })
      const wait = window.setTimeout as (run: () => void, ms?: number, ...given: unknown[]) => number
      const held = (run: () => void, ms = 0, ...given: unknown[]) => {
        if (ms < 60_000) return wait(run, ms, ...given)
        late.push(run)
        return 0
      }
      window.setTimeout = held as typeof window.setTimeout
    })
  })
interface Heard {
  readonly id: string
  readonly state: string
}
const heard = (page: Page) => page.evaluate(() => (window as unknown as { heard: Heard[] }).heard)
const states = async (page: Page) => (await heard(page)).map(({ state }) => state)
const said = (page: Page) => page.locator('.desk output').first()
const decide = (page: Page, decision: 'Approve' | 'Reject') =>
  page
    .getByRole('button', { name: new RegExp(`^${decision}`) })
    .first()
    .click()
/** An agent clicks what has this text. */
const click = async (page: Page, text: string) => {
  const answer = (await call(page, 'ui_read_page')) as { result: { outline: string } }
  const line = answer.result.outline.split('\n').find((one) => one.includes(text))
  return call(page, 'ui_click', { ref: /\[(e\d+)\]/.exec(line ?? '')?.[1] })
}
/** Approves or rejects the first proposal outside this page. */
const settleElsewhere = async (page: Page, how: 'approve' | 'reject') => {
  const [first] = await heard(page)
  const answer = await page.request.post(`${pages.server.url}/_fw/${how}`, { data: { id: first?.id } })
  expect(await answer.json()).toMatchObject({ ok: true })
}
const comeBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
const timeIsOver = (page: Page) => page.evaluate(() => (window as unknown as { late: (() => void)[] }).late.pop()?.())

describe('an intent whose code calls a confirm api', () => {
  test('returns the proposal to the agent, and a person approves it in the page', async () => {
    const page = await open()
    // The intent itself is free: what its code calls is not.
    const answer = await call(page, 'Desk.charge')
    expect(answer).toEqual({
      ok: true,
      result: {
        status: 'proposal',
        id: expect.stringMatching(/^[\w-]{24,}$/),
        tool: 'api.shop.pay',
        input: { cents: 300 },
        message: 'Approve api.shop.pay {"cents":300}?',
        expiresAt: expect.any(Number),
      },
    })
    expect(pages.server.ran).toEqual([])
    const link = page.getByRole('link', { name: 'Open it on its own page' })
    expect(await link.getAttribute('href')).toMatch(/^\/_fw\/proposals\?id=[\w-]+$/)
    await decide(page, 'Approve')
    await page.getByText('Approved. It has run, once.').waitFor()
    expect(pages.server.ran).toEqual(['pay 300'])
    expect(await states(page)).toEqual(['pending', 'executed'])
    expect(pages.opened.logs).toEqual([])
  })

  test('continues with the result after approval, and its next call is pending again', async () => {
    const page = await open()
    expect(await call(page, 'Desk.twice')).toMatchObject({ result: { input: { cents: 1 } } })
    // Nothing is under way but the wait for a person.
    await page.evaluate(() => window.fw?.settled())
    await decide(page, 'Approve')
    await expect.poll(() => states(page)).toEqual(['pending', 'executed', 'pending'])
    expect(pages.server.ran).toEqual(['pay 1'])
    await decide(page, 'Approve')
    await expect.poll(() => said(page).textContent()).toBe('[{"paid":1},{"paid":2}]')
    expect(pages.server.ran).toEqual(['pay 1', 'pay 2'])
    expect(pages.server.audit.filter(({ ok }) => !ok)).toEqual([])
    expect(pages.opened.logs).toEqual([])
  })

  test('returns its own result to another call of the agent in the meantime', async () => {
    const page = await open()
    const answers = await page.evaluate(async () => {
      const slow = window.fw?.call('Desk.slow')
      const parked = window.fw?.call('Desk.charge')
      await new Promise((resolve) => setTimeout(resolve, 300))
      dispatchEvent(new Event('test:go'))
      return Promise.all([slow, parked])
    })
    expect(answers).toMatchObject([{ result: 50 }, { result: { tool: 'api.shop.pay' } }])
  })

  test('cannot be approved by the agent over HTTP either', async () => {
    const page = await open()
    const answer = await call(page, 'Desk.charge')
    const { id } = (answer as { result: { id: string } }).result
    const status = await page.evaluate(async (id) => {
      const headers = { 'content-type': 'application/json', 'x-fw-origin': 'agent' }
      return (await fetch('/_fw/approve', { method: 'POST', headers, body: JSON.stringify({ id }) })).status
    }, id)
    expect(status).toBe(403)
    expect(pages.server.ran).toEqual([])
  })

  test('that calls a confirm intent of its component parks that', async () => {
    const page = await open()
    const answer = await call(page, 'Desk.nested')
    expect(answer).toMatchObject({ ok: true, result: { status: 'proposal', tool: 'Desk.buy', input: { cents: 7 } } })
    expect(await page.locator('.desk b').first().textContent()).toBe('0')
  })
})

describe('a handler that an agent has clicked', () => {
  test('gets the result of the api after a person has approved it', async () => {
    const page = await open()
    expect(await click(page, 'Pay by api')).toMatchObject({
      result: { settled: true, proposals: [{ tool: 'api.shop.pay' }] },
    })
    expect(await said(page).textContent()).toBe('')
    await decide(page, 'Approve')
    await expect.poll(() => said(page).textContent()).toBe('{"paid":100}')
    expect(pages.opened.logs).toEqual([])
  })

  test('gets an error if a person rejects it', async () => {
    const page = await open()
    await click(page, 'Pay by api')
    await decide(page, 'Reject')
    await expect.poll(() => said(page).textContent()).toBe('A user rejected this call. It did not run.')
    expect(pages.server.ran).toEqual([])
    expect(pages.opened.logs).toEqual([])
  })

  test("gets the result or the rejection of the component's own confirm intent", async () => {
    const page = await open()
    await click(page, '"Buy"')
    await decide(page, 'Approve')
    await expect.poll(() => said(page).textContent()).toBe('{"bought":5}')
    await page.getByRole('button', { name: 'Close' }).click()
    await click(page, '"Buy"')
    await decide(page, 'Reject')
    await expect.poll(() => said(page).textContent()).toBe('A user rejected this call. It did not run.')
    expect(pages.opened.logs).toEqual([])
  })
})

describe('a call that is pending on the server', () => {
  test.each([
    ['approve', '{"paid":100}', 'Approved. It has run, once.'],
    ['reject', 'A user rejected this call. It did not run.', 'Rejected. It did not run.'],
  ] as const)('may be settled elsewhere: %s', async (how, text, shown) => {
    const page = await open()
    await click(page, 'Pay by api')
    await settleElsewhere(page, how)
    await comeBack(page)
    await expect.poll(() => said(page).textContent()).toBe(text)
    expect(await page.getByRole('dialog').textContent()).toContain(shown)
    expect(pages.opened.logs).toEqual([])
  })

  test('fails as interrupted when the process that ran it has stopped', async () => {
    const page = await open()
    await click(page, 'Pay by api')
    const id = (await heard(page))[0]?.id ?? ''
    await proposals.claim(id, 'executed', Date.now())
    await comeBack(page)
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
    expect(await said(page).textContent()).toBe('')
    stopped.add(id)
    await comeBack(page)
    await expect.poll(() => said(page).textContent()).toContain('Interrupted, outcome unknown.')
    expect(await page.getByRole('dialog').textContent()).toContain('Interrupted, outcome unknown.')
    expect(await states(page)).toEqual(['pending', 'executed'])
    expect(pages.server.ran).toEqual([])
    expect(pages.opened.logs).toEqual([])
  })

  test('remains pending when a person returns before it is decided', async () => {
    const page = await open()
    await click(page, 'Pay by api')
    await comeBack(page)
    await timeIsOver(page)
    await page.evaluate(() => window.fw?.settled())
    expect(await states(page)).toEqual(['pending'])
    await decide(page, 'Approve')
    await expect.poll(() => said(page).textContent()).toBe('{"paid":100}')
  })

  test('has expired once its time is over and the server does not know it any more', async () => {
    const page = await open()
    await click(page, 'Pay by api')
    await page.route('**/_fw/proposals?id=*', (route) => route.fulfill({ json: { ok: true, result: [] } }))
    await comeBack(page)
    expect(await states(page)).toEqual(['pending'])
    await timeIsOver(page)
    await expect.poll(() => said(page).textContent()).toBe('The call was not approved in time. It did not run.')
    expect(await page.getByRole('dialog').textContent()).toContain('Expired. It did not run.')
    expect(await states(page)).toEqual(['pending', 'expired'])
  })
})
