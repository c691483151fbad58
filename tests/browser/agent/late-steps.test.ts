/** Slow work of an agent, which changes what a pending call does. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { agentPages, openShadows } from '../agent-pages.ts'
import { call, clickAsAgent } from './act-as-agent.ts'

const pages = agentPages()

const open = () => pages.open('/late-steps', openShadows)
const approve = (page: Page) => page.getByRole('button', { name: /^Approve/ }).click()
const isAskedAgain = (page: Page) => page.getByText('The page has changed since.').waitFor()
const isDone = (page: Page) => page.getByText('Approved. It has run, once.').waitFor()

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
