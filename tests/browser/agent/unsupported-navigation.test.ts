/** Forms in a browser without the Navigation API: the browser sends them itself, without headers of the page. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { createGuardedApis } from '../../http/guarded-apis.ts'
import { AGENT_WAYS } from '../agent-app/send-ways.ts'
import { agentPages } from '../agent-pages.ts'
import { clickAsAgent } from './act-as-agent.ts'

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

/** The form in the closed shadow root has a field that hides `form.method`. */
const addMethodField = (page: Page) =>
  page.addInitScript(() => {
    const { attachShadow } = Element.prototype
    Element.prototype.attachShadow = function (init) {
      const root = attachShadow.call(this, init)
      const field = Object.assign(document.createElement('input'), { type: 'hidden', name: 'method', value: 'card' })
      queueMicrotask(() => root.querySelector('form')?.append(field))
      return root
    }
  })

/** Listeners that were added before those of the agent's tools stop each submit event. */
const stopSubmits = (page: Page) =>
  page.addInitScript(() => addEventListener('submit', (event) => event.stopImmediatePropagation(), true))

async function open(prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await pages.open('/roots', async (opened) => {
    await withoutNavigation(opened)
    await prepare?.(opened)
  })
  await page.locator('[data-ready=true]').waitFor()
  expect(await page.evaluate(() => 'Navigation' in window && window.navigation instanceof Navigation)).toBe(false)
  return page
}

/** An element with this id is `window.navigation` then. */
const addNavigationElement = (page: Page) =>
  page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      document.body.append(Object.assign(document.createElement('nav'), { id: 'navigation' }))
    })
  })

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

test.each(['submit', 'click'])(
  'a form with a field "method" that an agent submits has agent origin: %s',
  async (by) => {
    const page = await open(addMethodField)
    const calls = watchCalls()
    await page.evaluate((way) => window.fw?.call('Roots.send', { by: way }), by).catch(() => undefined)
    await expect.poll(calls).toContain('agent api.shop.pay')
  },
)

test.each(AGENT_WAYS)('an element with the id "navigation" changes no origin: %s', async (by) => {
  const page = await open(addNavigationElement)
  expect(await page.evaluate(() => 'navigation' in window)).toBe(true)
  const calls = watchCalls()
  await page.evaluate((way) => window.fw?.call('Roots.send', { by: way }), by).catch(() => undefined)
  await expect.poll(calls).toContain('agent api.shop.pay')
  expect(callers).toEqual(['agent without a user'])
})

test('a form whose submit event other code stops has the origin of its cause', async () => {
  const page = await open(stopSubmits)
  const calls = watchCalls()
  await clickAsAgent(page, 'Send open').catch(() => undefined)
  await expect.poll(calls).toContain('agent api.shop.pay')
  const next = await open(stopSubmits)
  await next.evaluate(() => window.fw?.call('Roots.idle', {}))
  const later = watchCalls()
  await next.getByRole('button', { name: 'Send open' }).click()
  await expect.poll(later).toContain('human api.shop.pay')
})

test.each(AGENT_WAYS)("a user's form has human origin, also in middleware: %s", async (by) => {
  const page = await open()
  await page.evaluate(() => window.fw?.call('Roots.idle', {}))
  const calls = watchCalls()
  await page.getByRole('button', { name: `by ${by}`, exact: true }).click()
  await expect.poll(calls).toContain('human api.shop.pay')
  expect(callers).toEqual(['human without a user'])
})
