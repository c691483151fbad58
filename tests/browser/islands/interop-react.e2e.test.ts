/** The example with components of React, built and served under its strict policy, in Chromium with an empty console. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { hydrates, hydratesIn } from '../../../runtime/src/testing.ts'
import { startDev } from '../../compiler/build/app-copy.ts'
import type { OpenPage } from '../chromium.ts'
import { auditPage } from '../page-audit.ts'
import { playgroundPages } from '../playground-app.ts'

const example = playgroundPages('interop-react')

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const scriptsOf = ({ requests }: OpenPage) => requests.filter((url) => url.endsWith('.js'))
const withReact = (page: OpenPage) => scriptsOf(page).filter((url) => /\breact\b|mount-react|jsx-runtime/.test(url))
const markServerNodes = (page: Page) =>
  page.evaluate(() => {
    for (const node of document.querySelectorAll('fw-island *')) node.setAttribute('data-from-server', '')
  })

test('a React component in a Solid island is hydrated in the nodes of the server, and follows the signals of the island', async () => {
  const opened = await example.open('/teas/smoke')
  const { page, logs } = opened
  await page.locator('fw-island[ok]').waitFor()
  await markServerNodes(page)
  await button(page, '4 stars').click()
  await page.getByText('You gave it 4 of 5.').waitFor()
  expect(await button(page, '4 stars').getAttribute('aria-pressed')).toBe('true')
  expect(await page.locator('.star.lit').count()).toBe(4)
  // React's own state, besides the props from Solid.
  await button(page, '2 stars').hover()
  expect(await page.locator('.star.lit').count()).toBe(2)
  await page.getByRole('heading', { name: 'Smoke' }).hover()
  expect(await page.locator('.star.lit').count()).toBe(4)
  expect(await page.locator('.star[data-from-server]').count()).toBe(5)
  expect(logs).toEqual([])
})

test('hydrates and hydratesIn accept a page of Solid and React; hydratesIn reports an island that fails, or that differs', async () => {
  const { page } = await example.open('/teas/smoke')
  hydrates(await (await fetch(`${example.app.url}/teas/smoke`)).text())
  await hydratesIn(page)
  await page.evaluate(() => document.querySelector('fw-island legend')?.replaceChildren('Another'))
  await expect(hydratesIn(page)).rejects.toThrow(
    /The island <Review> shows "[^\n]*Another[^\n]*, and the server sends /,
  )
  await page.route('**/assets/*review*', (route) => route.abort())
  await page.route('**/assets/island-*', (route) => route.abort())
  await page.goto(`${example.app.url}/teas/smoke`)
  await expect(hydratesIn(page)).rejects.toThrow('The island <Review> has failed. The console shows the error.')
  await page.goto(`${example.app.url}/`)
  await expect(hydratesIn(page)).rejects.toThrow('The page has no island')
})

test('a React button calls an intent, which an agent can call as well: React shows the effect', async () => {
  const { page, logs } = await example.open('/teas/smoke')
  await page.locator('fw-island[ok]').waitFor()
  const answer = await page.evaluate(() => window.fw?.call('Review.rate', { stars: 2 }))
  expect(answer).toEqual({ ok: true, result: { tea: 'Smoke', stars: 2 } })
  await expect.poll(() => button(page, '2 stars').getAttribute('aria-pressed')).toBe('true')
  expect(await page.evaluate(() => window.fw?.call('Review.rate', { stars: 9 }))).toMatchObject({
    ok: false,
    code: 'invalid_input',
  })
  expect(await page.locator('.star.lit').count()).toBe(2)
  expect(logs).toEqual([])
})

test('a React component that a Solid island shows later is made in the browser, followed, and taken away', async () => {
  const { page, logs } = await example.open('/teas/smoke')
  await page.locator('fw-island[ok]').waitFor()
  await button(page, 'What others say').click()
  const last = page.locator('.chart li').last()
  await expect.poll(() => last.textContent()).toBe('5 ★8')
  await button(page, '5 stars').click()
  await expect.poll(() => last.textContent()).toBe('5 ★9')
  await button(page, 'In percent').click()
  await expect.poll(() => last.textContent()).toBe('5 ★45 %')
  await button(page, 'What others say').click()
  expect(await page.locator('.chart').count()).toBe(0)
  expect(logs).toEqual([])
})

test('an island of React starts by its trigger, in the nodes of the server, and without a byte of Solid', async () => {
  const opened = await example.open('/ratings')
  const { page, logs } = opened
  await page.locator('fw-island[ok]').first().waitFor()
  await markServerNodes(page)
  await button(page, 'In percent for Smoke').click()
  await expect.poll(() => page.locator('.chart').nth(1).locator('li').last().textContent()).toBe('5 ★42 %')
  expect(await page.locator('.chart').first().locator('li').last().textContent()).toBe('5 ★6')
  expect(await page.locator('.chart li[data-from-server]').count()).toBe(15)
  expect(withReact(opened).length).toBeGreaterThan(0)
  expect(scriptsOf(opened).filter((url) => url.includes('hydrate'))).toEqual([])
  expect(logs).toEqual([])
})

test('no page without a component of React to start loads a byte of it', async () => {
  const home = await example.open('/')
  expect(await home.page.locator('.badge').textContent()).toBe('54 cups rated so far')
  expect(scriptsOf(home)).toEqual([])
  const steeping = await example.open('/steeping')
  await steeping.page.locator('fw-island[ok]').waitFor()
  await button(steeping.page, 'Longer').click()
  await steeping.page.getByText('Steep for 3 minutes.').waitFor()
  await steeping.page.waitForLoadState('networkidle')
  expect(withReact(steeping)).toEqual([])
  expect(scriptsOf(steeping).length).toBeGreaterThan(2)
  expect([...home.logs, ...steeping.logs]).toEqual([])
})

test('navigation ends the islands of React, and starts those of the next page', async () => {
  const { page, logs } = await example.open('/ratings')
  await page.locator('fw-island[ok]').first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    document.body.dataset.sameDocument = ''
    Object.assign(window, { old: document.querySelector('.chart button') })
  })
  await page.getByRole('link', { name: 'Steeping' }).click()
  await button(page, 'Longer').click()
  await page.getByText('Steep for 3 minutes.').waitFor()
  await page.getByRole('link', { name: 'Ratings' }).click()
  await button(page, 'In percent for Barley').click()
  await expect.poll(() => page.locator('.chart').last().locator('li').last().textContent()).toBe('5 ★33 %')
  expect(await page.locator('body[data-same-document]').count()).toBe(1)
  // React took its nodes back, and with them its listeners.
  expect(await page.evaluate(() => (window as unknown as { old: Element }).old.isConnected)).toBe(false)
  expect(logs).toEqual([])
})

test('axe-core, html-validate, windows and thumbs find nothing on any page, light and dark, narrow and wide', async () => {
  const { page } = await example.open('/')
  const problems: string[] = []
  for (const path of ['/', '/ratings', '/steeping', '/teas/smoke', '/nowhere']) {
    await page.goto(example.app.url + path)
    if (path === '/teas/smoke') await button(page, 'What others say').click()
    problems.push(...(await auditPage(page, path)))
  }
  expect(problems).toEqual([])
})

test('dev serves them too', async () => {
  const dev = await startDev(example.app.folder)
  try {
    const page = await example.chromium.open(`${dev.url.replace(/\/$/, '')}/teas/smoke`)
    await page.page.locator('fw-island[ok]').waitFor()
    await button(page.page, '3 stars').click()
    await page.page.getByText('You gave it 3 of 5.').waitFor()
    await page.page.goto(`${dev.url.replace(/\/$/, '')}/ratings`)
    await page.page.locator('fw-island[ok]').first().waitFor()
    await button(page.page, 'In percent for Smoke').click()
    await expect.poll(() => page.page.locator('.chart').nth(1).locator('li').last().textContent()).toBe('5 ★42 %')
    expect(page.logs.filter((line) => !/^debug: \[vite\]|React DevTools/.test(line))).toEqual([])
    await page.page.close()
  } finally {
    await dev.stop()
  }
})
