/** Parts of a page that an agent opened or filled: a person who does something else doesn't act in them. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { call, clickAsAgent, findRef } from '../act-as-agent.ts'
import { surfacePages } from './surface-page.ts'

const { open, fill, press, listOrigins } = surfacePages()

describe('a field in which an agent left the focus', () => {
  const FIELDS = [
    ['number', '1000'],
    ['range', '30'],
    ['date', '2030-01-01'],
    ['choice', 'a'],
  ] as const
  /** Longer than the time in which an activating key does nothing. */
  const pause = (page: Page) => page.waitForTimeout(600)

  test.each([...FIELDS, ['list', 'tea'] as const])(
    "isn't changed for a person who scrolls by a key: %s",
    async (name, value) => {
      const page = await open()
      await fill(page, name, value)
      await pause(page)
      expect(await listOrigins(page, () => page.keyboard.press('ArrowDown'))).toEqual(['agent'])
      // The person has not used the field by that.
      expect(await listOrigins(page, () => page.keyboard.press('ArrowDown'))).toEqual(['agent'])
    },
  )

  test("isn't changed for a person who scrolls by the wheel", async () => {
    const page = await open()
    await fill(page, 'number', '1000')
    await pause(page)
    await page.getByLabel('number').hover()
    expect(await listOrigins(page, () => page.mouse.wheel(0, 100))).toEqual(['agent'])
    expect(await page.getByLabel('number').inputValue()).not.toBe('1000')
  })

  test("isn't changed for a person who scrolls by a key, after having been in another window", async () => {
    const page = await open()
    await fill(page, 'number', '1000')
    await pause(page)
    await page.keyboard.press('Alt')
    const isFocused = () => page.evaluate(() => document.hasFocus())
    const client = await page.context().newCDPSession(page)
    await client.send('Emulation.setFocusEmulationEnabled', { enabled: false })
    const other = await page.context().newPage()
    await other.bringToFront()
    await expect.poll(isFocused).toBe(false)
    await page.bringToFront()
    await client.send('Emulation.setFocusEmulationEnabled', { enabled: true })
    await expect.poll(isFocused).toBe(true)
    await other.close()
    expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe('number')
    expect(await listOrigins(page, () => page.keyboard.press('ArrowDown'))).toEqual(['agent'])
  })

  test.each(FIELDS)('is changed for a person who presses in it: %s', async (name, value) => {
    const page = await open()
    await fill(page, name, value)
    await page.getByLabel(name, { exact: true }).click({ position: { x: 20, y: 5 } })
    await page.keyboard.press('Escape') // closes the list of a select
    expect(await listOrigins(page, () => page.keyboard.press('ArrowDown'))).toEqual(['human'])
  })

  test.each(FIELDS)('is changed for a person who moves to it by Tab: %s', async (name, value) => {
    const page = await open()
    await fill(page, name, value)
    await pause(page)
    await page.keyboard.press('Shift+Tab')
    // A date has several parts.
    do await page.keyboard.press('Tab')
    while ((await page.evaluate(() => document.activeElement?.ariaLabel)) !== name)
    expect(await listOrigins(page, () => page.keyboard.press('ArrowDown'))).toEqual(['human'])
  })

  test("isn't sent for a person whose key went down elsewhere", async () => {
    const page = await open()
    const ref = await findRef(page, '"sent at the end of a key"')
    await page.keyboard.down('Enter')
    await call(page, 'ui_fill', { ref, value: 'evil' })
    await pause(page)
    expect(await listOrigins(page, () => page.keyboard.up('Enter'))).toEqual([])
    expect(await listOrigins(page, () => page.keyboard.press('Enter'))).toEqual(['human'])
  })

  test.each([
    ['saved at the end of each key', 'Shift', ['agent']],
    ['saved at the end of each key', 'Alt', ['agent']],
    ['saved at the end of each key', 'Control+c', ['agent', 'agent']],
    ['saved at each key', 'Control+a', ['agent', 'agent']],
    ['saved at the end of each key', 'AltGraph', ['agent']],
    ['saved at the end of each key', 'NumLock', ['agent']],
    ['saved at the end of each key', 'AudioVolumeUp', ['agent']],
    ['saved at the end of each key', 'ContextMenu', ['agent']],
    ['saved at the end of each key', 'Insert', ['agent']],
  ])("isn't saved for a person who presses a key that writes nothing: %s, by %s", async (name, key, origins) => {
    const page = await open()
    await fill(page, name, 'evil')
    await pause(page)
    expect(await listOrigins(page, () => page.keyboard.press(key))).toEqual(origins)
    expect(await listOrigins(page, () => page.keyboard.press('a'))).toEqual(['human'])
  })

  test("isn't saved for a person who releases a key that went down elsewhere", async () => {
    const page = await open()
    const ref = await findRef(page, '"saved at the end of each key"')
    await page.keyboard.down('b')
    await call(page, 'ui_fill', { ref, value: 'evil' })
    expect(await listOrigins(page, () => page.keyboard.up('b'))).toEqual(['agent'])
  })

  test("isn't saved for a person whose press began elsewhere", async () => {
    const page = await open()
    const name = 'saved at the end of a press'
    await fill(page, name, '30')
    await page.getByText('Words').hover()
    await page.mouse.down()
    await page.getByLabel(name).hover()
    expect(await listOrigins(page, () => page.mouse.up())).toEqual(['agent'])
    expect(await listOrigins(page, () => page.getByLabel(name).click())).toEqual(['human'])
  })

  test("isn't changed for a person whose keys reach a list of choices that the agent opened", async () => {
    const page = await open()
    await page.getByText('Words').click()
    await clickAsAgent(page, 'Choose a size')
    await page.waitForTimeout(600)
    const type = async () => {
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
    }
    expect(await listOrigins(page, type)).toEqual(['agent'])
    await page.getByLabel('size', { exact: true }).click()
    await page.waitForTimeout(600)
    await page.keyboard.press('ArrowUp')
    expect(await listOrigins(page, () => page.keyboard.press('Enter'))).toEqual(['human'])
  })
})

describe('a popover or dialog that an agent opened', () => {
  const SURFACES = [
    ['Levels', 'High'],
    ['Sizes', 'Large'],
    ['Colours', 'Red'],
    ['Shades', 'Dark'],
  ] as const
  const ESCAPE = (page: Page) => page.keyboard.press('Escape')
  const OUTSIDE = (page: Page) => page.mouse.click(2, 2)

  test.each([
    ...SURFACES.map(([name, choice]) => [name, choice, 'Escape', ESCAPE] as const),
    ...SURFACES.map(([name, choice]) => [name, choice, 'a press outside', OUTSIDE] as const),
  ])("isn't saved for a person who closes it: %s with %s, by %s", async (name, choice, _by, close) => {
    const page = await open()
    await clickAsAgent(page, name)
    await clickAsAgent(page, choice)
    expect(await listOrigins(page, () => close(page))).toEqual(['agent'])
  })

  test.each([
    ['goes on writing', (page: Page) => page.keyboard.type('s and more')],
    ['presses beside it', OUTSIDE],
  ])("isn't saved for a person who %s before it is closed by Escape", async (_way, act) => {
    const page = await open()
    await page.getByLabel('note').click()
    await page.keyboard.type('word')
    await clickAsAgent(page, 'Colours')
    await clickAsAgent(page, 'Red')
    await page.evaluate(() =>
      document.querySelector('dialog[open]')?.addEventListener('click', (event) => event.stopPropagation(), true),
    )
    await act(page)
    expect(await listOrigins(page, () => ESCAPE(page))).toEqual(['agent'])
  })

  test.each(SURFACES)(
    "isn't saved for a person who opened it, if an agent has chosen in it: %s with %s",
    async (name, choice) => {
      const page = await open()
      await press(page, name)
      await clickAsAgent(page, choice)
      expect(await listOrigins(page, () => ESCAPE(page))).toEqual(['agent'])
    },
  )

  test.each(SURFACES)('is saved for a person who has chosen in it: %s with %s', async (name, choice) => {
    const page = await open()
    await clickAsAgent(page, name)
    await press(page, choice)
    expect(await listOrigins(page, () => ESCAPE(page))).toEqual(['human'])
  })

  test.each(SURFACES)('is saved for a person who opens it again: %s', async (name) => {
    const page = await open()
    await clickAsAgent(page, name)
    await ESCAPE(page)
    await press(page, name)
    expect(await listOrigins(page, () => ESCAPE(page))).toEqual(['human'])
  })

  test("isn't saved for a person who opens another, also if a person opened it: with a field that the agent filled", async () => {
    const page = await open()
    await press(page, 'Levels')
    await fill(page, 'limit', 'evil')
    expect(await listOrigins(page, () => press(page, 'Other'))).toEqual(['agent'])
  })

  test('is saved for a person who presses its own button', async () => {
    const page = await open()
    await clickAsAgent(page, 'Levels')
    expect(await listOrigins(page, () => press(page, 'Levels'))).toEqual(['human'])
  })
})

describe('a popover of a component library', () => {
  const AROUND = (page: Page) => page.getByText('Margin', { exact: true }).click({ position: { x: 2, y: 2 } })
  const WAYS = [
    ['a listener', 'a press outside', AROUND],
    ['an element around it', 'a press outside', AROUND],
    ['a listener', 'Escape', (page: Page) => page.keyboard.press('Escape')],
  ] as const

  test.each(WAYS)(
    "isn't saved for a person who closes it, if an agent has chosen in it: closed by %s, by %s",
    async (way, _by, close) => {
      const page = await open()
      await press(page, `Panel closed by ${way}`)
      await page.getByRole('button', { name: 'Wide' }).focus()
      await clickAsAgent(page, 'Wide')
      expect(await listOrigins(page, () => close(page))).toEqual(['agent'])
      // It is closed.
      expect(await listOrigins(page, () => page.getByText('Words').click())).toEqual([])
    },
  )

  test.each(WAYS)('is saved for a person who has chosen in it: closed by %s, by %s', async (way, _by, close) => {
    const page = await open()
    await press(page, `Panel closed by ${way}`)
    await clickAsAgent(page, 'Wide')
    await press(page, 'Wide')
    expect(await listOrigins(page, () => close(page))).toEqual(['human'])
  })
})

/** Drags words of the person from one field to another. */
async function dragWords(page: Page): Promise<void> {
  const note = page.getByLabel('note')
  await note.click()
  await page.keyboard.type('words words words words')
  await page.keyboard.press('Control+a')
  const [from, to] = [await note.boundingBox(), await page.getByLabel('word', { exact: true }).boundingBox()]
  if (from === null || to === null) throw new Error('The fields are not shown.')
  await page.mouse.move(from.x + 20, from.y + 12)
  await page.mouse.down()
  await page.mouse.move(from.x + 40, from.y + 16, { steps: 4 })
  await page.mouse.move(to.x + 8, to.y + 8, { steps: 8 })
  await page.mouse.up()
}

describe('a draft that a listener of the whole page saves after a drop', () => {
  test("isn't saved for a person who drags words elsewhere, if an agent has written it", async () => {
    const page = await open()
    await fill(page, 'draft', 'evil')
    expect(await listOrigins(page, () => dragWords(page))).toEqual(['agent', 'agent'])
  })

  test('is saved for a person who has written it', async () => {
    const page = await open()
    await call(page, 'Surfaces.idle')
    // The agent's turn is over.
    for (const _ of ['opened', 'closed']) await press(page, 'Other')
    await page.getByLabel('draft').click()
    await page.keyboard.type('mine')
    expect(await listOrigins(page, () => dragWords(page))).toEqual(['human', 'human'])
  })
})

describe('a dialog that a listener of the whole page confirms', () => {
  const GESTURES: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
    keydown: (page) => page.keyboard.press('Enter'),
    pointerdown: (page) => page.getByText('Words').click(),
    click: (page) => page.getByText('Words').click(),
    'keydown in the body': (page) => page.keyboard.press('Enter'),
    'click in the body': (page) => page.getByText('Words').click(),
    'keydown in the root element': (page) => page.keyboard.press('Enter'),
    async paste(page) {
      await page.getByLabel('note').fill('words')
      await page.getByLabel('note').selectText()
      await page.keyboard.press('Control+c')
      await page.keyboard.press('Control+v')
    },
    dragstart: dragWords,
    drop: dragWords,
    dragend: dragWords,
  }

  test.each(Object.entries(GESTURES))(
    "isn't confirmed for a person, if an agent opened it: by %s",
    async (by, gesture) => {
      const page = await open()
      await page.getByLabel('note').click()
      await clickAsAgent(page, `Ask by ${by}`)
      await page.getByText('Sure?').waitFor()
      expect(await listOrigins(page, () => gesture(page))).toEqual(['agent'])
      // The listener is gone.
      expect(await listOrigins(page, () => gesture(page))).toEqual([])
    },
  )

  test.each(Object.entries(GESTURES))('is confirmed for a person who opened it: by %s', async (by, gesture) => {
    const page = await open()
    await call(page, 'Surfaces.idle')
    await press(page, `Ask by ${by}`)
    await page.getByText('Sure?').waitFor()
    await page.getByLabel('note').focus()
    expect(await listOrigins(page, () => gesture(page))).toEqual(['human'])
  })

  test('is confirmed for a person by a command, which is meant for the whole page', async () => {
    const page = await open()
    await clickAsAgent(page, 'Ask by keydown')
    await page.getByText('Sure?').waitFor()
    expect(await listOrigins(page, () => page.keyboard.press('Control+Enter'))).toEqual(['human'])
  })
  test("isn't confirmed for a person by a command in a field, which is meant for the field", async () => {
    const page = await open()
    await page.getByLabel('note').fill('words')
    await clickAsAgent(page, 'Ask by keydown')
    await page.getByText('Sure?').waitFor()
    expect(await listOrigins(page, () => page.getByLabel('note').press('Control+Enter'))).toEqual(['agent'])
  })

  const WAYS = ['a listener', 'a signal', 'a timer', 'the same function']
  const write = async (page: Page) => {
    await page.getByLabel('word', { exact: true }).click()
    await page.keyboard.type('tea')
    // The timer of an effect.
    await page.waitForTimeout(50)
  }

  test.each(WAYS)("isn't confirmed for a person whose words make its effect run again: %s", async (way) => {
    const page = await open()
    await page.getByLabel('word', { exact: true }).click()
    await clickAsAgent(page, `Ask again by ${way}`)
    await write(page)
    expect(await listOrigins(page, () => page.keyboard.press('Enter'))).toEqual(['agent'])
    // The next one is the person's.
    await press(page, `Ask again by ${way}`)
    await write(page)
    expect(await listOrigins(page, () => page.keyboard.press('Enter'))).toEqual(['human'])
  })

  test('is confirmed for a person who opened it in place of that of an agent', async () => {
    const page = await open()
    await clickAsAgent(page, 'Ask again by a listener')
    await press(page, 'Ask again by a signal')
    await write(page)
    expect(await listOrigins(page, () => page.keyboard.press('Enter'))).toEqual(['human'])
  })
})
