/**
 * Work that continues late: that of a pending call, whose preview isn't complete, and that of an agent, which changes what a
 * pending call does.
 */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { agentPages, openShadows } from '../agent-pages.ts'
import { call, clickAsAgent } from './act-as-agent.ts'

const pages = agentPages()

const open = () => pages.open('/late-steps', openShadows)
const card = (page: Page) => page.getByRole('article').textContent()
const approve = (page: Page) => page.getByRole('button', { name: /^Approve/ }).click()
const isAskedAgain = (page: Page) => page.getByText('The page has changed since.').waitFor()
const isDone = (page: Page) => page.getByText('Approved. It has run, once.').waitFor()

/** The note of a card whose call may do more than the preview shows. */
const NOTE = 'More steps may follow, which only the real run takes.'

describe('a preview that ends before its work', () => {
  test.each([
    ['a timer', 'rename', 'order save second for other'],
    ['a call that it does not wait for', 'send', 'order one for other'],
    ['a callback of a promise', 'sendNext', 'order one for other'],
  ])('shows that more follows, and asks again after an act of an agent: %s', async (_name, tool, ran) => {
    const page = await open()
    await call(page, `Drafts.${tool}`)
    expect(await card(page)).toContain(NOTE)
    await call(page, 'Drafts.aim')
    await approve(page)
    await isAskedAgain(page)
    await page.waitForTimeout(400)
    expect(pages.server.ran).toEqual([])
    await approve(page)
    await isDone(page)
    await expect.poll(() => pages.server.ran).toContain(ran)
  })

  test('shows the calls that it makes after its end before the call runs', async () => {
    const page = await open()
    await call(page, 'Drafts.fade')
    await page.waitForTimeout(1_000)
    await approve(page)
    await isAskedAgain(page)
    expect(await card(page)).toContain('api.shop.order {"item":"fade for shown"}')
    expect(await card(page)).toContain(NOTE)
    expect(pages.server.ran).toEqual([])
    await approve(page)
    await isDone(page)
    await expect.poll(() => pages.server.ran).toEqual(['order fade for shown'])
  })

  test('asks again if it has become one since', async () => {
    const page = await open()
    await call(page, 'Drafts.saveIfAsked')
    expect(await card(page)).not.toContain(NOTE)
    await call(page, 'Drafts.saveByItself')
    await approve(page)
    await isAskedAgain(page)
    expect(await card(page)).toContain(NOTE)
  })
})

test('a preview whose timers and promises have ended is complete', async () => {
  const page = await open()
  await call(page, 'Drafts.pause')
  expect(await card(page)).toMatch(/"first".*"second"/)
  expect(await card(page)).not.toContain(NOTE)
  await call(page, 'Drafts.aim')
  await approve(page)
  await isDone(page)
})

describe('slow work of an agent', () => {
  test('asks again after each of its steps', async () => {
    const page = await open()
    const first = 1_500
    const second = 3_500
    await page.evaluate((steps) => void window.fw?.call('LateSteps.hideSlowly', steps), { first, second })
    const begin = Date.now()
    await call(page, 'LateSteps.sendHidden')
    for (const end of [first, first + second]) {
      await page.waitForTimeout(Math.max(0, begin + end + 400 - Date.now()))
      await approve(page)
      await isAskedAgain(page)
      await page.waitForTimeout(100)
      expect(pages.server.ran).toEqual([])
    }
    await approve(page)
    await isDone(page)
    expect(pages.server.ran).toEqual(['order hidden other'])
  }, 40_000)

  test.each([
    ['a clock of an intent', (page: Page) => call(page, 'LateSteps.tick')],
    ['a clock of a button', (page: Page) => clickAsAgent(page, 'Tick')],
  ])('asks once if it continues at a regular pace: %s', async (_name, tick) => {
    const page = await open()
    await tick(page)
    await call(page, 'LateSteps.sendHidden')
    await page.waitForTimeout(900)
    await approve(page)
    await isAskedAgain(page)
    await approve(page)
    await isDone(page)
    expect(pages.server.ran).toEqual(['order hidden shown'])
  })

  test('asks again beside a clock', async () => {
    const page = await open()
    await call(page, 'LateSteps.tick')
    await call(page, 'LateSteps.sendHidden')
    await page.waitForTimeout(900)
    await approve(page)
    await isAskedAgain(page)
    await page.evaluate(() => void window.fw?.call('LateSteps.hideSlowly', { first: 10, second: 1_500 }))
    await page.waitForTimeout(500)
    await approve(page)
    await page.waitForTimeout(1_600)
    await approve(page)
    await page.waitForTimeout(300)
    expect(pages.server.ran).toEqual([])
  })
})

test('a call whose props can no longer be read ends with the reason, without running', async () => {
  const page = await open()
  await clickAsAgent(page, 'Remove one')
  await call(page, 'LateSteps.clear')
  await approve(page)
  await page
    .getByText("It did not run, because the state of its component can't be read: Stale read from <Show>.")
    .waitFor()
  expect(pages.server.ran).toEqual([])
})
