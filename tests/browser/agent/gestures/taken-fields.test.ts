/** A field in which a person has written loses the focus without a gesture: its events are an agent's if one has acted since. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentPages } from '../../agent-pages.ts'
import { call, clickAsAgent } from '../act-as-agent.ts'

const pages = agentPages()

async function open(prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await pages.open('/browser-events/taken-fields', prepare)
  await page.locator('[data-ready=true]').waitFor()
  return page
}

/** Returns the origins of the calls that an act causes. */
async function listOrigins(page: Page, act: () => Promise<unknown>, ms = 300): Promise<readonly string[]> {
  const before = pages.server.audit.length
  await act()
  await page.waitForTimeout(ms)
  return pages.server.audit.slice(before).map(({ origin }) => origin)
}

async function write(page: Page, field = 'note'): Promise<void> {
  await page.getByTitle(field).click()
  await page.keyboard.type('hello')
}

async function compose(page: Page, field: string): Promise<void> {
  await page.getByTitle(field).click()
  const client = await page.context().newCDPSession(page)
  await client.send('Input.imeSetComposition', { text: 'ち', selectionStart: 1, selectionEnd: 1 })
}

/** Opens the list of the `select` and moves to another option, which isn't chosen yet. */
async function openList(page: Page): Promise<void> {
  await page.getByTitle('before').click()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Alt+ArrowDown')
  await page.waitForTimeout(300)
  await page.keyboard.press('ArrowDown')
  await page.waitForTimeout(100)
}

const choose = (page: Page) => call(page, 'TakenFields.choose', { cents: 666 })
const take = (page: Page, way: string, field = 'note') => call(page, 'TakenFields.take', { way, field })
/** The page's own code takes the field: no agent has acted. */
const takeByPage = (page: Page) =>
  page.evaluate(() => {
    setTimeout(() => {
      const [field] = document.getElementsByTagName('input')
      if (field) field.disabled = true
    }, 20)
  })

describe('a field in which a person has written and that an agent takes away', () => {
  test.each(['disabled', 'display: none', 'hidden', 'inert', 'visibility', 'content-visibility', 'removal'])(
    'is left as by the agent: %s',
    async (way) => {
      const page = await open()
      await write(page)
      expect(await listOrigins(page, () => choose(page))).toEqual([])
      expect(await listOrigins(page, () => take(page, way))).toEqual(['agent'])
      expect(pages.server.ran).toEqual([])
    },
  )

  test.each(['Refresh', 'Collapse'])('is left as by the agent that clicks "%s"', async (button) => {
    const page = await open()
    await write(page)
    await clickAsAgent(page, 'Large amount')
    expect(await listOrigins(page, () => clickAsAgent(page, button))).toEqual(['agent'])
    expect(pages.server.ran).toEqual([])
  })

  test.each(['composed', 'paragraph'])('ends an input method as by the agent: %s', async (field) => {
    const page = await open()
    await compose(page, field)
    await choose(page)
    expect(await listOrigins(page, () => take(page, 'display: none', field))).toEqual(['agent'])
    expect(pages.server.ran).toEqual([])
  })

  test.each(['disabled', 'inert'])('chooses in its open list as by the agent: %s', async (way) => {
    const page = await open()
    await openList(page)
    await choose(page)
    expect(await listOrigins(page, () => take(page, way, 'size'))).toEqual(['agent'])
    expect(pages.server.ran).toEqual([])
  })

  test.each(['note', 'left'])(
    'is left as by the agent also while the last key of the person is handled: %s',
    async (field) => {
      // As on a busy machine.
      const page = await open((one) =>
        one.addInitScript(() => {
          const wait = window.setTimeout
          Object.assign(window, { setTimeout: (run: () => void, ms = 0) => wait(run, ms === 0 ? 1_500 : ms) })
        }),
      )
      await call(page, 'TakenFields.idle')
      await write(page, field)
      const taken = await listOrigins(page, async () => {
        void choose(page)
        await take(page, 'disabled', field)
      })
      expect(taken).toEqual(['agent'])
      expect(pages.server.ran).toEqual([])
    },
  )

  test('is left as by the agent also if the person has pressed elsewhere since its act, without leaving the field', async () => {
    const page = await open()
    await write(page)
    await choose(page)
    await page.evaluate(() => addEventListener('mousedown', (event) => event.preventDefault()))
    await page.getByText('Words').click()
    expect(await listOrigins(page, () => takeByPage(page))).toEqual(['agent'])
    expect(pages.server.ran).toEqual([])
  })
})

describe('a frame of another site', () => {
  let site: Server
  let url = ''
  beforeAll(async () => {
    site = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end('<input><script>setTimeout(() => document.querySelector("input").focus(), 300)</script>')
    })
    await new Promise<void>((resolve) => site.listen(0, resolve))
    url = `http://localhost:${(site.address() as AddressInfo).port}/`
  })
  afterAll(() => {
    site?.close()
  })

  test('that an agent opens and that takes the focus leaves the field of a person as the agent', async () => {
    const page = await open()
    await write(page)
    await choose(page)
    expect(await listOrigins(page, () => call(page, 'TakenFields.embed', { url }), 1_500)).toEqual(['agent'])
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('iframe')
    expect(pages.server.ran).toEqual([])
  })
})

describe("a person's field", () => {
  const gestures: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
    async 'is left by Tab'(page) {
      await write(page)
      await choose(page)
      await page.keyboard.press('Tab')
    },
    async 'is left by a press elsewhere'(page) {
      await write(page)
      await choose(page)
      await page.getByText('Words').click()
    },
    async 'is saved by Enter'(page) {
      await write(page)
      await choose(page)
      await page.keyboard.press('Enter')
    },
    async 'is disabled by the page, and no agent has acted since the person has written'(page) {
      await choose(page)
      await write(page)
      await page.waitForTimeout(50)
      await takeByPage(page)
    },
    async 'gets the words of an input method'(page) {
      await choose(page)
      await compose(page, 'composed')
      const client = await page.context().newCDPSession(page)
      await client.send('Input.insertText', { text: '地' })
    },
    async 'gets a choice of its open list'(page) {
      await choose(page)
      await openList(page)
      await page.keyboard.press('Enter')
    },
    async 'gets a choice by a key'(page) {
      await choose(page)
      await page.getByTitle('before').click()
      await page.keyboard.press('Tab')
      await page.keyboard.press('l')
    },
  }
  test.each(Object.keys(gestures))('%s', async (name) => {
    const page = await open()
    expect(await listOrigins(page, async () => gestures[name]?.(page))).toEqual(['human'])
  })
})
