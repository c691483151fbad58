/** Live pages that change because of an agent's act: their newer versions are the agent's. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import type { FwServerOptions } from '../../../runtime/src/server.ts'
import { call } from '../agent/act-as-agent.ts'
import { agentPages } from '../agent-pages.ts'

/** Requests of newer versions, with their origin header. */
const requests: (readonly [path: string, origin: string | null])[] = []

const middleware = async ({ headers, url }: Request) => {
  if (headers.has('x-fw-live')) requests.push([new URL(url).pathname, headers.get('x-fw-origin')])
  return undefined
}

const pages = agentPages({ middleware } as FwServerOptions) // the rest is the app's

async function callAsOther(name: string, input: unknown = {}): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const url = `${pages.server.url}/_fw/api/orders.${name}`
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(input) })
  expect(response.status).toBe(200)
}

beforeEach(async () => {
  await callAsOther('reset')
  // The regions of a page are known once it has been rendered.
  await fetch(`${pages.server.url}/orders/regions`)
  requests.length = 0
})

const PATHS = ['/orders/islands', '/orders/regions', '/orders/still'] as const
type Path = (typeof PATHS)[number]

/** Opens the page, and waits for its stream. The page without islands is shown in a document that has had one. */
async function open(path: Path): Promise<Page> {
  const isStill = path === '/orders/still'
  let streams = 0
  const page = await pages.open(isStill ? '/orders/islands' : path, async (opened) => {
    opened.on('response', (response) => {
      if (response.url().endsWith('/_fw/live')) streams++
    })
  })
  await page.locator('#fw-announcer').waitFor({ state: 'attached' })
  await expect.poll(() => streams).toBe(1)
  // Loads the tools of an agent.
  await page.evaluate(() => window.fw?.tools())
  if (isStill) {
    await page.getByRole('link', { name: 'Still' }).click()
    await page.getByRole('heading', { name: 'without islands' }).waitFor()
  }
  requests.length = 0
  return page
}

const add = (name: string) => ({ order: { item: 'evil', name } })
const showsRow = (page: Page, name: string) => page.locator('li', { hasText: name }).waitFor()
const readFocus = (page: Page) => page.evaluate(() => document.activeElement?.localName)

describe.each(PATHS)('%s', (path) => {
  test('is requested with agent origin after an act of an agent, so that its render needs an approval', async () => {
    const page = await open(path)
    await call(page, 'api.orders.addFirst', add('AUTO pay me'))
    await showsRow(page, 'AUTO pay me')
    expect(requests).toEqual([[path, 'agent']])
    expect(await page.locator('.outcome').textContent()).toBe('refused')
    expect(pages.server.paid).toEqual([])
  })

  test('is requested with human origin before an agent acts', async () => {
    const page = await open(path)
    await callAsOther('addFirst', add('AUTO of another'))
    await showsRow(page, 'AUTO of another')
    expect(requests).toEqual([[path, null]])
    expect(await page.locator('.outcome').textContent()).toBe('paid')
  })

  test("takes the focus from a button after an agent's act, which the next key of the person would press", async () => {
    const page = await open(path)
    await page.getByLabel('Cents for milk').focus()
    await page.keyboard.press('Tab')
    expect(await readFocus(page)).toBe('button')
    await call(page, 'api.orders.addFirst', add('Evil'))
    await showsRow(page, 'Evil')
    expect(await readFocus(page)).toBe('body')
    await page.keyboard.press('Enter')
    await page.waitForTimeout(300)
    expect(pages.server.paid).toEqual([])
  })

  test("leaves the focus at the person's button after a change of another caller", async () => {
    const page = await open(path)
    await call(page, 'api.orders.list')
    await callAsOther('addFirst', add('Oil'))
    await showsRow(page, 'Oil')
    await page.getByRole('button', { name: 'Wait' }).click()
    await page.getByLabel('Cents for tea').click()
    await page.keyboard.press('Tab')
    await callAsOther('addFirst', add('Rice'))
    await showsRow(page, 'Rice')
    expect(await readFocus(page)).toBe('button')
    const item = () => document.activeElement?.closest('form')?.querySelector<HTMLInputElement>('[name=item]')?.value
    expect(await page.evaluate(item)).toBe('tea')
  })

  test("keeps the person's draft, and its focus, in the form of its row", async () => {
    const page = await open(path)
    await page.getByLabel('Cents for milk').click()
    await page.keyboard.type('500')
    await call(page, 'api.orders.addFirst', add('Evil'))
    await showsRow(page, 'Evil')
    expect(await page.getByLabel('Cents for evil').inputValue()).toBe('')
    expect(await page.getByLabel('Cents for milk').inputValue()).toBe('500')
    await page.keyboard.press('Enter')
    await expect.poll(() => pages.server.paid).toEqual(['milk 500'])
  })
})
