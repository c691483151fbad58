/** What ends an agent's turn in the page, and what a person's gestures save until then. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { call, clickAsAgent } from '../act-as-agent.ts'
import { surfacePages } from './surface-page.ts'

const { open, fill, press, listOrigins } = surfacePages('/turns')

const write = async (page: Page) => {
  await page.keyboard.type('tea')
  await page.keyboard.press('Enter')
}

describe("an agent's turn", () => {
  test.each<readonly [string, (page: Page) => Promise<unknown>]>([
    ['writes in a field', (page) => page.getByLabel('note').click()],
    ['presses the label of a text field', (page) => page.getByText('City').click()],
    ['presses the field of a combobox', (page) => page.getByLabel('town').click()],
    ['presses a field in a panel that gets the focus', (page) => page.getByLabel('in the panel').click()],
    [
      'presses on nothing in a panel that gets the focus',
      async (page) => {
        await page.getByText('In the panel').click()
        await page.getByLabel('note').focus()
      },
    ],
    [
      'sends a message to the agent',
      async (page) => {
        await press(page, 'Send the message')
        await page.getByLabel('message').click()
      },
    ],
  ])("isn't ended by a person who %s", async (_way, act) => {
    const page = await open()
    await call(page, 'Memo.openForKeys')
    await act(page)
    expect(await listOrigins(page, () => write(page))).toEqual(['agent'])
  })

  test('is ended by a person who presses a button', async () => {
    const page = await open()
    await call(page, 'Memo.openForKeys')
    await press(page, 'Nothing')
    await page.getByLabel('note').click()
    expect(await listOrigins(page, () => write(page))).toEqual(['human'])
  })

  test.each([
    ['', ''],
    [', and who presses Shift before it ends', 'Shift'],
  ])("isn't ended by a person whose press began before the agent's step%s", async (_way, modifier) => {
    const page = await open()
    await call(page, 'Turns.idle')
    await page.getByRole('button', { name: 'Nothing', exact: true }).hover()
    await page.mouse.down()
    await call(page, 'Memo.openForKeys')
    if (modifier !== '') await page.keyboard.down(modifier)
    await page.mouse.up()
    if (modifier !== '') await page.keyboard.up(modifier)
    await page.getByLabel('note').click()
    expect(await listOrigins(page, () => write(page))).toEqual(['agent'])
  })

  test("isn't ended by a person who held a key down before the agent's step", async () => {
    const page = await open()
    await call(page, 'Turns.idle')
    await press(page, 'Nothing')
    await page.keyboard.down('Space')
    await call(page, 'Memo.openForKeys')
    await page.keyboard.down('Space') // repeats
    await page.keyboard.up('Space')
    await page.getByLabel('note').click()
    expect(await listOrigins(page, () => write(page))).toEqual(['agent'])
  })

  test.each(['writes in', 'presses'])(
    "isn't ended by a person who %s a field that the agent clicked before",
    async (way) => {
      const page = await open()
      await page.getByLabel('note').click()
      await clickAsAgent(page, 'note')
      await call(page, way === 'presses' ? 'Memo.openForClicks' : 'Memo.openForKeys')
      const act = way === 'presses' ? () => page.getByLabel('note').click({ delay: 80 }) : () => write(page)
      expect(await listOrigins(page, act)).toEqual(['agent'])
    },
  )

  test.each(['await', 'timer', 'result after an await'])('begins again with its slow work: %s', async (way) => {
    const page = await open()
    await page.evaluate((input) => void window.fw?.call('Memo.openSlowly', input), { way })
    await page.waitForTimeout(200)
    await press(page, 'Nothing')
    await page.getByRole('group', { name: 'Memo' }).waitFor()
    expect(await listOrigins(page, () => page.getByText('Words').click())).toEqual(['agent'])
  })

  test('covers a drag of a person, if the press adds its listener to the document', async () => {
    const page = await open()
    await call(page, 'Turns.idle')
    const drag = async () => {
      await page.getByText('Handle').hover()
      await page.mouse.down()
      await page.mouse.move(300, 300)
      await page.mouse.up()
    }
    expect(await listOrigins(page, drag)).toEqual(['agent'])
  })

  test('covers a drag of a person by touch, if the press adds its listener to the document', async () => {
    const page = await open()
    await call(page, 'Turns.idle')
    const box = await page.getByText('Dragged by touch').boundingBox()
    const client = await page.context().newCDPSession(page)
    const touchPoints = [{ x: (box?.x ?? 0) + 5, y: (box?.y ?? 0) + 5 }]
    const drag = async () => {
      await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
      await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    }
    expect(await listOrigins(page, drag)).toEqual(['agent'])
  })
})

describe('a modal dialog of the app', () => {
  const WAYS = ['beside it', 'around it']
  const BACKDROP = (page: Page) => page.mouse.click(5, 5)

  test.each(WAYS)("isn't saved for a person who presses its backdrop, if an agent opened it: %s", async (way) => {
    const page = await open()
    await clickAsAgent(page, `Modal with a backdrop ${way}`)
    expect(await listOrigins(page, () => BACKDROP(page))).toEqual(['agent'])
  })

  test.each(WAYS)("isn't saved for a person who presses its backdrop, if an agent filled it: %s", async (way) => {
    const page = await open()
    await press(page, `Modal with a backdrop ${way}`)
    await fill(page, 'sum', '1000')
    await press(page, 'Fast')
    expect(await listOrigins(page, () => BACKDROP(page))).toEqual(['agent'])
  })

  test.each(WAYS)('is saved for a person who opened it: %s', async (way) => {
    const page = await open()
    await call(page, 'Turns.idle')
    await press(page, `Modal with a backdrop ${way}`)
    expect(await listOrigins(page, () => BACKDROP(page))).toEqual(['human'])
  })
})

test("a row isn't saved for a person whose focus leaves it, if an agent filled a field of it", async () => {
  const page = await open()
  await fill(page, 'row amount', '1000')
  await page.keyboard.press('Tab')
  expect(await listOrigins(page, () => page.keyboard.press('Tab'))).toEqual(['agent'])
})

test.each(['Beside the card', 'card text'])(
  "an editor that an intent opened isn't saved for a person who presses beside it in an element around it: %s",
  async (place) => {
    const page = await open()
    await call(page, 'Card.edit')
    const target = place === 'card text' ? page.getByLabel(place) : page.getByText(place)
    expect(await listOrigins(page, () => target.click())).toEqual(['agent'])
  },
)

test("a field that an agent filled isn't saved for a person who scrolls by a swipe that begins in it", async () => {
  const page = await open()
  await fill(page, 'left', 'evil')
  await page.getByLabel('left').scrollIntoViewIfNeeded()
  const box = await page.getByLabel('left').boundingBox()
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  const x = (box?.x ?? 0) + 100
  const y = (box?.y ?? 0) + 60
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  for (const moved of [10, 30, 50, 70, 90])
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: y - moved }] })
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
  expect(await listOrigins(page, () => page.mouse.click(3, 3))).toEqual(['agent'])
})
