import { expect, test } from 'vitest'
import { agentPages } from '../../agent-pages.ts'
import { call } from '../act-as-agent.ts'

const pages = agentPages(undefined, { windowed: true })

test.each([
  ['page', 'cancel'],
  ['root', 'cancel'],
  ['page', 'beforetoggle'],
  ['root', 'beforetoggle'],
])(
  "a dialog that an agent opened isn't saved for a person who closes it by Escape: in the %s, by %s",
  async (at, by) => {
    const page = await pages.open('/trees')
    await page.locator('[data-ready=true]').waitFor()
    await call(page, `Closing.show_${at}_${by}`)
    await page.getByText('Plan: large').first().waitFor({ state: 'attached' })
    await page.waitForTimeout(700)
    const audited = pages.server.audit.length
    await page.keyboard.press('Escape')
    await page.waitForTimeout(400)
    expect(pages.server.audit.slice(audited).map(({ origin }) => origin)).toEqual(['agent'])
  },
)

test('Ctrl+Enter in a closed shadow root sends the field, and confirms no dialog of an agent', async () => {
  const page = await pages.open('/trees')
  await page.locator('[data-ready=true]').waitFor()
  await call(page, 'EnterAnywhere.ask')
  await page.getByRole('alertdialog').waitFor()
  await page.locator('[data-closed]').click({ position: { x: 20, y: 20 } })
  await page.keyboard.type('tea')
  const audited = pages.server.audit.length
  await page.keyboard.press('Control+Enter')
  await page.waitForTimeout(400)
  expect(pages.server.audit.slice(audited).map(({ origin }) => origin)).toEqual(['agent'])
})

test('a popover that a person opened by its button in a shadow root is saved for the person', async () => {
  const page = await pages.open('/trees')
  await page.locator('[data-ready=true]').waitFor()
  await call(page, 'Trees.idle')
  await page.getByRole('button', { name: 'Show mine' }).click()
  await page.getByText('Mine', { exact: true }).waitFor()
  const audited = pages.server.audit.length
  await page.keyboard.press('Escape')
  await page.waitForTimeout(400)
  expect(pages.server.audit.slice(audited).map(({ origin }) => origin)).toEqual(['human'])
})
