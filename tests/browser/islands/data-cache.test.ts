/** The example of caching, built and served, in Chromium: public and private pages, and the invalidation after a new price. */
import { expect, test } from 'vitest'
import { auditPage } from '../page-audit.ts'
import { playgroundPages } from '../playground-app.ts'

const example = playgroundPages('data-cache')

async function headersOf(path: string): Promise<readonly (string | null)[]> {
  const { headers } = await fetch(example.app.url + path)
  return ['x-fw-cache', 'x-fw-cache-reason', 'cache-control', 'cache-tag'].map((name) => headers.get(name))
}

test('a page is made once for everybody, shows its own headers, and a new price drops the pages that show it', async () => {
  const policy = 'public, max-age=0, s-maxage=300, stale-while-revalidate=3600'
  expect(await headersOf('/')).toEqual(['MISS', 'cold', policy, 'beans'])
  expect(await headersOf('/')).toEqual(['HIT', 'fresh', policy, 'beans'])
  expect((await headersOf('/beans/long-table')).slice(0, 2)).toEqual(['MISS', 'cold'])
  const { page, logs } = await example.open('/beans/first-light')
  const shown = page.locator('.headers dl')
  await page.getByRole('button', { name: 'Ask for this page again' }).click()
  await expect.poll(() => shown.textContent()).toContain('x-fw-cacheHITx-fw-cache-reasonfresh')
  expect(await shown.textContent()).toContain('cache-tagbean-first-light')
  await page.getByLabel('New price in cents').fill('1350')
  await page.getByRole('button', { name: 'Change the price' }).click()
  await page.getByText('€13.50 for 250 g').waitFor()
  expect((await headersOf('/')).slice(0, 2)).toEqual(['MISS', 'dropped'])
  expect((await headersOf('/beans/long-table')).slice(0, 2)).toEqual(['HIT', 'fresh'])
  expect(await (await fetch(example.app.url)).text()).toContain('€13.50')
  await page.getByLabel('New price in cents').fill('0')
  await page.getByRole('button', { name: 'Change the price' }).click()
  await page.locator('[aria-invalid=true]').waitFor()
  expect(logs.filter((line) => !line.includes('422'))).toEqual([])
  await page.close()
})

test('signed-in users get their own pages, and only they see their account', async () => {
  const { page, logs } = await example.open('/account')
  await page.getByLabel('Your name').fill('Ann')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Hello, Ann' }).waitFor()
  await page.goto(example.app.url)
  await page.getByRole('button', { name: 'Ask for this page again' }).click()
  await expect
    .poll(() => page.locator('.headers dl').textContent())
    .toContain('x-fw-cacheBYPASSx-fw-cache-reasonsessionagenot sentcache-controlprivate, no-store')
  expect(await headersOf('/account')).toEqual(['BYPASS', 'private', 'private, no-store', null])
  expect(await (await fetch(`${example.app.url}/account`)).text()).not.toContain('Ann')
  await page.goto(`${example.app.url}/account`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('Your name').waitFor()
  expect(logs).toEqual([])
  await page.close()
})

test('has nothing to mend, light and dark, on a phone and on a desk', async () => {
  const problems: string[] = []
  for (const path of ['/', '/beans/north-quay', '/account', '/nowhere']) {
    const { page } = await example.open(path)
    problems.push(...(await auditPage(page, path)))
    await page.close()
  }
  expect(problems).toEqual([])
})
