/** Functions that the browser calls as microtasks between the listeners of a person's event: observers, slots, objects with `then`. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { agentPages } from '../../agent-pages.ts'
import { call } from '../act-as-agent.ts'

const pages = agentPages()

const WAYS = [
  'mutation',
  'slot',
  'own then',
  'list',
  'link',
  'link to a tab',
  'cold island',
  'observed cold island',
] as const

async function open(): Promise<Page> {
  const page = await pages.open('/browser-events/reactions')
  await page.locator('[data-ready=true]').waitFor()
  return page
}

/** Returns the origins of the calls since the function was created. */
function watchOrigins(): () => readonly string[] {
  const before = pages.server.audit.length
  return () => pages.server.audit.slice(before).map(({ origin }) => origin)
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** An intent of an agent waits for the person, who then presses the button. */
async function waitForPress(page: Page, way: string): Promise<void> {
  await page.evaluate((input) => void window.fw?.call('Reactions.goOn', input), { way })
  await call(page, 'Reactions.idle')
}

describe('what an agent causes between the listeners of a press', () => {
  test.each(WAYS)('has agent origin: its intent continues at the press, by %s', async (way) => {
    const page = await open()
    await waitForPress(page, way)
    const origins = watchOrigins()
    await press(page, 'Next')
    await expect.poll(origins).toEqual(['agent'])
    expect(pages.server.ran).toEqual([])
  })
})

describe('what a person causes between the listeners of a press', () => {
  test.each(WAYS)('has human origin after an act of an agent, by %s', async (way) => {
    const page = await open()
    await call(page, 'Reactions.idle')
    const origins = watchOrigins()
    await press(page, way)
    await expect.poll(origins).toEqual(['human'])
  })

  test('has human origin in the later listeners of a button whose press lets an intent continue', async () => {
    const page = await open()
    await page.evaluate(() => {
      const [next, ...others] = document.querySelectorAll('button')
      next?.addEventListener('click', () => others.find(({ textContent }) => textContent === 'Pay')?.click())
    })
    await waitForPress(page, 'none')
    const origins = watchOrigins()
    await press(page, 'Next')
    await expect.poll(origins).toEqual(['human'])
  })
})
