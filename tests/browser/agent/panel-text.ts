import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/** Returns the text of an element without the space around it. */
export const readText = (locator: Locator) => locator.textContent().then((text) => text?.trim())

/** Expects that an item of the panel hides its text until it is opened. */
export async function expectFolded(item: Locator, text: string): Promise<void> {
  const shown = item.locator('.fw-copilot-text')
  expect(await shown.isVisible()).toBe(false)
  await item.locator('summary').click()
  expect(await readText(shown)).toBe(text)
  expect(await shown.isVisible()).toBe(true)
}
