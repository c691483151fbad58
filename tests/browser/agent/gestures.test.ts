/** Gestures other than clicks and keys have human origin after an act of an agent; events of scripts never have. */
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { agentPages } from '../agent-pages.ts'

const pages = agentPages()

async function open(): Promise<Page> {
  const page = await pages.open('/gestures')
  await page.locator('[data-ready=true]').waitFor()
  await page.evaluate(() => window.fw?.call('Gestures.idle'))
  return page
}

/** The origin of the first call from now on. */
function firstOrigin() {
  const before = pages.server.audit.length
  return expect.poll(() => pages.server.audit[before]?.origin, { timeout: 3_000 })
}

/** An agent fills the field of the form, which gets the focus. */
async function fillOrder(page: Page): Promise<void> {
  const { result } = (await page.evaluate(() => window.fw?.call('ui_read_page'))) as { result: { outline: string } }
  const [, ref] = /textbox "order".*\[(e\d+)\]/.exec(result.outline) ?? []
  await page.evaluate((field) => window.fw?.call('ui_fill', { ref: field, value: 'tea' }), ref)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('order')
}

describe('after an act of an agent, a person', () => {
  const gestures: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
    'drops something': (page) => page.getByText('Drag', { exact: true }).dragTo(page.getByLabel('drop')),
    'takes something to drag it': (page) => page.getByText('Take', { exact: true }).dragTo(page.getByLabel('drop')),
    'puts something away': (page) => page.getByText('Put away', { exact: true }).dragTo(page.getByText('Words')),
    async 'copies a text'(page) {
      await page.getByText('Words').selectText()
      await page.keyboard.press('Control+c')
    },
    async 'touches something'(page) {
      const client = await page.context().newCDPSession(page)
      const box = await page.getByText('Touch', { exact: true }).boundingBox()
      await client.send('Input.dispatchTouchEvent', {
        type: 'touchStart',
        touchPoints: [{ x: (box?.x ?? 0) + 5, y: (box?.y ?? 0) + 5 }],
      })
    },
    async 'chooses a file'(page) {
      const client = await page.context().newCDPSession(page)
      const { root } = await client.send('DOM.getDocument')
      const { nodeId } = await client.send('DOM.querySelector', { nodeId: root.nodeId, selector: '[type=file]' })
      await client.send('DOM.setFileInputFiles', { nodeId, files: [fileURLToPath(import.meta.url)] })
    },
    async 'writes without keys, as by dictation'(page) {
      await page.getByLabel('text').focus()
      await page.keyboard.insertText('tea')
    },
    async 'composes text'(page) {
      await page.getByLabel('text').focus()
      const client = await page.context().newCDPSession(page)
      await client.send('Input.imeSetComposition', { text: 'ち', selectionStart: 1, selectionEnd: 1 })
    },
    async 'drags a slider'(page) {
      const box = await page.getByLabel('range').boundingBox()
      await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 5)
      await page.mouse.down()
      await page.waitForTimeout(100)
      await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 5, { steps: 3 })
      await page.mouse.up()
    },
    async 'presses the keys of a command of which a capturing listener of the window is older than the tools of the agent'(
      page,
    ) {
      await page.getByLabel('early').focus()
      await page.keyboard.press('Control+k')
    },
    'opens details': (page) => page.getByText('More').click(),
    'clicks a label': (page) => page.getByText('Tea').click(),
    'clicks the label of a field that changes': (page) => page.getByText('Milk').click(),
    async 'sends a form by Enter, with a field that an agent filled'(page) {
      await fillOrder(page)
      await page.waitForTimeout(600)
      await page.keyboard.press('Enter')
    },
    async 'writes in a field that an agent has just filled, and presses Enter'(page) {
      await fillOrder(page)
      await page.keyboard.press('a')
      await page.keyboard.press('Enter')
    },
    'clicks in a shadow root': (page) => page.getByText('In a root', { exact: true }).click(),
    'sends a form in a shadow root': (page) => page.getByRole('button', { name: 'Send in a root' }).click(),
    async 'closes a dialog'(page) {
      await page.getByRole('button', { name: 'Open' }).click()
      await page.getByRole('button', { name: 'Close' }).click()
    },
  }
  test.each(Object.keys(gestures))('%s', async (name) => {
    const page = await open()
    const origin = firstOrigin()
    await gestures[name]?.(page)
    await origin.toBe('human')
  })
})

describe('after an act of an agent, in a frame of the same origin', () => {
  const FRAMES = ['early srcdoc', 'early write', 'late srcdoc', 'late write']
  const ACTS: Readonly<Record<string, string>> = {
    button: 'In a frame',
    details: 'More in a frame',
    form: 'Send in a root of a frame',
  }
  const openFrame = async (label: string) => {
    const page = await open()
    if (label.startsWith('late')) await page.getByRole('button', { name: 'Add frames' }).click()
    const frame = page.frameLocator(`[title="${label}"]`)
    await frame.getByText('In a frame', { exact: true }).waitFor()
    return { page, frame }
  }

  test.each(FRAMES.flatMap((label) => Object.keys(ACTS).map((act) => [act, label] as const)))(
    'a person uses an element: %s, %s',
    async (act, label) => {
      const { frame } = await openFrame(label)
      const origin = firstOrigin()
      await frame.getByText(ACTS[act] ?? '', { exact: true }).click()
      await origin.toBe('human')
    },
  )

  test.each(FRAMES)("a script isn't a person: %s", async (label) => {
    const { frame } = await openFrame(label)
    const before = pages.server.audit.length
    const origins = () => pages.server.audit.slice(before).map(({ origin }) => origin)
    await frame.locator('details').evaluate((details) => details.setAttribute('open', ''))
    await frame
      .getByRole('button', { name: 'In a frame', exact: true })
      .evaluate((button) => (button as HTMLElement).click())
    await frame.locator('form').evaluate((form) => (form as HTMLFormElement).requestSubmit())
    await expect.poll(origins).toEqual(['agent', 'agent', 'agent'])
  })
})

test("an Enter that a person meant for another element doesn't send the form of a field that an agent focuses", async () => {
  const page = await open()
  const before = pages.server.audit.length
  await page.getByLabel('check').focus()
  await page.keyboard.down('Enter')
  await fillOrder(page)
  await page.waitForTimeout(600)
  // The key is still down.
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  // However slow the machine is, the agent has just focused the field.
  await page.evaluate(() => Object.assign(performance, { now: () => 1e9 }))
  await fillOrder(page)
  await page.keyboard.press('Enter')
  await page.waitForTimeout(200)
  expect(pages.server.audit.slice(before).map(({ tool }) => tool)).toEqual([])
})

describe("after an act of an agent, a script isn't a person", () => {
  const acts: Readonly<Record<string, () => void>> = {
    'that clicks a field': () => document.querySelector<HTMLElement>('[aria-label=check]')?.click(),
    'that clicks a field later': () =>
      void setTimeout(() => document.querySelector<HTMLElement>('[aria-label=check]')?.click(), 20),
    'that inserts text': () => {
      document.querySelector<HTMLElement>('[aria-label=text]')?.focus()
      document.execCommand('insertText', false, 'tea')
    },
    'that clicks in a shadow root': () =>
      document.querySelector('section > div')?.shadowRoot?.querySelector('button')?.click(),
    'that sends a form in a shadow root': () =>
      document.querySelector('section > div')?.shadowRoot?.querySelector('form')?.requestSubmit(),
    'that opens details': () => document.querySelector('details')?.setAttribute('open', ''),
    'that closes a dialog': () => {
      const dialog = document.querySelector('dialog')
      dialog?.showModal()
      dialog?.close()
    },
    'that clicks a label whose field has a listener of the window': () =>
      document.querySelector<HTMLElement>('[data-act=early]')?.click(),
    'that clicks a label': () => document.querySelector<HTMLElement>('[data-act=label]')?.click(),
    'that sends a form': () => document.querySelector<HTMLFormElement>('form:has([data-act])')?.requestSubmit(),
    'that clicks the button of a form': () => document.querySelector<HTMLElement>('[data-act=form]')?.click(),
    'that dispatches events': () =>
      void document.querySelector('[aria-label=drop]')?.dispatchEvent(new DragEvent('drop', { bubbles: true })),
  }
  test.each(Object.keys(acts))('%s', async (name) => {
    const page = await open()
    const origin = firstOrigin()
    await page.evaluate(acts[name] ?? (() => undefined))
    await origin.toBe('agent')
    expect(pages.server.ran).toEqual([])
  })
})

describe('events that the browser fires for an agent', () => {
  test.each(['message', 'file', 'request'])("aren't a person's between the keys of a person: %s", async (by) => {
    const page = await open()
    expect(await originsBetweenKeys(page, { by, times: 200 })).toEqual(new Set(['agent']))
    expect(pages.server.ran).toEqual([])
  })

  test.each(['label', 'field', 'form'])("don't lead to a person's events between their keys: %s", async (act) => {
    const page = await open()
    expect(await originsBetweenKeys(page, { by: 'message at a key', act, times: 20 })).toEqual(new Set(['agent']))
    expect(pages.server.ran).toEqual([])
  })
})

/** Calls again and again while a person presses keys. */
async function originsBetweenKeys(
  page: Page,
  input: { readonly by: string; readonly times: number; readonly act?: string },
) {
  const before = pages.server.audit.length
  const origins = () => pages.server.audit.slice(before).map(({ origin }) => origin)
  await page.evaluate((all) => window.fw?.call('Gestures.listen', all), input)
  while (origins().length < input.times) await page.keyboard.press('Shift')
  return new Set(origins())
}
