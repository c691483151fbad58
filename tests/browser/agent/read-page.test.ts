/** What an agent reads of a page: only what its user sees, and of limited length. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { agentPages } from '../agent-pages.ts'
import { call, findRef } from './act-as-agent.ts'

const pages = agentPages()

async function open(html: string): Promise<Page> {
  const page = await pages.open('/forms')
  await page.locator('main').evaluate((main, content) => {
    main.innerHTML = content
    // The policy of the page forbids the attribute `style`.
    for (const element of main.querySelectorAll<HTMLElement>('[data-visibility]'))
      element.style.visibility = element.dataset.visibility ?? ''
  }, html)
  return page
}

const read = async (page: Page) => ((await call(page, 'ui_read_page')) as { result: { outline: string } }).result

test.each([
  '<div data-visibility="hidden">unseen <p>unseen</p></div><p>seen</p>',
  '<details><summary>seen</summary>unseen <b>unseen</b></details>',
  '<div data-visibility="hidden">unseen<p data-visibility="visible">seen</p></div>',
])('text that a user does not see is left out: %s', async (html) => {
  const { outline } = await read(await open(html))
  expect(outline).toContain('seen')
  expect(outline).not.toContain('unseen')
})

test('the names of fields, images and forms hide nothing', async () => {
  const page = await open(
    `<form name="title" aria-label="Trip"><input name="childNodes" aria-label="Nodes"><input name="matches" aria-label="Matches">
      <p>seen</p><p hidden>unseen</p><button>Book</button></form>`,
  )
  const title = await page.evaluate(() => document.querySelector('title')?.textContent ?? '')
  const found = await read(page)
  expect(found).toMatchObject({ title })
  for (const part of ['form "Trip"', 'textbox "Matches"', 'seen', 'button "Book"'])
    expect(found.outline).toContain(part)
  expect(found.outline).not.toContain('unseen')
  expect(await call(page, 'ui_fill', { ref: await findRef(page, '"Nodes"'), value: '2' })).toMatchObject({ ok: true })
  expect(await page.locator('[name=childNodes]').inputValue()).toBe('2')
})

test.each([
  ['one long text', `<pre>${'long '.repeat(20_000)}</pre>`],
  ['many texts in one line', `<p>${'<b>long </b>'.repeat(20_000)}</p>`],
  ['many lines', '<p>long</p>'.repeat(20_000)],
])('the outline has a limited length: %s', async (_, html) => {
  const found = await read(await open(html))
  expect(found.outline.length).toBeGreaterThan(23_000)
  expect(found.outline.length).toBeLessThan(24_100)
  expect(found).toMatchObject({ truncated: true })
})

test.each([
  ['payment card', '<input autocomplete="billing cc-number" value="4111" aria-label="Data">'],
  ['payment card', '<input autocomplete="cc-csc" value="4111" aria-label="Data">'],
  ['payment card', '<select autocomplete="cc-exp-month" aria-label="Data"><option>1</option><option>4111</select>'],
  ['one-time code', '<input autocomplete="one-time-code" value="4111" aria-label="Data">'],
])('the value of a field is for people: %s', async (kind, html) => {
  const page = await open(html)
  const { outline } = await read(page)
  expect(outline).toContain(`(${kind}, for people)`)
  const filled = await call(page, 'ui_fill', { ref: await findRef(page, '"Data"'), value: '1' })
  expect(filled).toMatchObject({ ok: false, code: 'forbidden' })
  if (html.startsWith('<input')) await page.locator('input').selectText()
  expect(outline + JSON.stringify(await call(page, 'ui_get_view_context'))).not.toContain('4111')
})

test('the view contains no draft for the agent, and no hidden headings', async () => {
  const page = await open(
    '<section data-fw-copilot><textarea aria-label="Draft">unsent</textarea></section><h1>seen</h1><h2 hidden>unseen</h2>',
  )
  await page.locator('textarea').selectText()
  const context = await call(page, 'ui_get_view_context')
  expect(context).toMatchObject({ ok: true, result: { headings: ['seen'] } })
  expect(JSON.stringify(context)).not.toMatch(/unsent|Draft/)
})
