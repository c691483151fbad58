/** Listeners of the page that are older than the agent save an editor when a person does something else. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { call, clickAsAgent } from '../act-as-agent.ts'
import { surfacePages } from './surface-page.ts'

const { open, fill, press, listOrigins } = surfacePages()

describe('an editor that older listeners of the page save', () => {
  const ESCAPE = (page: Page) => page.keyboard.press('Escape')
  const NOTHING = (page: Page) => page.getByText('Words').click()
  const BESIDE = (page: Page) => page.getByText('Beside', { exact: true }).click()
  const BUTTON = (page: Page) => press(page, 'Other')
  const note = async (page: Page) => {
    await page.getByLabel('note').focus()
    await page.keyboard.type('tea')
    await page.keyboard.press('Enter')
  }
  const waitUntilOpen = (page: Page) => page.getByLabel('memo', { exact: true }).waitFor()
  const WAYS = [
    ['keydown at the document', 'Escape', ESCAPE],
    ['keydown at the document', 'Enter in another field', note],
    ['pointerdown at the document', 'a press on nothing', NOTHING],
    ['pointerdown at the document', 'a press on a button', BUTTON],
    ['click at the document', 'a press on nothing', NOTHING],
    ['click at the document', 'a press on a button', BUTTON],
    ['click at the body', 'a press on a button', BUTTON],
    ['click at the element', 'a press beside it', BESIDE],
    [
      'keydown at the element',
      'Escape in another field',
      async (page: Page) => {
        await page.getByLabel('aside').click()
        await ESCAPE(page)
      },
    ],
  ] as const

  test.each(WAYS)("isn't saved for a person, if an agent opened it: by %s, %s", async (way, _gesture, leave) => {
    const page = await open()
    await clickAsAgent(page, `Memo saved by ${way}`)
    await waitUntilOpen(page)
    expect(await listOrigins(page, () => leave(page))).toEqual(['agent'])
  })

  test("isn't saved for a person in a page with React, which marks the document", async () => {
    const page = await open()
    // As `createRoot` does.
    await page.evaluate(() => Object.assign(document, { _reactListeningabc: true }))
    await clickAsAgent(page, 'Memo saved by pointerdown at the document')
    await waitUntilOpen(page)
    expect(await listOrigins(page, () => BUTTON(page))).toEqual(['agent'])
  })

  test("isn't saved for a person, if an intent opened it", async () => {
    const page = await open()
    await call(page, 'Memo.open')
    expect(await listOrigins(page, () => NOTHING(page))).toEqual(['agent'])
  })

  test.each(WAYS.filter(([way]) => way.startsWith('keydown')))(
    "isn't saved for a person who has used the page since, if an agent filled it: by %s, %s",
    async (way, _gesture, leave) => {
      const page = await open()
      await press(page, `Memo saved by ${way}`)
      await waitUntilOpen(page)
      await fill(page, 'memo', 'evil')
      await press(page, 'Nothing')
      expect(await listOrigins(page, () => leave(page))).toEqual(['agent'])
    },
  )

  test.each(WAYS)('is saved for a person who opened it: by %s, %s', async (way, _gesture, leave) => {
    const page = await open()
    await call(page, 'Surfaces.idle')
    await press(page, `Memo saved by ${way}`)
    await waitUntilOpen(page)
    expect(await listOrigins(page, () => leave(page))).toEqual(['human'])
  })

  test.each(WAYS)('is saved for a person who wrote in it: by %s, %s', async (way, _gesture, leave) => {
    const page = await open()
    await clickAsAgent(page, `Memo saved by ${way}`)
    await waitUntilOpen(page)
    await fill(page, 'memo', 'words')
    await page.getByLabel('memo', { exact: true }).click()
    await page.keyboard.type('tea')
    expect(await listOrigins(page, () => leave(page))).toEqual(['human'])
  })
})
