/** Pending calls of a page in which another user signs in: a form or a navigation within the app keeps the document. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { FwServerOptions } from '../../../runtime/src/server.ts'
import { agentPages, openShadows } from '../agent-pages.ts'
import { call } from './act-as-agent.ts'

const readUser = (request: Request) => /user=(\w+)/.exec(request.headers.get('cookie') ?? '')?.[1]
const pages = agentPages({
  approvals: 'signed-in',
  ctxFor: (request: Request) => {
    const userId = readUser(request)
    return userId === undefined ? {} : { userId }
  },
} as FwServerOptions) // the rest is the app's

const signIn = (page: Page, user: string) =>
  page.context().addCookies([{ name: 'user', value: user, url: pages.server.url }])

/** Opens the page as Ann, with a call of an api and a call of the page that are pending. */
async function openWithCalls(): Promise<Page> {
  const page = await pages.open('/loads', async (opened) => {
    await signIn(opened, 'ann')
    await openShadows(opened)
  })
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    const states: string[] = []
    Object.assign(window, { states })
    document.addEventListener('fw:proposal', (event) => {
      const { detail } = event as CustomEvent<{ readonly tool: string; readonly state: string }> // of the panel
      if (detail.state !== 'pending') states.push(`${detail.tool} ${detail.state}`)
    })
  })
  await call(page, 'api.shop.pay', { cents: 77 })
  await call(page, 'Loads.guarded')
  await expect.poll(() => page.locator('fw-approval article').count()).toBe(2)
  expect((await page.locator('fw-approval article').allTextContents()).join()).toContain('77')
  await page.getByRole('button', { name: 'Decide later' }).click()
  await page.getByRole('button', { name: '2 calls pending approval' }).waitFor()
  return page
}

const readStates = (page: Page) => page.evaluate(() => (window as unknown as { states: string[] }).states)

const WAYS = {
  form: (page: Page) => page.getByRole('button', { name: 'form', exact: true }).click(),
  link: (page: Page) => page.getByText('next page').click(),
  'another tab': async (page: Page) => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  },
}

test.each(Object.entries(WAYS))(
  'the next user neither sees nor approves the calls of the last one: %s',
  async (_, go) => {
    const page = await openWithCalls()
    await signIn(page, 'bob')
    await go(page)
    await expect.poll(() => page.locator('fw-approval article').count()).toBe(0)
    expect(await page.locator('fw-approval').evaluate(({ shadowRoot }) => shadowRoot?.textContent)).not.toContain('77')
    expect(await page.getByRole('button', { name: /pending approval/ }).count()).toBe(0)
    expect((await readStates(page)).sort()).toEqual(['Loads.guarded expired', 'api.shop.pay expired'])
    // The calls of the next user are shown.
    await call(page, 'api.shop.pay', { cents: 78 })
    await expect.poll(() => page.locator('fw-approval article').count()).toBe(1)
  },
)

test('the calls of a user remain after forms and navigations', async () => {
  const page = await openWithCalls()
  for (const go of [WAYS.form, WAYS.link]) {
    const checked = page.waitForResponse((response) => response.url().endsWith('/_fw/proposals?id='))
    await go(page)
    expect((await checked).headers()['x-fw-user']).toMatch(/^[\w-]{43}$/)
  }
  await page.waitForTimeout(300)
  expect(await page.locator('fw-approval article').count()).toBe(2)
  expect(await readStates(page)).toEqual([])
})
