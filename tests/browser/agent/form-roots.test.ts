/** Forms and links whose events reach no listener of the window: in a closed shadow root, or because code stops them. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { AGENT_WAYS, SEND_WAYS, SLOT_WAY } from '../agent-app/send-ways.ts'
import { agentPages } from '../agent-pages.ts'
import { call, clickAsAgent } from './act-as-agent.ts'

const pages = agentPages()

async function open(prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await pages.open('/roots', prepare)
  await page.locator('[data-ready=true]').waitFor()
  return page
}

/** Listeners that were added before those of the agent's tools stop each submit event. */
const stopSubmits = (page: Page) =>
  page.addInitScript(() => addEventListener('submit', (event) => event.stopImmediatePropagation(), true))

function watchCalls() {
  const before = pages.server.audit.length
  return () => pages.server.audit.slice(before).map(({ tool, origin }) => `${origin} ${tool}`)
}

describe('a form in a closed shadow root', () => {
  test.each(AGENT_WAYS)('that an agent sends has agent origin: %s', async (by) => {
    const page = await open()
    const calls = watchCalls()
    await call(page, 'Roots.send', { by }).catch(() => undefined)
    await expect.poll(calls).toEqual(['agent api.shop.pay'])
    expect(pages.server.ran).toEqual([])
  })

  test("isn't sent by an agent's click on content of its slot, because no code can read its target", async () => {
    const page = await open()
    const calls = watchCalls()
    await call(page, 'Roots.send', { by: SLOT_WAY })
    await page.waitForTimeout(400)
    expect(calls()).toEqual([])
  })

  test.each(SEND_WAYS)("that a person's handler sends has human origin after an act of an agent: %s", async (by) => {
    const page = await open()
    await call(page, 'Roots.idle')
    const calls = watchCalls()
    await page.getByRole('button', { name: `by ${by}`, exact: true }).click()
    await expect.poll(calls).toEqual(['human api.shop.pay'])
  })

  test('that a person sends has human origin after an act of an agent', async () => {
    const page = await open()
    await call(page, 'Roots.idle')
    const calls = watchCalls()
    const { x = 0, y = 0 } = (await page.locator('section > div').boundingBox()) ?? {}
    await page.mouse.click(x + 10, y + 10)
    await expect.poll(calls).toEqual(['human api.shop.pay'])
  })
})

describe('a form whose submit event other code stops', () => {
  test('has agent origin if an agent sends it', async () => {
    const page = await open(stopSubmits)
    const calls = watchCalls()
    await clickAsAgent(page, 'Send open').catch(() => undefined)
    await expect.poll(calls).toEqual(['agent api.shop.pay'])
  })

  test('has human origin if a person sends it after an act of an agent', async () => {
    const page = await open(stopSubmits)
    await call(page, 'Roots.idle')
    const calls = watchCalls()
    await page.getByRole('button', { name: 'Send open' }).click()
    await expect.poll(calls).toEqual(['human api.shop.pay'])
  })
})

test.each(['click', 'dispatch'])('a link in a closed shadow root opens no tab for an agent: %s', async (by) => {
  const page = await open()
  const tabs = page.context().pages().length
  const { x = 0, y = 0 } = (await page.locator('h1').boundingBox()) ?? {}
  // Without a gesture of a person, the browser itself opens no tab.
  await page.mouse.click(x + 5, y + 5)
  await call(page, 'Roots.follow', { by }).catch(() => undefined)
  await page.waitForURL('**/help')
  expect(page.context().pages()).toHaveLength(tabs)
})
