/** Hydration mismatches on the real `fw dev`: components that render something else in the browser, and ones that don't. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DevErrorList } from '../../../compiler/src/overlay/dev-error.ts'
import type { Running } from '../../cli/support/fixture.ts'
import { type WrittenApp, writeApp } from '../../cli/support/written-app.ts'
import { type Chromium, launchChromium, type OpenPage } from '../chromium.ts'
import { MATCH_PAGES, MISMATCHES, writeFiles } from './hydration-parts.ts'

let app: WrittenApp
let dev: Running
let chromium: Chromium
beforeAll(async () => {
  app = writeApp(writeFiles())
  ;[dev, chromium] = await Promise.all([app.dev(), launchChromium()])
})
afterAll(async () => {
  await chromium?.close()
  await dev?.stop('SIGINT')
  app?.remove()
})

async function listErrors(path: string) {
  const { errors } = (await (await fetch(new URL('/_fw/dev/errors', dev.url))).json()) as DevErrorList // its format
  return errors.filter((error) => error.path === path)
}

async function openPage(path: string) {
  const opened = await chromium.open(new URL(path, dev.url).href)
  await opened.page.locator('fw-island:not([ok],[err])').first().waitFor({ state: 'detached' })
  return opened
}

/**
 * Returns the events of a page from which reports are made. They are dispatched while islands hydrate: none is left out once
 * the frame after that is shown.
 */
async function listReportEvents(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    return (window as unknown as { reportEvents: string[] }).reportEvents
  })
}

/** Runs in a page before its code. */
function recordReportEvents(): void {
  const reportEvents: string[] = []
  Object.assign(window, { reportEvents })
  for (const type of ['error', 'unhandledrejection', 'fw:error', 'fw:mismatch', 'fw:call-error'])
    addEventListener(type, () => reportEvents.push(type))
}

describe('a mismatch is named in the console and in the overlay', () => {
  test.each(Object.entries(MISMATCHES))('%s', async (name, { message, server, browser }) => {
    const { page, logs } = await openPage(`/bad-${name}`)
    await page.getByRole('dialog').getByRole('heading', { name: message }).waitFor()
    const pres = await page.getByRole('dialog').locator('pre').allTextContents()
    expect(pres.slice(0, 2)).toEqual([server, browser])
    const logged = `[fw] ${message}\nServer:  ${server}\nBrowser: ${browser}`
    expect(logs).toContainEqual(expect.stringContaining(logged))
    const errors = await listErrors(`/bad-${name}`)
    expect(errors.map((error) => [error.name, error.message, error.island?.file])).toEqual([
      ['HydrationMismatch', message, `src/components/bad-${name}.tsx`],
    ])
    expect(errors[0]?.frames.find(({ isApp }) => isApp)?.file ?? `src/components/bad-${name}.tsx`).toBe(
      `src/components/bad-${name}.tsx`,
    )
    await page.close()
  })
})

describe('what hydrates as the server sent it is not reported', () => {
  const REPORT = /\[fw\]|error|Hydration/i
  beforeAll(() => chromium.context.addInitScript(recordReportEvents))

  describe.each(Object.entries(MATCH_PAGES))('in the page %s', (path, names) => {
    let opened: OpenPage
    beforeAll(async () => {
      opened = await openPage(path)
      // The server sends it last.
      if (names.includes('slow')) await opened.page.locator('#good-slow').getByText('late').waitFor()
    })
    afterAll(() => opened?.page.close())

    test.each(names)('%s', async (name) => {
      expect(await opened.page.locator(`#good-${name} fw-island[ok]`).count()).toBe(1)
      const errors = await listErrors(path)
      expect(errors.filter(({ island }) => island?.file === `src/components/good-${name}.tsx`)).toEqual([])
    })

    test('nothing else', async () => {
      expect(await listReportEvents(opened.page)).toEqual([])
      expect(opened.logs.filter((line) => REPORT.test(line))).toEqual([])
      expect(await listErrors(path)).toEqual([])
      expect(await opened.page.locator('fw-dev-overlay').count()).toBe(0)
    })
  })

  test('page', async () => {
    const { page, logs } = await openPage('/good-page')
    expect(await listReportEvents(page)).toEqual([])
    expect(logs.filter((line) => REPORT.test(line))).toEqual([])
    expect(await listErrors('/good-page')).toEqual([])
    expect(await page.locator('fw-dev-overlay').count()).toBe(0)
    await page.getByRole('link').click()
    await page.waitForURL('**/good')
    await page.locator('fw-island[ok]').first().waitFor()
    expect(logs.filter((line) => REPORT.test(line))).toEqual([])
    await page.close()
  })
})
