/** Forms in a browser without the Navigation API: the browser sends them itself, without headers of the page. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { createGuardedApis } from '../../http/guarded-apis.ts'
import { AGENT_WAYS } from '../agent-app/send-ways.ts'
import { agentPages } from '../agent-pages.ts'

const { probe, callers, clear } = createGuardedApis()
beforeEach(clear)

const pages = agentPages({
  middleware: async ({ method, url }) => {
    if (method === 'POST' && new URL(url).pathname === '/roots') await probe({})
    return undefined
  },
})

async function withoutNavigation(page: Page): Promise<void> {
  // For two seconds, the cookie of an agent's form marks the forms of every page.
  await page.context().clearCookies()
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'navigation')
  })
}

async function open(): Promise<Page> {
  const page = await pages.open('/roots', withoutNavigation)
  await page.locator('[data-ready=true]').waitFor()
  expect(await page.evaluate(() => 'navigation' in window)).toBe(false)
  return page
}

function watchCalls() {
  const before = pages.server.audit.length
  return () => pages.server.audit.slice(before).map(({ tool, origin }) => `${origin} ${tool}`)
}

test.each(AGENT_WAYS)('a form that an agent submits has agent origin, also in middleware: %s', async (by) => {
  const page = await open()
  const calls = watchCalls()
  await page.evaluate((way) => window.fw?.call('Roots.send', { by: way }), by).catch(() => undefined)
  await expect.poll(calls).toContain('agent api.shop.pay')
  expect(callers).toEqual(['agent without a user'])
})

test.each(AGENT_WAYS)("a user's form has human origin, also in middleware: %s", async (by) => {
  const page = await open()
  await page.evaluate(() => window.fw?.call('Roots.idle', {}))
  const calls = watchCalls()
  await page.getByRole('button', { name: `by ${by}`, exact: true }).click()
  await expect.poll(calls).toContain('human api.shop.pay')
  expect(callers).toEqual(['human without a user'])
})
