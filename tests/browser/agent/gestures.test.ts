/** What a person does without a click or a key is still the person's after an act of an agent; what a script does never is. */
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

describe('after an act of an agent, a person', () => {
  const gestures: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
    'drops something': (page) => page.getByText('Drag', { exact: true }).dragTo(page.getByLabel('drop')),
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
    'opens details': (page) => page.getByText('More').click(),
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

describe("after an act of an agent, a script isn't a person", () => {
  const acts: Readonly<Record<string, () => void>> = {
    'that clicks a field': () => document.querySelector<HTMLElement>('[aria-label=check]')?.click(),
    'that clicks a field later': () =>
      void setTimeout(() => document.querySelector<HTMLElement>('[aria-label=check]')?.click(), 20),
    'that inserts text': () => {
      document.querySelector<HTMLElement>('[aria-label=text]')?.focus()
      document.execCommand('insertText', false, 'tea')
    },
    'that opens details': () => document.querySelector('details')?.setAttribute('open', ''),
    'that closes a dialog': () => {
      const dialog = document.querySelector('dialog')
      dialog?.showModal()
      dialog?.close()
    },
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
    const times = 200
    const before = pages.server.audit.length
    const origins = () => pages.server.audit.slice(before).map(({ origin }) => origin)
    await page.evaluate((input) => window.fw?.call('Gestures.listen', input), { by, times })
    while (origins().length < times) await page.keyboard.press('Shift')
    expect(new Set(origins())).toEqual(new Set(['agent']))
    expect(pages.server.ran).toEqual([])
  })
})
