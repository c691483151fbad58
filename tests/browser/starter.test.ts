/** The app that `create-fw` makes, built and served under its strict policy, in Chromium with an empty console. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { personClicks } from './closed-root.ts'
import { auditPage } from './page-audit.ts'
import { playgroundPages } from './playground-app.ts'

const example = playgroundPages('starter')

test('a user writes, filters and deletes notes, with and without an approval, and no audit finds a problem', async () => {
  const { page, logs } = await example.open()
  const problems = [...(await auditPage(page, '/'))]
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('textbox', { name: 'New note', exact: true }).and(page.locator('[aria-invalid=true]')).waitFor()
  problems.push(...(await auditPage(page, '/ with an error')))
  await addNote(page, 'Water the ferns')
  expect(await readNotes(page)).toEqual(['Buy milk', 'Water the ferns'])
  problems.push(...(await auditPage(page, '/ with two notes')))

  await page.getByLabel('Filter').fill('fern')
  expect(await readNotes(page)).toEqual(['Water the ferns'])
  await page.getByLabel('Filter').fill('')

  await page.getByRole('button', { name: 'Delete all as an agent' }).click()
  await personClicks(page, 'approve')
  await page.getByText('No notes.').waitFor()

  await page.keyboard.press('Escape') // closes the outcome
  await addNote(page, 'Buy bread')
  await page.getByRole('button', { name: 'Delete all', exact: true }).click()
  await page.getByText('No notes.').waitFor()
  // The console contains only the server's response to the empty note.
  expect(logs.filter((line) => !line.includes('422'))).toEqual([])
  await page.close()
  for (const path of ['/about', '/nowhere']) {
    const { page } = await example.open(path)
    problems.push(...(await auditPage(page, path)))
    await page.close()
  }
  expect(problems).toEqual([])
})

test('the address of the MCP server is the one that is copied', async () => {
  const { page } = await example.open()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(new URL('/_fw/mcp', page.url()).href)
  await page.close()
})

async function addNote(page: Page, text: string): Promise<void> {
  await page.getByLabel('New note').fill(text)
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('listitem').filter({ hasText: text }).waitFor()
}

const readNotes = (page: Page): Promise<string[]> => page.getByRole('listitem').allTextContents()
