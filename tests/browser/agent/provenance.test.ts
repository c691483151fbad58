/** Who caused a call in the page: after an agent's act, everything but the work of a person's own gesture is the agent's. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { agentPages } from '../agent-pages.ts'
import { call, clickAsAgent, findRef } from './act-as-agent.ts'

const pages = agentPages()

const WAYS = [
  'timer',
  'interval',
  'frame',
  'microtask',
  'promise',
  'caught',
  'await',
  'finally',
  'loop',
  'yield',
  'early next',
  'field',
  'method',
  'timer after await',
  'import',
  'observer',
  'lock',
  'task',
  'transition',
  'blob',
  'file',
  'database',
  'request',
  'state',
] as const

const open = async (): Promise<Page> => {
  const page = await pages.open('/causes')
  await page.locator('[data-ready=true]').waitFor()
  // A new document has no such mark.
  await page.evaluate(() => document.documentElement.setAttribute('data-marker', ''))
  return page
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The calls that the server has seen since it was made: tool, origin, and whether it succeeded. */
function watchCalls() {
  const before = pages.server.audit.length
  const seen = () => pages.server.audit.slice(before).map(({ tool, origin, ok }) => [tool, origin, ok])
  return {
    expect: (...calls: readonly (readonly [tool: string, origin: string, ok: boolean])[]) =>
      expect.poll(seen, { timeout: 3_000 }).toEqual(calls),
  }
}
const AGENT_PAYS = ['api.shop.pay', 'agent', true] as const
const AGENT_NEVER = ['api.shop.never', 'agent', false] as const
const PERSON_PAYS = ['api.shop.pay', 'human', true] as const
const PERSON_NEVER = ['api.shop.never', 'human', true] as const

/** Waits for the document that a sent form leads to. Chromium does not close a page whose next document is arriving. */

/** Time after which all deferred work of this page's handlers has run. */
const later = (page: Page) => page.waitForTimeout(250)

describe("an agent's act whose call is made later", () => {
  test.each(WAYS)('has agent origin: an intent, by %s', async (way) => {
    const page = await open()
    const calls = watchCalls()
    await call(page, 'Causes.run', { way, api: 'pay' })
    await later(page)
    await calls.expect(AGENT_PAYS)
    await call(page, 'Causes.run', { way, api: 'never' })
    await calls.expect(AGENT_PAYS, AGENT_NEVER)
    expect(pages.server.ran).toEqual([])
  })

  test.each([...WAYS, 'effect', 'inner click', 'library'])('has agent origin: a click, by %s', async (way) => {
    const page = await open()
    const calls = watchCalls()
    await clickAsAgent(page, `pay by ${way}`)
    await later(page)
    await calls.expect(AGENT_PAYS)
    await clickAsAgent(page, `never by ${way}`)
    await calls.expect(AGENT_PAYS, AGENT_NEVER)
    expect(pages.server.ran).toEqual([])
  })

  test('has agent origin: an intent or an action of a store whose effect starts a timer', async () => {
    const page = await open()
    const calls = watchCalls()
    await call(page, 'Causes.effect', { api: 'pay' })
    await later(page)
    await calls.expect(AGENT_PAYS)
    await call(page, 'basket.later', { api: 'never' })
    await later(page)
    await calls.expect(AGENT_PAYS, AGENT_NEVER)
    expect(pages.server.ran).toEqual([])
  })

  test('has agent origin: a field that is debounced', async () => {
    const page = await open()
    const calls = watchCalls()
    await call(page, 'ui_fill', { ref: await findRef(page, '"pay by debounce"'), value: 'tea' })
    await calls.expect(AGENT_PAYS)
    expect(pages.server.ran).toEqual([])
  })

  test('has agent origin also while a person uses the page', async () => {
    const page = await open()
    const calls = watchCalls()
    await call(page, 'Causes.run', { way: 'timer after await', api: 'pay' })
    for (let key = 0; key < 8; key++) await page.keyboard.press('Shift')
    await later(page)
    await calls.expect(AGENT_PAYS)
  })

  test.each([
    ['pay by submit()', 'api.shop.pay', true],
    ['pay by stopped form', 'api.shop.pay', true],
    ['never by stopped form', 'api.shop.never', false],
  ] as const)('has agent origin: a form that the browser sends, by "%s"', async (name, tool, ok) => {
    const page = await open()
    const calls = watchCalls()
    await clickAsAgent(page, name).catch(() => undefined)
    await calls.expect([tool, 'agent', ok])
    expect(pages.server.ran).toEqual([])
  })
})

describe('a person, after an act of an agent', () => {
  test.each([...WAYS, 'effect', 'inner click', 'library'])('pays and calls forbidden functions, by %s', async (way) => {
    const page = await open()
    await call(page, 'Causes.idle')
    const calls = watchCalls()
    await button(page, `pay by ${way}`).click()
    await calls.expect(PERSON_PAYS)
    await button(page, `never by ${way}`).click()
    await calls.expect(PERSON_PAYS, PERSON_NEVER)
    expect(pages.server.ran).toEqual(['pay 5', 'never'])
    expect(pages.opened.logs).toEqual([])
  })

  test.each(['await', 'finally', 'field'])('pays while a clock runs that the agent has started: by %s', async (way) => {
    const page = await open()
    await clickAsAgent(page, 'Start the clock')
    const calls = watchCalls()
    await button(page, `pay by ${way}`).click()
    await calls.expect(PERSON_PAYS)
    expect(await page.locator('time').textContent()).not.toBe('0')
  })

  test('types into a field that is debounced', async () => {
    const page = await open()
    await call(page, 'Causes.idle')
    const calls = watchCalls()
    await page.getByLabel('never by debounce').pressSequentially('t')
    await calls.expect(PERSON_NEVER)
  })

  test('sends a form with the Enter key', async () => {
    const page = await open()
    await call(page, 'Causes.idle')
    const calls = watchCalls()
    await page.getByLabel('Email').click()
    await page.keyboard.press('Enter')
    await calls.expect(PERSON_PAYS)
  })

  test.each([
    ['pay by submit()', 'pay 7'],
    ['pay by stopped form', 'pay 8'],
    ['never by stopped form', 'never'],
  ] as const)('sends a form through the browser, by "%s"', async (name, ran) => {
    const page = await open()
    await call(page, 'Causes.idle')
    await button(page, name).click()
    await expect.poll(() => pages.server.ran).toEqual([ran])
  })
})

describe('a page that is shown within the document', () => {
  test('starts its islands as the person who followed the link', async () => {
    const page = await open()
    await call(page, 'Causes.idle')
    const calls = watchCalls()
    await page.getByRole('link', { name: 'Arrive' }).click()
    await calls.expect(PERSON_NEVER)
    expect(await page.evaluate(() => document.querySelector('[data-marker]') !== null)).toBe(true)
  })

  test('starts its islands as the agent that followed the link', async () => {
    const page = await open()
    const calls = watchCalls()
    await clickAsAgent(page, 'Arrive')
    await calls.expect(AGENT_NEVER)
    expect(await page.evaluate(() => document.querySelector('[data-marker]') !== null)).toBe(true)
  })
})

test("a click of a person that wakes an island is still the person's, after an act of an agent", async () => {
  const page = await pages.open('/desks')
  await call(page, 'Desk.order')
  const calls = watchCalls()
  await page.locator('.desk .pay').nth(1).click()
  await calls.expect(PERSON_PAYS)
})

describe('a timer that a person has started', () => {
  test('loses the human origin after an act of an agent, which may have changed its effect', async () => {
    const page = await open()
    await call(page, 'Causes.idle')
    const calls = watchCalls()
    await page.evaluate(() => {
      addEventListener('click', () => void window.fw?.call('Causes.join'), { once: true, capture: true })
    })
    await button(page, 'never by timer').click()
    await calls.expect(AGENT_NEVER)
  })
})
