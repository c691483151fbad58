import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { FwServerOptions } from '../../../runtime/src/server.ts'
import { call } from '../agent/act-as-agent.ts'
import { agentPages } from '../agent-pages.ts'

const followed = agentPages()
const loaded = agentPages({ navigation: { spa: false } } as FwServerOptions)
type Pages = typeof followed

async function goOn(pages: Pages, page: Page) {
  const before = pages.server.ran.length
  const audited = pages.server.audit.length
  await page.keyboard.type(' Ada and Bob', { delay: 40 })
  await page.keyboard.press('Enter')
  await page.waitForTimeout(500)
  return {
    ran: pages.server.ran.slice(before),
    origins: pages.server.audit.slice(audited).map(({ origin }) => origin),
    focused: await page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent),
  }
}
const isReady = (page: Page) => page.locator('html:not([data-marker]) [data-ready=true]').waitFor()
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-marker', ''))

const KINDS = ['button', 'field', 'code']

describe.each([
  ['an app that follows links', followed],
  ['where each page is a document', loaded],
] as const)('a page that an agent opens: %s', (_name, pages) => {
  test.each(KINDS)('does nothing for a person who continues to write: %s', async (kind) => {
    const page = await pages.open('/again')
    await page.locator('[data-ready=true]').waitFor()
    await page.getByLabel('other note').click()
    await page.keyboard.type('Dear')
    await page.evaluate((to) => void window.fw?.call('ui_navigate', { url: to }), `/next-${kind}`)
    await page.waitForURL(`**/next-${kind}`)
    await page.locator('[data-ready=true]').first().waitFor()
    await page.getByLabel('draft').waitFor()
    await page.waitForTimeout(700)
    expect((await goOn(pages, page)).ran).toEqual([])
  })
})

describe('a page that an agent reloads, in an app that follows links', () => {
  test.each(KINDS)('does nothing for a person who continues to write: %s', async (kind) => {
    const page = await followed.open(`/next-${kind}`)
    await isReady(page)
    await page.getByLabel('draft').click()
    await page.keyboard.type('Dear')
    await mark(page)
    await call(page, 'NextDocument.reload').catch(() => undefined)
    await isReady(page)
    await page.waitForTimeout(700)
    expect((await goOn(followed, page)).ran).toEqual([])
  })
})

describe('a document that an agent loads for a person who did nothing', () => {
  test.each([
    ['by a reload', followed],
    ['by a reload, where each page is a document', loaded],
  ] as const)("has no button that the person's next key presses: %s", async (_way, pages) => {
    const page = await pages.open('/next-button')
    await isReady(page)
    await mark(page)
    await call(page, 'NextDocument.reload').catch(() => undefined)
    await isReady(page)
    await page.waitForTimeout(900)
    const before = pages.server.ran.length
    for (const key of ['Enter', ' ']) await page.keyboard.press(key)
    await page.waitForTimeout(400)
    expect(pages.server.ran.slice(before)).toEqual([])
  })

  test('has a field in which the person can write', async () => {
    const page = await followed.open('/next-field')
    await isReady(page)
    await mark(page)
    await call(page, 'NextDocument.reload').catch(() => undefined)
    await isReady(page)
    await page.getByLabel('reference').click()
    await page.keyboard.type('tea')
    expect(await page.getByLabel('reference').inputValue()).toBe('tea')
  })
})
