/** A person leaves a field that an agent filled, and a listener around it saves it: the person hasn't written it. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { agentPages } from '../../agent-pages.ts'
import { call, clickAsAgent, findRef } from '../act-as-agent.ts'

const pages = agentPages()

/** Opens the page, where an agent fills the field. */
async function open(query: string, field = 'editor'): Promise<Page> {
  const page = await pages.open(`/outside${query}`)
  await page.locator('[data-ready=true]').waitFor()
  if (field === 'popped') await page.getByRole('button', { name: 'Pop' }).click()
  await call(page, 'ui_fill', { ref: await findRef(page, `"${field}"`), value: 'evil' })
  return page
}

/** Returns the calls that a person causes by a gesture. */
async function listCalls(page: Page, gesture: () => Promise<unknown>): Promise<ReadonlySet<string>> {
  const before = pages.server.audit.length
  await gesture()
  await page.waitForTimeout(300)
  return new Set(
    pages.server.audit.slice(before).map(({ origin, tool }) => `${origin} ${tool.slice('api.shop.'.length)}`),
  )
}

const press = (page: Page, name: string) => page.getByText(name, { exact: true }).click()
const LISTENERS = [
  '?at=document&by=pointerdown',
  '?at=document&by=mousedown&captures',
  '?at=window&by=pointerdown&captures',
  '?at=document&by=focusin',
] as const
const CLICKS = [
  '?at=document&by=click',
  '?at=document&by=click&captures',
  '?at=document&by=pointerup',
  '?at=section&by=click',
] as const

describe('a field that an agent filled', () => {
  test.each(LISTENERS)(
    "isn't saved for a person who presses a button elsewhere, which acts as the person's: %s",
    async (query) => {
      const page = await open(query)
      expect(await listCalls(page, () => press(page, 'Act'))).toEqual(new Set(['agent never', 'human pay']))
      expect(pages.server.ran).toEqual(['pay 1'])
    },
  )

  test.each([...LISTENERS.slice(0, 3), ...CLICKS])(
    "isn't saved for a person who presses beside it: %s",
    async (query) => {
      const page = await open(query)
      expect(await listCalls(page, () => press(page, 'Words'))).toEqual(new Set(['agent never']))
      expect(await listCalls(page, () => press(page, 'Words'))).toEqual(new Set(['agent never']))
    },
  )

  test("isn't saved for a person whose press starts an island, which gets it as the person's", async () => {
    const page = await open('?at=document&by=click')
    expect(await listCalls(page, () => press(page, 'Cold words'))).toEqual(new Set(['human pay', 'agent never']))
  })

  test("isn't saved for a person who presses beside it in an element around it", async () => {
    const page = await open('?by=overlay')
    const overlay = page.locator('[data-overlay]')
    expect(await listCalls(page, () => overlay.click({ position: { x: 3, y: 8 } }))).toEqual(new Set(['agent never']))
  })

  test.each(['Tab', 'Escape'])("isn't saved for a person who leaves it: by %s", async (key) => {
    const page = await open(`?by=${key}`)
    expect(await listCalls(page, () => page.keyboard.press(key))).toEqual(new Set(['agent never']))
  })

  test.each<readonly [string, (page: Page) => Promise<unknown>]>([
    ['a press outside', (page) => page.mouse.click(2, 2)],
    ['Escape', (page) => page.keyboard.press('Escape')],
  ])("isn't saved for a person who closes its popover: by %s", async (_name, close) => {
    const page = await open('', 'popped')
    expect(await listCalls(page, () => close(page))).toEqual(new Set(['agent never']))
  })

  test.each(['popped check', 'popped first'])(
    "isn't saved for a person who closes its popover: %s, which an agent clicks, and is once the person has pressed a label",
    async (name) => {
      const page = await open('', 'popped')
      await page.getByLabel('popped', { exact: true }).click()
      await clickAsAgent(page, name)
      expect(await listCalls(page, () => page.keyboard.press('Escape'))).toEqual(new Set(['agent never']))
      await page.getByRole('button', { name: 'Pop' }).click()
      await page.getByText(name === 'popped first' ? 'second' : 'Popped', { exact: true }).click()
      expect(await listCalls(page, () => page.keyboard.press('Escape'))).toEqual(new Set(['human never']))
    },
  )

  test('is saved for a person who closes its popover by a button', async () => {
    const page = await open('', 'popped')
    expect(await listCalls(page, () => press(page, 'Save'))).toEqual(new Set(['human never']))
  })

  test.each([...LISTENERS.slice(0, 3), ...CLICKS])('is saved for a person who has pressed in it: %s', async (query) => {
    const page = await open(query)
    await page.getByLabel('editor').click()
    expect(await listCalls(page, () => press(page, 'Words'))).toEqual(new Set(['human never']))
  })

  test('is saved for a person who has written in it, and leaves it by Tab', async () => {
    const page = await open('?by=Tab')
    await page.keyboard.type('tea')
    expect(await listCalls(page, () => page.keyboard.press('Tab'))).toEqual(new Set(['human never']))
  })

  test.each(['Act', 'Plain act', 'Cold words'])('leaves the clicks of a person to the person: %s', async (name) => {
    const page = await open('')
    expect(await listCalls(page, () => press(page, name))).toEqual(new Set(['human pay']))
  })

  test('leaves the keys of a person to the person, who has left it by Tab', async () => {
    const page = await open('')
    await page.waitForTimeout(600)
    await page.keyboard.press('Shift+Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Act')
    expect(await listCalls(page, () => page.keyboard.press('Enter'))).toEqual(new Set(['human pay']))
  })
})
