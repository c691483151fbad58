/** The app that `create-fw` makes, built and served under its strict policy, in Chromium with an empty console. */
import { expect, test } from 'vitest'
import { auditPage } from './page-audit.ts'
import { playgroundPages } from './playground-app.ts'

const example = playgroundPages('starter')

test('a note is written, an empty one is refused in words, and there is nothing to mend before, between and after', async () => {
  const { page, logs } = await example.open()
  const problems = [...(await auditPage(page, '/'))]
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByText('A note has 1 to 200 characters.').waitFor()
  problems.push(...(await auditPage(page, '/ with an error')))
  await page.getByLabel('New note').fill('Water the ferns')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByText('Water the ferns', { exact: true }).waitFor()
  await page.getByText('A note has 1 to 200 characters.').waitFor({ state: 'detached' })
  await page.reload()
  await page.getByText('Water the ferns', { exact: true }).waitFor()
  problems.push(...(await auditPage(page, '/ with two notes')))
  // The console contains only the server's response to the empty note.
  expect(logs.filter((line) => !line.includes('400'))).toEqual([])
  await page.close()
  for (const path of ['/about', '/nowhere']) {
    const { page } = await example.open(path)
    problems.push(...(await auditPage(page, path)))
    await page.close()
  }
  expect(problems).toEqual([])
})
