/** A newer version of a page that an agent opens: it takes effect when it arrives, perhaps after a person has used the page. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import type { FwServerOptions } from '../../../runtime/src/server.ts'
import { agentPages } from '../agent-pages.ts'
import { call } from './act-as-agent.ts'

/** Requests of the page, with their origin header. */
const requests: (readonly [search: string, origin: string | null])[] = []
const SLOW_MS = 700

const middleware = async (request: Request) => {
  const { pathname, search } = new URL(request.url)
  if (pathname !== '/arrivals/merged') return undefined
  requests.push([search, request.headers.get('x-fw-origin')])
  if (search.includes('slow')) await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
  return undefined
}

const pages = agentPages({ middleware } as FwServerOptions) // the rest is the app's
beforeEach(() => {
  requests.length = 0
})

async function open(search = ''): Promise<Page> {
  const page = await pages.open(`/arrivals/merged${search}`)
  await page.locator('[data-ready=true]').waitFor()
  await page.locator('#fw-announcer').waitFor({ state: 'attached' })
  requests.length = 0
  return page
}

/** An agent opens the page with another query, which takes a while. A person acts in the meantime. */
async function openSlowly(page: Page, query: string, act: () => Promise<unknown>): Promise<void> {
  await page.evaluate((url) => void window.fw?.navigate(url), `/arrivals/merged?slow&cents=666&${query}`)
  await expect.poll(() => requests).toHaveLength(1)
  await act()
  expect(await page.getByText('450 cents').count()).toBe(1)
  await page.getByText('666 cents').waitFor()
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Returns the origins of the calls that an act causes. */
async function listOrigins(page: Page, act: () => Promise<unknown>, ms = 300): Promise<readonly string[]> {
  const before = pages.server.audit.length
  await act()
  await page.waitForTimeout(ms)
  return pages.server.audit.slice(before).map(({ origin }) => origin)
}

describe('a newer version of the page that an agent has opened before a person uses the page', () => {
  test("ends the human origin of the person's timer, which uses its props", async () => {
    const page = await open()
    const act = () => openSlowly(page, '', () => press(page, 'Pay later'))
    expect(await listOrigins(page, act, 1_200)).toEqual(['agent'])
    expect(pages.server.ran).toEqual([])
  })

  test("begins the agent's turn again", async () => {
    const page = await open()
    await openSlowly(page, 'open', () => press(page, 'Nothing'))
    expect(await listOrigins(page, () => page.keyboard.press('Escape'))).toEqual(['agent'])
  })

  test.each(['presses a button', 'does nothing'])(
    'focuses no button, which the next key of the person would press: the person %s',
    async (way) => {
      const page = await open()
      await page.getByRole('button', { name: 'Pay', exact: true }).focus()
      await openSlowly(page, 'asks', async () => way === 'does nothing' || press(page, 'Nothing'))
      await page.waitForTimeout(700)
      expect(await listOrigins(page, () => page.keyboard.press('Enter'))).toEqual([])
    },
  )

  test('leaves the focus to a person who writes', async () => {
    const page = await open()
    await openSlowly(page, '', async () => {
      await page.getByLabel('note').click()
      await page.keyboard.type('te')
    })
    await page.keyboard.type('a')
    expect(await page.getByLabel('note').inputValue()).toBe('tea')
  })

  test("is requested with agent origin when the person's code refreshes the page", async () => {
    const page = await open()
    await openSlowly(page, '', () => press(page, 'Refresh'))
    await expect.poll(() => requests.map(([, origin]) => origin)).toEqual(['agent', 'agent'])
  })
})

describe('a newer version of the page', () => {
  test('that an agent opens has effects with agent origin', async () => {
    const page = await open()
    const navigate = () => page.evaluate(() => window.fw?.navigate('/arrivals/merged?due=300'))
    expect(await listOrigins(page, navigate)).toEqual(['agent'])
    expect(pages.server.ran).toEqual([])
  })

  test('that a person opens has effects with human origin, after an act of an agent', async () => {
    const page = await open()
    await call(page, 'Merged.idle')
    const follow = () => page.getByRole('link', { name: 'Charge' }).click()
    expect(await listOrigins(page, follow, 1_000)).toEqual(['human'])
  })

  test("that a person's code requests is the person's, after an act of an agent", async () => {
    const page = await open()
    await call(page, 'Merged.idle')
    await press(page, 'Refresh')
    await expect.poll(() => requests.map(([, origin]) => origin)).toEqual([null])
  })
})

describe('a page that refreshes itself by a clock, after an act of an agent', () => {
  test('leaves the focus to a person', async () => {
    const page = await open('?polls')
    await call(page, 'Merged.idle')
    await page.getByRole('button', { name: 'Nothing', exact: true }).focus()
    await page.waitForTimeout(700)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Nothing')
    await page.getByLabel('note').click()
    await page.keyboard.type('te')
    await page.waitForTimeout(700)
    await page.keyboard.type('a')
    expect(await page.getByLabel('note').inputValue()).toBe('tea')
  })

  test("doesn't act for the agent: a person's timer", async () => {
    const page = await open('?polls')
    await call(page, 'Merged.idle')
    expect(await listOrigins(page, () => press(page, 'Pay later'), 1_500)).toEqual(['human'])
  })
})
