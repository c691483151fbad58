/** Frames of the app that get the focus by an agent's act: the keys of a person are meant for the page. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { call } from '../agent/act-as-agent.ts'
import { surfacePages } from '../agent/gestures/surface-page.ts'

const { open, press, listOrigins } = surfacePages('/views')

describe('a button in a frame that gets the focus', () => {
  const type = async (page: Page) => {
    await page.keyboard.type('tea and')
    await page.keyboard.press('Enter')
  }

  test.each(['who writes', 'who reads'])("isn't pressed by a person, if an agent opened it: %s", async (who) => {
    const page = await open()
    const writes = who === 'who writes'
    if (writes) {
      await page.getByLabel('note').click()
      await page.keyboard.type('some ')
    }
    await call(page, 'Frame.open')
    await page.waitForTimeout(600)
    expect(await listOrigins(page, () => type(page))).toEqual([])
    expect(await page.getByLabel('note').inputValue()).toBe(writes ? 'some tea and\n' : '')
  })

  test("isn't pressed by a person who writes in the frame, if an agent moves the focus to it", async () => {
    const page = await open()
    await call(page, 'Views.idle')
    await press(page, 'Open the frame')
    const field = page.frameLocator('iframe').getByLabel('in the frame')
    await field.click()
    await page.keyboard.type('some ')
    await call(page, 'Frame.ask')
    await page.waitForTimeout(600)
    expect(await listOrigins(page, () => type(page))).toEqual([])
    expect(await field.inputValue()).toBe('some tea and')
  })

  test('is pressed by a person who opened it', async () => {
    const page = await open()
    await call(page, 'Views.idle')
    await press(page, 'Open the frame')
    await page.waitForTimeout(600)
    expect(await listOrigins(page, () => page.keyboard.press('Enter'))).toEqual(['human'])
  })

  test('is pressed by a person who has moved the focus into it', async () => {
    const page = await open()
    await call(page, 'Frame.open')
    await page.waitForTimeout(600)
    await page.frameLocator('iframe').getByLabel('in the frame').click()
    await page.keyboard.type('tea')
    await page.keyboard.press('Tab')
    expect(await listOrigins(page, () => page.keyboard.press('Enter'))).toEqual(['human'])
  })
})
