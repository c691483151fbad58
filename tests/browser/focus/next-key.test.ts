/** Keys of a person after an act of an agent has moved the focus, however late: they don't do what the agent may not. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { call, clickAsAgent } from '../agent/act-as-agent.ts'
import { surfacePages } from '../agent/gestures/surface-page.ts'

const { open, fill, press, listOrigins } = surfacePages('/next-key')

/** The focus has been where it is for so long that a person may see it. */
const SEEN_MS = 700
const write = async (page: Page, field: string) => {
  await page.getByLabel(field, { exact: true }).click()
  await page.keyboard.type('Dear')
}
const goOn = async (page: Page) => {
  await page.keyboard.type(' Ada and Bob', { delay: 40 })
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
}
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent)
/** Parts that keep the focus on an element that a key activates. */
const TRAPS = ['trap', 'choices', 'native confirm', 'alert', 'plain box']

describe('an element that keeps a focus from an agent', () => {
  test.each(TRAPS)("isn't activated by the words of a person who goes on writing: %s", async (name) => {
    const page = await open()
    await write(page, 'note')
    await clickAsAgent(page, `Open ${name}`)
    await page.waitForTimeout(SEEN_MS)
    expect(await listOrigins(page, () => goOn(page))).toEqual([])
  })

  test.each(TRAPS)("isn't activated by the keys of a person who did nothing, however often: %s", async (name) => {
    const page = await open()
    await page.getByText('Words').click()
    await clickAsAgent(page, `Open ${name}`)
    await page.waitForTimeout(SEEN_MS)
    const keys = ['Enter', 'Space', 'Enter', 'Delete', 'Space']
    const pressAll = async () => {
      for (const key of keys) await page.keyboard.press(key, { delay: 20 })
    }
    expect(await listOrigins(page, pressAll)).toEqual([])
    await page.waitForTimeout(SEEN_MS)
    expect(await listOrigins(page, pressAll)).toEqual([])
  })

  test("isn't activated by a person whose Tab belongs to what is written", async () => {
    const page = await open()
    await write(page, 'note')
    await clickAsAgent(page, 'Open trap')
    await page.waitForTimeout(SEEN_MS)
    const writeOn = async () => {
      await page.keyboard.type('Ada', { delay: 40 })
      for (const key of ['Tab', 'Shift+Tab']) await page.keyboard.press(key)
      await goOn(page)
    }
    expect(await listOrigins(page, writeOn)).toEqual([])
  })

  test("isn't activated by the words of a person who presses in a field, if a dialog takes the focus back", async () => {
    const page = await open()
    await clickAsAgent(page, 'Open trap')
    await page.waitForTimeout(SEEN_MS)
    await write(page, 'note')
    expect(await listOrigins(page, () => goOn(page))).toEqual([])
  })

  test.each([
    ['Tab and Shift+Tab', ['Tab', 'Shift+Tab']],
    ['Shift+Tab, which the dialog returns', ['Shift+Tab']],
  ])('is used by a person who moves the focus to it: by %s', async (_, keys) => {
    const page = await open()
    await page.getByText('Words').click()
    await clickAsAgent(page, 'Open trap')
    await page.waitForTimeout(SEEN_MS)
    const use = async () => {
      for (const key of keys) await page.keyboard.press(key)
      expect(await focused(page)).toContain('Pay in the trap')
      await page.keyboard.press('Enter')
    }
    expect(await listOrigins(page, use)).toEqual(['human'])
  })

  test('is used by a person who chooses in it by an arrow key', async () => {
    const page = await open()
    await clickAsAgent(page, 'Open choices')
    await page.waitForTimeout(SEEN_MS)
    await page.keyboard.press('ArrowDown')
    expect(await listOrigins(page, () => page.keyboard.press('Enter'))).toEqual(['human'])
  })

  test('is used by a person who presses it', async () => {
    const page = await open()
    await clickAsAgent(page, 'Open trap')
    await page.waitForTimeout(SEEN_MS)
    const use = async () => {
      await press(page, 'Pay in the trap')
      await page.keyboard.press('Enter')
    }
    expect(await listOrigins(page, use)).toEqual(['human', 'human'])
  })

  test.each(TRAPS.slice(2, 4))('is a dialog that a person uses once Tab has moved into it: %s', async (name) => {
    const page = await open()
    await clickAsAgent(page, `Open ${name}`)
    await page.waitForTimeout(SEEN_MS)
    await page.keyboard.press('Tab')
    expect(await listOrigins(page, () => page.keyboard.press('Enter'))).toEqual(['human'])
  })
})

test.each(TRAPS.slice(2))(
  "a letter of a person who continues to write doesn't confirm a dialog that has the focus: %s",
  async (name) => {
    const page = await open()
    await write(page, 'note')
    await clickAsAgent(page, `Open ${name}`)
    await page.waitForTimeout(SEEN_MS)
    const writeOn = () => page.keyboard.type('my own yes', { delay: 40 })
    expect(await listOrigins(page, writeOn)).not.toContain('human')
    // The person's press shows that the person sees the dialog.
    await page.getByText('Delete').click()
    expect(await listOrigins(page, () => page.keyboard.press('y'))).toEqual(['human'])
  },
)

describe('a dialog that a person confirmed, and that is hidden since then', () => {
  const byButton = (page: Page) => press(page, 'Yes')
  const byEnter = async (page: Page) => {
    await page.getByLabel('reason').click()
    await page.keyboard.type('tea')
    await page.keyboard.press('Enter')
  }
  const PLACES: readonly (readonly [string, (page: Page) => Promise<unknown>])[] = [
    ['its button', byButton],
    ['its field', byEnter],
    ['its button, before a press on nothing', (page) => byButton(page).then(() => page.getByText('Words').click())],
  ]
  const WAYS = PLACES.flatMap(([place, confirm]) => ['ask', 'askLater'].map((name) => [place, name, confirm] as const))

  test.each(WAYS)("isn't confirmed by the next key of the person if an agent opens it: by %s, %s", async (...way) => {
    const [, name, confirm] = way
    const page = await open()
    await call(page, 'NextKey.idle')
    await press(page, 'Ask')
    expect(await listOrigins(page, () => confirm(page))).toEqual(['human'])
    await call(page, `HiddenDialog.${name}`)
    await page.getByRole('dialog', { name: 'Question' }).waitFor()
    await page.waitForTimeout(SEEN_MS)
    const pressKeys = async () => {
      for (const key of ['Enter', 'Space']) await page.keyboard.press(key)
    }
    expect(await listOrigins(page, pressKeys)).toEqual([])
  })

  test('is confirmed by the next key of a person who opens it again', async () => {
    const page = await open()
    await call(page, 'NextKey.idle')
    await press(page, 'Ask')
    await press(page, 'Yes')
    await call(page, 'NextKey.idle')
    await press(page, 'Ask')
    expect(await listOrigins(page, () => page.keyboard.press('Enter'))).toEqual(['human'])
  })
})

test.each(TRAPS)('a person who opens a part after an act of an agent uses it by the next key: %s', async (name) => {
  const page = await open()
  await call(page, 'NextKey.idle')
  await press(page, `Open ${name}`)
  await page.waitForTimeout(100)
  expect(await listOrigins(page, () => page.keyboard.press('Enter'))).toEqual(['human'])
})

test('a person who opens a part again that an agent had opened uses it by the next key', async () => {
  const page = await open()
  await clickAsAgent(page, 'Open trap')
  await page.waitForTimeout(SEEN_MS)
  await press(page, 'Open clear')
  await press(page, 'Open trap')
  await page.waitForTimeout(100)
  expect(await listOrigins(page, () => page.keyboard.press('Enter'))).toEqual(['human'])
})

describe('a person whose field an agent takes away', () => {
  const VIEWS = ['view', 'hidden view', 'field trap']
  test.each(VIEWS)("doesn't send the form that gets the focus in its place: %s", async (name) => {
    const page = await open()
    await write(page, 'draft')
    await clickAsAgent(page, `Open ${name}`)
    expect(await listOrigins(page, () => goOn(page))).toEqual([])
    await page.waitForTimeout(SEEN_MS)
    expect(await listOrigins(page, () => goOn(page))).toEqual([])
  })

  test("doesn't send it while writing goes on during the act", async () => {
    const page = await open()
    await page.getByLabel('draft').click()
    const typing = page.keyboard.type('dear Ada, see you soon and well', { delay: 60 })
    await page.waitForTimeout(200)
    await clickAsAgent(page, 'Open view')
    await typing
    expect(await listOrigins(page, () => page.keyboard.press('Enter'))).toEqual([])
  })

  test("doesn't send the form of a page that the agent opens", async () => {
    const page = await open()
    await write(page, 'note')
    await page.evaluate(() => window.fw?.navigate('/next-payment'))
    await page.getByLabel('iban').waitFor()
    await page.waitForTimeout(300)
    expect(await listOrigins(page, () => goOn(page))).toEqual([])
  })

  test("doesn't send a form that the agent fills afterwards", async () => {
    const page = await open()
    await write(page, 'draft')
    await clickAsAgent(page, 'Open clear')
    await fill(page, 'recipient', 'evil')
    await page.waitForTimeout(SEEN_MS)
    expect(await listOrigins(page, () => goOn(page))).toEqual([])
    expect(await page.getByLabel('recipient').inputValue()).toBe('evil')
  })

  test.each(VIEWS)('sends it after a press in its field: %s', async (name) => {
    const page = await open()
    await write(page, 'draft')
    await clickAsAgent(page, `Open ${name}`)
    await page.getByLabel(name === 'field trap' ? 'trapped' : 'reference').click()
    await page.keyboard.type('a b')
    expect(await listOrigins(page, () => page.keyboard.press('Enter'))).toEqual(['human'])
  })
})

test('a person whose own act opens a view after an act of an agent writes in the field that gets the focus', async () => {
  const page = await open()
  await call(page, 'NextKey.idle')
  await write(page, 'draft')
  await press(page, 'Open view')
  await page.keyboard.type('a b')
  expect(await page.getByLabel('reference').inputValue()).toBe('a b')
  expect(await listOrigins(page, () => page.keyboard.press('Enter'))).toEqual(['human'])
})
