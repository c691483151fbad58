/** Forms of islands with live reads in Chromium. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Chromium, launchChromium, type OpenPage } from '../chromium.ts'
import { bundleOnce, readSources } from '../island-server.ts'
import { type LiveServer, serveLiveApp } from './live-server.ts'

let server: LiveServer
let chromium: Chromium
let opened: OpenPage
let other: OpenPage

beforeAll(async () => {
  ;[server, chromium] = await Promise.all([serveLiveApp(), launchChromium()])
})
afterAll(async () => {
  await chromium?.close()
  await server?.close()
})
beforeEach(async () => {
  server.boards.clear()
  server.boards.set('a', ['one'])
  other = await open(await launchChromium())
  opened = await open(chromium)
  await expect.poll(() => server.countStreams()).toBe(2)
  server.takeRequests()
})
afterEach(async () => {
  Object.assign(globalThis, { fwTestGates: undefined })
  await opened.page.close()
  await other.page.context().close()
  await expect.poll(() => server.countStreams()).toBe(0)
})

async function open(browser: Chromium): Promise<OpenPage> {
  const page = await browser.open(`${server.origin}/forms`)
  await page.page.locator('fw-island[ok]').waitFor({ state: 'attached' })
  return page
}

const readCards = ({ page }: OpenPage) => page.locator('.board li').allTextContents()

/** Sends the form of a button. */
async function send(title: string, button: string): Promise<void> {
  const form = opened.page.locator('form', { has: opened.page.getByRole('button', { name: button }) })
  await form.locator('input[name=title]').fill(title)
  await form.getByRole('button').click()
}

/** Holds back calls for cards of this title. */
function holdBack(title: string): () => void {
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  Object.assign(globalThis, { fwTestGates: new Map([[title, gate]]) })
  return release
}

test('the expected value is shown at once, and the response has the new one: the page makes no other request', async () => {
  const release = holdBack('two')
  await send('two', 'Add at once')
  await expect.poll(() => readCards(opened)).toEqual(['one', 'two?'])
  expect(await opened.page.locator('input[name=title]').first().inputValue()).toBe('')
  expect(await readCards(other)).toEqual(['one'])
  release()
  for (const page of [opened, other]) await expect.poll(() => readCards(page)).toEqual(['one', 'two'])
  await opened.page.waitForTimeout(500)
  // That of the other browser.
  expect(server.takeRequests()).toEqual(['api/board.listCards'])
  expect(await opened.page.locator('.board').getAttribute('data-done')).toBe('two')
})

test.each([
  { title: 'long'.repeat(20), problem: 'Enter at most 40 characters', requests: [] },
  // The write may have happened before the error.
  { title: 'bad', problem: 'Refused.', requests: ['api/board.listCards'] },
])('a form that is refused with "$problem" restores the value and its fields', async ({ title, problem, requests }) => {
  const seen = opened.page.locator('.board li', { hasText: `${title}?` }).waitFor({ state: 'attached' })
  const release = holdBack(title)
  await opened.page.route('**/forms', async (route) => {
    await seen
    await route.continue()
  })
  await send(title, 'Add at once')
  await seen
  release()
  await expect.poll(() => opened.page.locator('output').textContent()).toContain(problem)
  expect(await readCards(opened)).toEqual(['one'])
  expect(await opened.page.locator('input[name=title]').first().inputValue()).toBe(title)
  await opened.page.waitForTimeout(500)
  expect(server.takeRequests()).toEqual(requests)
})

test('a form without an expected value shows the new one with its response', async () => {
  await send('three', 'Add later')
  await expect.poll(() => readCards(opened)).toEqual(['one', 'three'])
  await expect.poll(() => readCards(other)).toEqual(['one', 'three'])
  await opened.page.waitForTimeout(500)
  expect(server.takeRequests()).toEqual(['api/board.listCards'])
  expect([...opened.logs, ...other.logs]).toEqual([])
})

test('the forms of an app without live reads have none of this code', async () => {
  const readCode = async (app: string) => {
    const folder = fileURLToPath(new URL(`../apps/${app}`, import.meta.url))
    const { out } = await bundleOnce(folder, readSources(folder))
    const files = readdirSync(join(out, 'assets')).map((file) => readFileSync(join(out, 'assets', file), 'utf8'))
    return files.find((code) => code.includes('The server could not be reached. Please try again.')) ?? ''
  }
  // The member of an option of `call`.
  expect(await readCode('live')).toContain('optimistic:')
  expect(await readCode('forms')).toMatch(/^(?:(?!optimistic:)[\s\S])+$/)
})
