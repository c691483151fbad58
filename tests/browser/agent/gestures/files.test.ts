/** A file that an agent asks for: a person who selects it hasn't asked for the call that sends it. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { clickAsAgent } from '../act-as-agent.ts'
import { surfacePages } from './surface-page.ts'

const { open, press, listOrigins } = surfacePages('/views')

describe('a file', () => {
  const choose = async (page: Page, act: () => Promise<unknown>) => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), act()])
    return () => chooser.setFiles(new URL(import.meta.url).pathname)
  }
  const WAYS: readonly (readonly [string, (page: Page) => Promise<unknown>])[] = [
    ['button', (page) => press(page, 'Upload')],
    ['label', (page) => page.getByText('Choose a file').click()],
  ]
  const ask = async () => {
    const page = await open()
    // The browser shows the chooser only after a press of a person.
    await press(page, 'Nothing')
    return { page, select: await choose(page, () => clickAsAgent(page, 'Upload')) }
  }

  test("isn't sent for a person, if an agent asks for it", async () => {
    const { page, select } = await ask()
    expect(await listOrigins(page, select)).toEqual(['agent'])
  })

  test.each(WAYS)('is sent for a person who asks for it after an agent, by the %s', async (_way, act) => {
    const { page } = await ask()
    const select = await choose(page, () => act(page))
    expect(await listOrigins(page, select)).toEqual(['human'])
  })
})
