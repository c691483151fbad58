/** The focus after an act of an agent: the next key of a person does only what the person gave the focus to. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { agentPages } from '../agent-pages.ts'
import { call, findRef } from './act-as-agent.ts'

const pages = agentPages()

async function open(): Promise<Page> {
  const page = await pages.open('/focus')
  await page.locator('[data-ready=true]').waitFor()
  return page
}
async function fill(page: Page, name: string, value: string) {
  return call(page, 'ui_fill', { ref: await findRef(page, `"${name}"`), value })
}
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: active } = document
    return active?.id || active?.getAttribute('aria-label') || active?.localName
  })
/** Presses the keys that activate an element, and returns the calls of the server. */
async function pressAll(page: Page): Promise<string[]> {
  const before = pages.server.audit.length
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await page.waitForTimeout(300)
  return pages.server.audit.slice(before).map(({ tool, origin }) => `${origin} ${tool}`)
}

const WAYS = ['#pay', '#link', '[role=menu]', 'dialog', 'role', 'closed root', 'library', 'hash'] as const

describe('an element that an agent gives the focus', () => {
  test.each(WAYS)('ignores the next key of a person who did nothing: %s', async (by) => {
    const page = await open()
    await call(page, 'Focus.show', { by })
    expect(await pressAll(page)).toEqual([])
    expect(page.url()).not.toContain('help')
  })

  test.each(WAYS)('ignores the next key of a person who writes: %s', async (by) => {
    const page = await open()
    await page.locator('#note').click()
    await page.keyboard.type('a')
    await call(page, 'Focus.later', { by })
    await page.keyboard.type('b')
    await page.waitForTimeout(250)
    expect(await pressAll(page)).toEqual([])
    expect(page.url()).not.toContain('help')
  })

  test.each(WAYS)(
    'ignores the next key of a person who pressed elsewhere before slow work of the agent: %s',
    async (by) => {
      const page = await open()
      await call(page, 'Focus.later', { by })
      await page.mouse.click(900, 600)
      await page.waitForTimeout(250)
      expect(await pressAll(page)).toEqual([])
      // The key isn't one within the first moments only.
      await page.waitForTimeout(500)
      expect(await pressAll(page)).toEqual([])
      expect(page.url()).not.toContain('help')
    },
  )

  test('ignores the next key of a person who pressed elsewhere before the end of an animation moved the focus', async () => {
    const page = await open()
    await call(page, 'Focus.show', { by: 'h2' })
    await page.evaluate(() => {
      const animation = document.body.animate([{ opacity: 0.9 }, { opacity: 1 }], 200)
      animation.addEventListener('finish', () => document.getElementById('pay')?.focus())
    })
    await page.mouse.click(900, 600)
    await page.waitForTimeout(400)
    expect(await pressAll(page)).toEqual([])
  })

  test('is one that is focused to be read, or the dialog around it', async () => {
    const page = await open()
    await call(page, 'Focus.show', { by: 'h2' })
    expect(await focused(page)).toBe('h2')
    await call(page, 'Focus.show', { by: 'role' })
    expect(await focused(page)).toBe('Panel')
    await call(page, 'Focus.show', { by: 'dialog' })
    expect(await focused(page)).toBe('dialog')
  })

  test('through the address of a fragment', async () => {
    const page = await open()
    await call(page, 'ui_navigate', { url: '#pay' })
    expect(await pressAll(page)).toEqual([])
  })
})

describe('a person who writes', () => {
  const places: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
    'in a field': (page) => page.locator('#note').click(),
    'in an open shadow root': async (page) => {
      await page.evaluate(() => {
        const host = document.body.appendChild(document.createElement('x-open'))
        host.attachShadow({ mode: 'open' }).append(document.createElement('input'))
      })
      await page.locator('x-open input').click()
    },
    'in a closed shadow root': async (page) => {
      await page.evaluate(() => {
        const host = document.querySelector('h1')?.appendChild(document.createElement('x-closed'))
        host?.attachShadow({ mode: 'closed' }).append(document.createElement('input'))
      })
      const { x = 0, y = 0, width = 0, height = 0 } = (await page.locator('x-closed').boundingBox()) ?? {}
      await page.mouse.click(x + width / 2, y + height / 2)
    },
    'in a frame': (page) => page.frameLocator('iframe').locator('textarea').click(),
  }
  test.each(Object.keys(places))('keeps the focus while an agent fills another field: %s', async (place) => {
    const page = await open()
    await places[place]?.(page)
    await page.keyboard.type('hello')
    const before = await focused(page)
    await fill(page, 'amount', '1000')
    expect(await focused(page)).toBe(before)
    expect(await page.locator('#amount').inputValue()).toBe('1000')
    expect(await pressAll(page)).toEqual([])
  })

  test('keeps it while an agent moves it to a field later', async () => {
    const page = await open()
    await page.locator('#note').click()
    await page.keyboard.type('a')
    await call(page, 'Focus.later', { by: '#amount' })
    await page.waitForTimeout(250)
    expect(await focused(page)).toBe('note')
  })
})

test('before an act of an agent, code moves the focus of a person who writes', async () => {
  const page = await open()
  // The tools of an agent are loaded, but it hasn't acted.
  await page.evaluate(() => window.fw?.tools())
  await page.locator('#note').click()
  await page.keyboard.type('a')
  await page.evaluate(() => void setTimeout(() => document.getElementById('pay')?.focus(), 50))
  await expect.poll(() => focused(page)).toBe('pay')
  expect(await pressAll(page)).toContain('human api.shop.pay')
})

describe('a person, after an act of an agent', () => {
  test('moves the focus by Tab, and presses a button', async () => {
    const page = await open()
    await page.locator('#note').click()
    await call(page, 'Focus.show', { by: '' }).catch(() => undefined)
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('pay')
    expect(await pressAll(page)).toEqual(['human api.shop.pay', 'human api.shop.pay'])
  })

  test('opens a dialog, which focuses its button later', async () => {
    const page = await open()
    await call(page, 'Focus.show', { by: 'h2' })
    await page.locator('#open').click()
    await expect.poll(() => focused(page)).toBe('button')
    await page.keyboard.press('Tab')
  })

  test('uses a button that a library focuses again and again, once the person has moved the focus', async () => {
    const page = await open()
    await call(page, 'Focus.show', { by: 'library' })
    await page.waitForTimeout(100)
    expect(await pressAll(page)).toEqual([])
    await page.waitForTimeout(600)
    expect(await pressAll(page)).toEqual([])
    await page.waitForTimeout(600)
    await page.keyboard.press('Tab')
    expect(await pressAll(page)).toContain('human api.shop.pay')
  })
})

describe('a field that an agent filled', () => {
  const FIELDS = ['left by blur', 'left by focusout', 'left content', 'left choice']
  const TAB = async (page: Page) => page.keyboard.press('Tab')
  const CLICK = async (page: Page) => page.getByText('Words').click()
  /** The origins of the calls that a person causes by these gestures. */
  const listOrigins = async (page: Page, gestures: () => Promise<unknown>) => {
    const before = pages.server.audit.length
    await gestures()
    await page.waitForTimeout(300)
    return new Set(pages.server.audit.slice(before).map(({ origin }) => origin))
  }
  const ways: Readonly<Record<string, (page: Page) => Promise<void>>> = {
    'a click elsewhere': CLICK,
    'a click on a button': (page) => page.locator('#open').click(),
    Tab: TAB,
    async 'Shift and Tab'(page) {
      await page.keyboard.press('Shift+Tab')
    },
    async 'a click after Escape and a shortcut'(page) {
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+k')
      await CLICK(page)
    },
    'a button whose handler moves the focus': (page) => page.getByRole('button', { name: 'Move' }).click(),
  }

  test.each(FIELDS.flatMap((name) => Object.keys(ways).map((way) => [name, way] as const)))(
    "isn't saved for a person who leaves it: %s, by %s",
    async (name, way) => {
      const page = await open()
      await fill(page, name, 'evil')
      expect(await listOrigins(page, () => ways[way]?.(page) ?? CLICK(page))).toEqual(new Set(['agent']))
      expect(pages.server.ran).toEqual([])
    },
  )

  test.each(Object.keys(ways))("isn't saved if an agent focused it in a shadow root: by %s", async (way) => {
    const page = await open()
    await call(page, 'Focus.show', { by: 'root' })
    expect(await listOrigins(page, () => ways[way]?.(page) ?? CLICK(page))).toEqual(new Set(['agent']))
  })

  test("isn't saved for a person who comes back to it by Tab", async () => {
    const page = await open()
    await fill(page, 'left by blur', 'evil')
    const gestures = async () => {
      await CLICK(page)
      await TAB(page)
      expect(await focused(page)).toBe('left by blur')
      await TAB(page)
    }
    expect(await listOrigins(page, gestures)).toEqual(new Set(['agent']))
  })

  test.each(['ui_fill', 'ui_click'])(
    "isn't saved for a person who passes it by Tab: a checkbox, by %s",
    async (tool) => {
      const page = await open()
      await call(page, tool, {
        ref: await findRef(page, '"left check"'),
        ...(tool === 'ui_fill' && { checked: true }),
      })
      expect(await page.getByLabel('left check').isChecked()).toBe(true)
      await page.getByLabel('left by change').click()
      await TAB(page)
      expect(await listOrigins(page, () => TAB(page))).toEqual(new Set(['agent']))
      await page.getByText('Check', { exact: true }).click()
      expect(await listOrigins(page, () => TAB(page))).toEqual(new Set(['human']))
    },
  )

  test("isn't saved for a person who had begun to write in it", async () => {
    const page = await open()
    await page.getByLabel('left by change').click()
    await page.keyboard.type('a')
    await fill(page, 'left by change', 'evil')
    expect(await listOrigins(page, () => CLICK(page))).not.toContain('human')
  })

  test.each(FIELDS)('is saved for a person who clicks into it: %s', async (name) => {
    const page = await open()
    await fill(page, name, 'evil')
    await page.getByLabel(name).click()
    await page.keyboard.press('Escape') // closes the list of a select
    expect(await listOrigins(page, () => TAB(page))).toEqual(new Set(['human']))
  })

  test.each(FIELDS)('is saved for a person who writes in it: %s', async (name) => {
    const page = await open()
    await fill(page, name, 'evil')
    await page.keyboard.press('t')
    expect(await listOrigins(page, () => CLICK(page))).toEqual(new Set(['human']))
  })

  test('is saved for a person who writes in it without keys', async () => {
    const page = await open()
    await fill(page, 'left by blur', 'evil')
    await page.keyboard.insertText('tea')
    expect(await listOrigins(page, () => CLICK(page))).toEqual(new Set(['human']))
  })

  test('leaves the other fields to the person', async () => {
    const page = await open()
    await fill(page, 'amount', '1')
    await page.getByLabel('left by focusout').click()
    expect(await listOrigins(page, () => TAB(page))).toEqual(new Set(['human']))
  })
})
