/** Live pages with islands. */
import { expect, test } from 'vitest'
import { livePages, sameDocument } from './live-server.ts'

const pages = livePages()

test('islands of a live page stay with their state, and get new props', async () => {
  const { page, logs } = await pages.open('/islands')
  const button = page.locator('button')
  await button.click()
  await button.getByText('1 clicks, 2 cards').waitFor()
  await pages.server.setCards('Tea')
  await button.getByText('1 clicks, 1 cards').waitFor()
  expect(await page.locator('h1').textContent()).toBe('1 cards')
  await pages.server.setCards('Tea', 'Oil', 'Salt')
  await button.getByText('1 clicks, 3 cards').waitFor()
  expect(pages.server.asked()).toEqual(['live /islands', 'live /islands'])
  expect(await sameDocument(page)).toBe(true)
  expect(logs).toEqual([])
})

test('islands in a region get new props, new ones start, and others of the page are not touched', async () => {
  const { page, logs } = await pages.open('/island-regions')
  const outside = await page.locator('.outside').textContent()
  const [other, own] = [page.locator('main > fw-island button'), page.locator('section button').first()]
  await other.click()
  await own.click()
  await own.getByText('1 clicks, 2 cards').waitFor()
  await pages.server.setCards('Tea', 'Oil', 'Salt')
  await own.getByText('1 clicks, 3 cards').waitFor()
  const added = page.locator('section button').nth(1)
  await added.click()
  await added.getByText('1 clicks, 100 cards').waitFor()
  expect(await other.textContent()).toBe('1 clicks, -1 cards')
  expect(await page.locator('.outside').textContent()).toBe(outside)
  await pages.server.setCards('Tea')
  await own.getByText('1 clicks, 1 cards').waitFor()
  expect(await page.locator('section button').count()).toBe(1)
  expect(await sameDocument(page)).toBe(true)
  expect(logs).toEqual([])
})

test('a region that an island shows later and the regions after it have their own content', async () => {
  const { page, logs } = await pages.open('/folded-regions')
  await page.getByRole('button', { name: 'Open' }).click()
  await page.locator('.folded').waitFor()
  await pages.server.setCards('Tea', 'Oil', 'Salt')
  await page.locator('.shown', { hasText: '3 shown' }).waitFor()
  expect(await page.locator('.shown').textContent()).toBe('3 shown')
  expect(await page.locator('.folded').textContent()).toMatch(/^[23] folded$/)
  expect(await sameDocument(page)).toBe(true)
  expect(logs).toEqual([])
})

test('elements of users with ids of the framework neither load a script nor stop islands', async () => {
  const { server } = pages
  const script = `${server.origin}/assets/of-a-user.js`
  const comments = ['live', 'islands', 'navigation', 'stores', 'speculation'].map(
    (name) => `<p id="fw-${name}" data-page="x" data-live="x" data-view="${script}">${name}</p>`,
  )
  await server.setNotes(...comments)
  const { page, logs } = await pages.open('/island-comments')
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  const button = page.locator('button')
  await button.click()
  await button.getByText('1 clicks, 5 cards').waitFor()
  await server.setNotes(...comments, '<p>Last</p>')
  await button.getByText('1 clicks, 6 cards').waitFor()
  expect(requested).not.toContain(script)
  expect(await sameDocument(page)).toBe(true)
  expect(logs).toEqual([])
})

test('a script with the id of the framework that was injected into the page has no effect', async () => {
  const { server } = pages
  const comment =
    '<script type="module" id="fw-live" nonce="x" data-page="x" data-live="x" data-view="assets/user.js"></script>' +
    '<script type="application/json" id="fw-islands" nonce="x">{"m":{},"n":{},"h":"assets/user.js"}</script>'
  await server.setNotes(comment)
  const { page, requests } = await pages.open('/island-comments')
  const button = page.locator('button')
  await button.click()
  await button.getByText('1 clicks, 1 cards').waitFor()
  await server.setNotes(comment, '<p>Last</p>')
  await button.getByText('1 clicks, 2 cards').waitFor()
  expect(requests).not.toContain('/assets/user.js')
  expect(await sameDocument(page)).toBe(true)
})
