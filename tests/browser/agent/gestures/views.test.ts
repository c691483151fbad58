/** Parts of a page that a person uses in an agent's turn: the agent's next step begins another turn in them. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { call } from '../act-as-agent.ts'
import { surfacePages } from './surface-page.ts'

const { open, press, listOrigins } = surfacePages('/views')

describe("an editor in a view that a person has shown in the agent's turn", () => {
  const WAYS: readonly (readonly [string, (page: Page) => Promise<unknown>])[] = [
    ['Escape', (page) => page.keyboard.press('Escape')],
    ['a press on a button', (page) => press(page, 'Nothing')],
    ['a press on nothing', (page) => page.getByText('Words').click()],
  ]
  const show = async () => {
    const page = await open()
    await call(page, 'Views.idle')
    await press(page, 'Show')
    await page.getByText('A view').waitFor()
    return page
  }
  const waitUntilOpen = (page: Page) => page.getByRole('group', { name: 'Editor' }).waitFor()

  test.each(WAYS)("isn't saved for the person, if the agent has opened it since: by %s", async (_way, leave) => {
    const page = await show()
    await call(page, 'View.edit')
    await waitUntilOpen(page)
    expect(await listOrigins(page, () => leave(page))).toEqual(['agent'])
  })

  test.each(WAYS)('is saved for the person who has opened it: by %s', async (_way, leave) => {
    const page = await show()
    await press(page, 'Edit')
    await waitUntilOpen(page)
    expect(await listOrigins(page, () => leave(page))).toEqual(['human'])
  })
})

describe('an editor of an agent, whose listener an effect adds again', () => {
  const WAYS: readonly (readonly [string, 'removal' | 'signal', (page: Page) => Promise<unknown>])[] = [
    ['writes', 'removal', (page) => page.getByLabel('words by removal').pressSequentially('tea')],
    ['writes', 'signal', (page) => page.getByLabel('words by signal').pressSequentially('tea')],
    ['chooses a row', 'removal', (page) => page.getByText('Row by removal').click()],
  ]
  const leave = async (page: Page, act: (page: Page) => Promise<unknown>) => {
    await act(page)
    await page.keyboard.press('Escape')
  }

  test.each(WAYS)("isn't saved for a person who %s: by %s", async (_way, how, act) => {
    const page = await open()
    await call(page, `Draft.edit_${how}`)
    expect(await listOrigins(page, () => leave(page, act))).toEqual(['agent'])
  })

  test.each(WAYS)('is saved for a person who opened it, and %s: by %s', async (_way, how, act) => {
    const page = await open()
    await call(page, 'Views.idle')
    await press(page, `Edit by ${how}`)
    expect(await listOrigins(page, () => leave(page, act))).toEqual(['human'])
  })
})

test("the second step of an agent's dialog, which a person's words open, isn't confirmed for the person", async () => {
  const page = await open()
  await call(page, 'Steps.begin')
  const write = async () => {
    await page.getByLabel('note').click()
    await page.keyboard.press('Enter')
  }
  await write()
  await page.getByText('Step 2').waitFor()
  await press(page, 'Nothing')
  expect(await listOrigins(page, write)).toEqual(['agent'])
})

test.each(['shadow', 'role'])(
  "an editor isn't saved for a person who presses beside it in an element whose controls are known by: %s",
  async (kind) => {
    const page = await open()
    await call(page, `Panel.edit_${kind}`)
    expect(await listOrigins(page, () => page.getByText(`Beside the ${kind}`).click())).toEqual(['agent'])
  },
)

test("an editor isn't saved for a person who has sent a form by Enter in its field", async () => {
  const page = await open()
  await call(page, 'Panel.edit_role')
  await page.getByLabel('search').click()
  await page.keyboard.type('tea')
  await page.keyboard.press('Enter')
  expect(await listOrigins(page, () => page.getByText('Beside the role').click())).toEqual(['agent'])
})

test('a control that contains another one is used by a person who presses it', async () => {
  const page = await open()
  await call(page, 'Views.idle')
  const option = page.getByText('An option with a button')
  expect(await listOrigins(page, () => option.click({ position: { x: 5, y: 5 } }))).toEqual(['human'])
})
