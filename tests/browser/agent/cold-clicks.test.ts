/** Clicks by the code of an agent on an island that hasn't started: the island gets them once its code has arrived. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { agentPages } from '../agent-pages.ts'
import { call, findRef } from './act-as-agent.ts'

const pages = agentPages()

async function open(): Promise<Page> {
  const page = await pages.open('/prices')
  await press(page, 'None')
  return page
}
/** Clicks the button in an agent's call. */
const press = (page: Page, name: string) => call(page, 'Payer.press', { name })
const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const isStarted = (page: Page) => page.locator('fw-island[ok]', { hasText: 'Raise' }).waitFor()

/** Expects the origins of the payments from now on. */
function expectOrigins() {
  const before = pages.server.audit.length
  return expect.poll(() => pages.server.audit.slice(before).map(({ origin }) => origin), { timeout: 4_000 })
}

/** Holds the code of islands that start from now on. Returns a function that releases it. */
async function holdCode(page: Page): Promise<() => void> {
  let release: () => void = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/**', async (route) => {
    await released
    await route.continue()
  })
  return release
}

describe('a click of an agent on a cold island', () => {
  test('has agent origin', async () => {
    const page = await open()
    const origins = expectOrigins()
    await press(page, 'Pay at once')
    await origins.toEqual(['agent'])
    expect(pages.server.ran).toEqual([])
  })

  test("ends the human origin of a person's work that began before the island started", async () => {
    const page = await open()
    const release = await holdCode(page)
    const origins = expectOrigins()
    const requested = page.waitForRequest('**/assets/**')
    await press(page, 'Raise')
    await requested
    await click(page, 'Pay later')
    release()
    await isStarted(page)
    await origins.toEqual(['agent'])
    expect(pages.server.ran).toEqual([])
  })

  test("ends the human origin of a person's timer by its slow work", async () => {
    const page = await open()
    const origins = expectOrigins()
    await press(page, 'Raise later')
    await isStarted(page)
    await click(page, 'Pay by a timer')
    await origins.toEqual(['agent'])
    expect(pages.server.ran).toEqual([])
  })
})

test("a click of a person on a cold island keeps the human origin of the person's work", async () => {
  const page = await open()
  const origins = expectOrigins()
  await click(page, 'Pay later')
  await click(page, 'Raise later')
  await isStarted(page)
  await click(page, 'Pay by a timer')
  await origins.toEqual(['human', 'human'])
  expect(pages.server.ran).toEqual(['pay 3', 'pay 3'])
})

test.each(['read', 'clicked'])(
  'an island that starts for an agent after a person has used the page gets no focus that the next key uses: it is %s',
  async (way) => {
    const page = await open()
    const ref = await findRef(page, 'Confirm')
    const release = await holdCode(page)
    const requested = page.waitForRequest('**/assets/**')
    const act = way === 'read' ? (['ColdDialog.read', {}] as const) : (['ui_fill', { ref, value: 'x' }] as const)
    await page.evaluate(([tool, input]) => void window.fw?.call(tool, input), act)
    await requested
    await click(page, 'Nothing')
    release()
    await page.locator('fw-island[ok]', { hasText: 'Confirm' }).waitFor()
    await page.waitForTimeout(700)
    const before = pages.server.audit.length
    await page.keyboard.press('Enter')
    await page.waitForTimeout(300)
    expect(pages.server.audit.slice(before)).toEqual([])
  },
)
