/** Hydration mismatches on the real `fw dev`: components that render something else in the browser, and ones that don't. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DevErrorList } from '../../../compiler/src/overlay/dev-error.ts'
import type { Running } from '../../cli/support/fixture.ts'
import { type WrittenApp, writeApp } from '../../cli/support/written-app.ts'
import { type Chromium, launchChromium } from '../chromium.ts'
import { MATCHES, MISMATCHES, writeFiles } from './hydration-parts.ts'

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
  await expect.poll(() => opened.page.locator('fw-island:not([ok],[err])').count()).toBe(0)
  return opened
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
  test.each([...Object.keys(MATCHES), 'page'])('%s', async (name) => {
    const { page, logs } = await openPage(`/good-${name}`)
    await page.waitForTimeout(500)
    expect(logs.filter((line) => /\[fw\]|error|Hydration/i.test(line))).toEqual([])
    expect(await listErrors(`/good-${name}`)).toEqual([])
    expect(await page.locator('fw-dev-overlay').count()).toBe(0)
    if (name === 'page') {
      await page.getByRole('link').click()
      await page.waitForURL('**/good-lists')
      await page.locator('fw-island[ok]').first().waitFor()
      expect(logs.filter((line) => /\[fw\]|error|Hydration/i.test(line))).toEqual([])
    }
    await page.close()
  })
})
