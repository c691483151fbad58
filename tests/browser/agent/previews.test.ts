/** The preview of a pending call: code without other effects runs on copies of its state. No other code runs before a decision. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { agentPages, openShadows } from '../agent-pages.ts'
import { call } from './act-as-agent.ts'

const pages = agentPages()

const open = () => pages.open('/previews', openShadows)
const approve = (page: Page) => page.getByRole('button', { name: /^Approve/ }).click()
const isDone = (page: Page) => page.getByText('Approved. It has run, once.').waitFor()
const rows = (page: Page) =>
  page
    .getByRole('row')
    .evaluateAll((all) => all.slice(1).map((row) => [...row.children].map((cell) => cell.textContent)))
const card = (page: Page) => page.getByRole('article').textContent()

describe('a call with a preview', () => {
  test('shows its changes, and changes nothing before the decision', async () => {
    const page = await open()
    await call(page, 'Previews.raise', { name: 'tea' })
    expect(await rows(page)).toEqual([['lines[0].qty', '1', '2']])
    expect(await page.locator('section > code').textContent()).toBe('[{"name":"tea","qty":1}]')
    await approve(page)
    await isDone(page)
    expect(await page.locator('section > code').textContent()).toBe('[{"name":"tea","qty":2}]')
  })

  test('shows the error that it throws', async () => {
    const page = await open()
    await call(page, 'Previews.raise', { name: 'milk' })
    expect(await card(page)).toContain('No changes.The preview failed: There is no milk.')
  })

  test('finds the same object in two signals', async () => {
    const page = await open()
    await call(page, 'Previews.removeSelected')
    expect(await rows(page)).toEqual([['lines[0]', '{"name":"tea","qty":1}', 'nothing']])
  })

  test('runs as the call of the user that it will be', async () => {
    const page = await open()
    await call(page, 'Previews.ask')
    expect(await rows(page)).toEqual([['count', '0', '1']])
    await approve(page)
    await isDone(page)
    expect(await page.locator('b').textContent()).toBe('1')
  })

  test('shows the changes of actions that it calls', async () => {
    const page = await open()
    await call(page, 'Previews.fillCart')
    expect(await rows(page)).toEqual([
      ['cart.lines[0]', 'nothing', '{"sku":"tea","qty":7}'],
      ['cart.lines[1]', 'nothing', '{"sku":"milk","qty":1}'],
    ])
    expect(await page.locator('i').textContent()).toBe('0')
  })

  test.each([
    [['constructor', 'prototype']],
    [['__proto__']],
    [['lines', 'constructor', 'prototype']],
    [['note', 'hasOwnProperty', 'call']],
  ])('shows that a path of its input leads out of the state: %j', async (path) => {
    const page = await open()
    await call(page, 'basket.put', { path, value: { polluted: 'yes' } })
    expect(await card(page)).toContain("No changes.The preview failed: A store's set received a path out of its state.")
    await approve(page)
    await page.getByRole('dialog', { name: 'Decided' }).getByText('a path out of its state.').waitFor()
    const owners = () => ['polluted' in {}, 'polluted' in [], typeof Object.prototype.hasOwnProperty.call]
    expect(await page.evaluate(owners)).toEqual([false, false, 'function'])
  })

  test('is shown again if an agent has acted since, because a component may react to the change', async () => {
    const page = await open()
    await call(page, 'Previews.save')
    expect(await rows(page)).toEqual([['saved', '""', '"yes"']])
    await call(page, 'Previews.address', { to: 'eve' })
    await approve(page)
    await page.getByText('The page has changed since. This is what would happen now.').waitFor()
    expect(pages.opened.requests.filter((url) => url.startsWith('/effect'))).toEqual([])
    await approve(page)
    await isDone(page)
    await expect.poll(() => pages.opened.requests).toContain('/effect-eve')
  })
})

/** Whether the call is pending without a preview. */
async function isPendingOnly(page: Page, tool: string, input: object = {}): Promise<void> {
  expect(await call(page, tool, input)).toMatchObject({ ok: true, result: { status: 'proposal' } })
  await page.waitForTimeout(300)
  expect(await card(page)).not.toContain('Changes in this page')
}

describe('a call without a preview', () => {
  test.each([
    'Effects.request',
    'Effects.alias',
    'Effects.lazy',
    'Effects.timer',
    'Effects.stream',
    'Effects.listener',
    'Previews.reportCart',
    'basket.send',
  ])("doesn't run before the decision: %s", async (tool) => {
    const page = await open()
    await isPendingOnly(page, tool)
    expect(pages.opened.requests).not.toContain('/effect')
    await approve(page)
    await expect.poll(() => pages.opened.requests).toContain('/effect')
  })

  test('removes no file before the decision', async () => {
    const page = await open()
    const isThere = () =>
      page.evaluate(async () => {
        const folder = await navigator.storage.getDirectory()
        return folder.getFileHandle('effect').then(
          () => true,
          () => false,
        )
      })
    await page.evaluate(async () => {
      const folder = await navigator.storage.getDirectory()
      await folder.getFileHandle('effect', { create: true })
    })
    await isPendingOnly(page, 'Effects.file')
    expect(await isThere()).toBe(true)
    await approve(page)
    await expect.poll(isThere).toBe(false)
  })

  test('has state that is more than data', async () => {
    const page = await open()
    await isPendingOnly(page, 'Previews.show')
  })
})
