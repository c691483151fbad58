/** Events that the browser fires after a part has been opened or closed, in shadow trees: the window has no current event then. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { agentPages } from '../../agent-pages.ts'
import { call } from '../act-as-agent.ts'

const pages = agentPages()

/** Where the parts are. Newer trees are created after the tools of the agent have been loaded. */
const PLACES: Readonly<Record<string, string>> = {
  'in the page': '',
  'in an open tree': '&in=open',
  'in a newer open tree': '&in=open&newer',
  'in a newer closed tree': '&in=closed&newer',
}
const NAMES = Object.keys(PLACES)

async function open(on: string, name: string): Promise<Page> {
  const place = PLACES[name] ?? ''
  const page = await pages.open(`/browser-events/late-events?on=${encodeURIComponent(on)}${place}`)
  await page.locator('[data-ready=true]').waitFor()
  await call(page, 'LateEvents.idle')
  if (place.includes('newer')) await page.evaluate(() => (window as unknown as { addParts(): void }).addParts())
  await page.getByTitle('before').click()
  return page
}

/** Returns the origins of the calls that an act causes. */
async function listOrigins(page: Page, act: () => Promise<unknown>): Promise<readonly string[]> {
  const before = pages.server.audit.length
  await act()
  await page.waitForTimeout(300)
  return pages.server.audit.slice(before).map(({ origin }) => origin)
}

/** Presses keys from the field before the parts. Their positions are known, since closed roots hide the elements. */
const press = async (page: Page, ...keys: readonly string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const moveTo = (count: number) => Array.from({ length: count }, () => 'Tab')

const ACTS: Readonly<Record<string, readonly string[]>> = {
  'details toggle': [...moveTo(2), 'Enter'],
  '[popover] toggle': [...moveTo(3), 'Enter'],
  '[popover] beforetoggle': [...moveTo(3), 'Enter'],
  'dialog close': [...moveTo(4), 'Enter', 'Tab', 'Escape'],
  'dialog cancel': [...moveTo(4), 'Enter', 'Tab', 'Escape'],
  '[data-first] toggle': [...moveTo(6), 'Enter'],
  '[data-second] toggle': [...moveTo(6), 'Enter'],
  '[type=search] search': [...moveTo(7), 'a', 'Enter'],
}

describe('a part that a person opens or closes by keys has human origin', () => {
  const cases = NAMES.flatMap((name) => Object.keys(ACTS).map((on) => [on, name] as const))
  // The page sees the event of a search field in no closed tree.
  const isSeen = ([on, name]: readonly [string, string]) => !(on.endsWith('search') && name.includes('closed'))
  test.each(cases.filter(isSeen))('%s, %s', async (on, name) => {
    const page = await open(on, name)
    expect(await listOrigins(page, () => press(page, ...(ACTS[on] ?? [])))).toEqual(['human'])
  })
})

test('a drag that a person ends has human origin, if the element has captured the pointer', async () => {
  const page = await open('[role=slider] lostpointercapture', 'in the page')
  const { x, y } = (await page.getByRole('slider').boundingBox()) ?? { x: 0, y: 0 }
  const drag = async () => {
    await page.mouse.move(x + 5, y + 5)
    await page.mouse.down()
    await page.mouse.move(x + 60, y + 5, { steps: 3 })
    await page.mouse.up()
  }
  expect(await listOrigins(page, drag)).toEqual(['human'])
})

test.each(NAMES)('details that an agent opens have agent origin: %s', async (name) => {
  const page = await open('details toggle', name)
  expect(await listOrigins(page, () => call(page, 'LateEvents.turn'))).toEqual(['agent'])
  expect(pages.server.ran).toEqual([])
})

test.each(NAMES)(
  'details that an agent closes just after a person has opened them have agent origin: %s',
  async (name) => {
    const page = await open('details toggle', name)
    await page.evaluate(() => {
      addEventListener('click', () => setTimeout(() => void window.fw?.call('LateEvents.turn'), 40), { once: true })
    })
    expect(await listOrigins(page, () => press(page, ...(ACTS['details toggle'] ?? [])))).toEqual(['human', 'agent'])
  },
)
