import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { agentPages } from '../../agent-pages.ts'
import { call } from '../act-as-agent.ts'

const pages = agentPages(undefined, { windowed: true })
const open = async () => {
  const page = await pages.open('/again')
  await page.locator('[data-ready=true]').waitFor()
  return page
}
/** Origins of the calls, and what ran. */
async function listCalls(page: Page, gesture: () => Promise<unknown>) {
  const before = pages.server.audit.length
  const ran = pages.server.ran.length
  await gesture()
  await page.waitForTimeout(400)
  await page.waitForLoadState('networkidle')
  return {
    origins: pages.server.audit.slice(before).map(({ origin }) => origin),
    ran: pages.server.ran.slice(ran),
  }
}
const AGENT = { origins: ['agent'], ran: [] }

describe.each(['pointerup', 'mouseup'])('an editor of an agent that a press outside saves at its end: %s', (type) => {
  describe.each(['start', 'open'])('whose listener is added at: %s', (when) => {
    const show = async () => {
      const page = await open()
      await call(page, `Outside.edit_${type}_${when}`)
      await page.getByRole('group', { name: 'Editor' }).waitFor()
      return page
    }
    test('a press on nothing', async () => {
      const page = await show()
      expect(await listCalls(page, () => page.getByText('Words').click())).toEqual(AGENT)
    })
    test('a press on a row, which adds it again', async () => {
      const page = await show()
      expect(await listCalls(page, () => page.getByText('Pressed row').click())).toEqual(AGENT)
    })
    test('a press in a text field, whose focus adds it again', async () => {
      const page = await show()
      expect(await listCalls(page, () => page.getByLabel('note', { exact: true }).click())).toEqual(AGENT)
    })
  })
})

describe('a dialog of an agent that Enter anywhere confirms', () => {
  const ask = async () => {
    const page = await open()
    await call(page, 'Confirm.ask')
    await page.getByRole('alertdialog').waitFor()
    return page
  }
  const enter = async (page: Page) => {
    await page.getByLabel('other note').click()
    await page.keyboard.press('Enter')
  }
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

  test('a person presses a button, and Enter in another field', async () => {
    const page = await ask()
    await press(page, 'Nothing')
    expect(await listCalls(page, () => enter(page))).toEqual(AGENT)
  })
  test('a person chooses a row, which adds the listener again, then a button, and Enter', async () => {
    const page = await ask()
    await page.getByText('Clicked row').click()
    await press(page, 'Nothing')
    expect(await listCalls(page, () => enter(page))).toEqual(AGENT)
  })
  test('typing, a button, and Enter', async () => {
    const page = await ask()
    await page.getByLabel('typed').click()
    await page.keyboard.type('tea')
    await press(page, 'Nothing')
    expect(await listCalls(page, () => enter(page))).toEqual(AGENT)
  })
})

test("hotkeys of the page are the person's, although an effect adds them again beside a listener of an agent's dialog", async () => {
  const page = await open()
  await call(page, 'Confirm.ask')
  await page.getByLabel('typed').click()
  await page.keyboard.type('t')
  await page.getByRole('button', { name: 'Nothing' }).click()
  expect(await listCalls(page, () => page.keyboard.press('j'))).toEqual({ origins: ['human'], ran: ['pay 20'] })
})

test.each<readonly [string, (page: Page) => Promise<unknown>]>([
  ['words', (page) => page.getByText('React words').click()],
  ['a row', (page) => page.getByText('React row').click()],
  ['a field', (page) => page.getByLabel('react note').click()],
])("in React, an editor of an agent isn't saved for a person who presses: %s", async (_name, press) => {
  const page = await pages.open('/react-again')
  await page.locator('[data-ready=true]').waitFor()
  await call(page, 'ReactAgain.edit')
  await page.getByRole('group', { name: 'React editor' }).waitFor()
  expect(await listCalls(page, () => press(page))).toEqual(AGENT)
})
