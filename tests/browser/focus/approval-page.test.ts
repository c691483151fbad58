import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { FwServerOptions } from '../../../runtime/src/server.ts'
import { clickAsAgent } from '../agent/act-as-agent.ts'
import { agentPages } from '../agent-pages.ts'

const followed = agentPages()
const loaded = agentPages({ navigation: { spa: false } } as FwServerOptions)

const open = async (pages: typeof followed, prepare?: (page: Page) => Promise<unknown>) => {
  const page = await pages.open('/again', prepare)
  await page.locator('[data-ready=true]').waitFor()
  return page
}
const withoutNavigation = (page: Page) =>
  page.addInitScript(() => {
    Reflect.deleteProperty(window, 'navigation')
  })

async function goOnWriting(pages: typeof followed, page: Page) {
  await page.getByLabel('other note').click()
  await page.keyboard.type('some ')
  await clickAsAgent(page, 'Send the form').catch(() => undefined)
  await page.waitForURL('**/_fw/proposals?id=*', { timeout: 4_000 }).catch(() => undefined)
  const url = new URL(page.url()).pathname
  // The person goes on: a word, the next field, Enter.
  await page.keyboard.type('tea', { delay: 40 })
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForTimeout(700)
  return { url, ran: [...pages.server.ran] }
}

describe("the page of an approval isn't approved by the keys of a person who goes on writing", () => {
  test('in an app that follows links', async () => {
    const page = await open(followed)
    expect((await goOnWriting(followed, page)).ran).toEqual([])
  })
  test('where each page is a document', async () => {
    const page = await open(loaded)
    expect((await goOnWriting(loaded, page)).ran).toEqual([])
  })
  test('in a browser without the Navigation API', async () => {
    const page = await open(followed, withoutNavigation)
    expect((await goOnWriting(followed, page)).ran).toEqual([])
  })
})
