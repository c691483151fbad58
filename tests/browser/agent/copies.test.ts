/** Tools of a component that is in an island several times, and of islands that the next page has too. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { agentPages, openShadows } from '../agent-pages.ts'
import { call } from './act-as-agent.ts'

const pages = agentPages()

const open = (): Promise<Page> => pages.open('/rows', openShadows)
const approve = (page: Page) => page.getByRole('button', { name: /^Approve/ })

async function click(page: Page, name: string): Promise<unknown> {
  const read = (await call(page, 'ui_read_page', {})) as { result: { outline: string } }
  const ref = new RegExp(`button "${name}" \\[(e\\d+)\\]`).exec(read.result.outline)?.[1]
  return call(page, 'ui_click', { ref })
}

describe('the copy', () => {
  test('whose button an agent clicks is the one that runs', async () => {
    const page = await open()
    await click(page, 'mark b')
    expect(pages.server.ran).toEqual(['order mark b'])
  })

  test('whose button an agent clicks is the one that is approved', async () => {
    const page = await open()
    await click(page, 'remove c')
    await approve(page).click()
    await page.getByText('Approved. It has run, once.').waitFor()
    expect(pages.server.ran).toEqual(['order remove c'])
  })

  test('of an island that stays is not approved with the props of the next page', async () => {
    const page = await open()
    await call(page, 'Note.send', {})
    await page.evaluate(() => window.fw?.navigate('/others'))
    await page.locator('p', { hasText: 'note x' }).waitFor({ state: 'attached' })
    await approve(page).click()
    await page.getByText(/^Approved/).waitFor()
    expect(pages.server.ran).toEqual([])
  })

  test('that was proposed is no other copy by the time of the approval', async () => {
    const page = await open()
    await call(page, 'Row.remove', {})
    await page.locator('button:text-is("drop a")').dispatchEvent('click')
    await approve(page).click()
    await page.getByText(/^Approved/).waitFor()
    expect(pages.server.ran).toEqual([])
  })

  test('that was removed before its call still needs an approval, and then runs', async () => {
    const page = await open()
    await click(page, 'drop and remove b')
    expect(pages.server.ran).toEqual([])
    await approve(page).click()
    await page.getByText('Approved. It has run, once.').waitFor()
    expect(pages.server.ran).toEqual(['order remove b'])
  })

  test('that was proposed is not that of the next page', async () => {
    const page = await open()
    await call(page, 'Row.remove', {})
    await page.evaluate(() => window.fw?.navigate('/others'))
    await page.locator('button:text-is("drop x")').waitFor({ state: 'attached' })
    await page.locator('fw-island[ok]', { hasText: 'drop x' }).waitFor({ state: 'attached' })
    await approve(page).click()
    await page.getByText(/^Approved/).waitFor()
    expect(pages.server.ran).toEqual([])
  })
})
