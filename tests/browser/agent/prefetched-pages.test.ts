/** Pages that were fetched while a person rested on their links are outdated after a call or a form. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import type { FwServerOptions } from '../../../runtime/src/server.ts'
import { agentPages } from '../agent-pages.ts'
import { call, clickAsAgent } from './act-as-agent.ts'

let requests = 0
const countPages = async ({ url }: Request) => {
  if (new URL(url).pathname === '/arrival') requests++
  return undefined
}

const pages = agentPages({ middleware: countPages } as FwServerOptions) // the rest is the app's
beforeEach(() => {
  requests = 0
})

/** Opens a page whose link to `/arrival` the pointer has rested on. */
async function rest(path: string): Promise<Page> {
  const page = await pages.open(path)
  await page.locator('#fw-announcer').waitFor({ state: 'attached' })
  await page.evaluate(() => document.body.insertAdjacentHTML('afterbegin', '<a href="/arrival">Arrive</a>'))
  const fetched = page.waitForResponse('**/arrival')
  await page.getByText('Arrive').hover()
  await fetched
  return page
}

const calls: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  async 'an api'(page) {
    await page.getByRole('button', { name: 'pay', exact: true }).click()
    await page.locator('output', { hasText: 'done' }).waitFor()
  },
  async 'an api that an agent calls'(page) {
    await call(page, 'api.shop.order', { item: 'tea' })
  },
  async 'a form'(page) {
    await page.getByLabel('Item').fill('tea')
    // The api that is called after the form never responds.
    await page.route('**/shop.pay', () => {})
    const after = page.waitForRequest('**/shop.pay')
    await page.getByRole('button', { name: 'Order', exact: true }).click()
    await after
  },
  async 'a form that an agent sends'(page) {
    await clickAsAgent(page, 'Send')
  },
}
const paths: Readonly<Record<string, string>> = {
  'a form': '/waits',
  'a form that an agent sends': '/forms',
}

test.each(Object.keys(calls))('a prefetched page is fetched again after %s', async (name) => {
  const page = await rest(paths[name] ?? '/loads')
  await calls[name]?.(page)
  await page.getByText('Arrive').click()
  await page.getByRole('heading', { name: 'Arrival' }).waitFor()
  expect(requests).toBe(2)
})

test('a prefetched page is shown if nothing has been called', async () => {
  const page = await rest('/loads')
  await page.getByText('Arrive').click()
  await page.getByRole('heading', { name: 'Arrival' }).waitFor()
  expect(requests).toBe(1)
})
