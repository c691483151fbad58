import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AppCopy,
  buildApp,
  copyFixture,
  type DevProcess,
  startBuilt,
  startDev,
} from '../compiler/build/app-copy.ts'
import { type Chromium, launchChromium } from './chromium.ts'

let app: AppCopy
let chromium: Chromium
beforeAll(async () => {
  app = copyFixture()
  app.write('src/client.ts', 'document.documentElement.className += "I"\n')
  app.edit('fw.config.ts', "data: 'memory'", "data: 'memory', navigation: { prefetch: false, viewTransitions: true }")
  chromium = await launchChromium()
})
afterAll(async () => {
  await chromium?.close()
  app?.remove()
})

/** Hydrates the counter, clicks it, and lets it call the api. */
async function useCounter(url: string): Promise<void> {
  const { page, logs } = await chromium.open(url)
  await page.locator('fw-island[ok]').waitFor()
  await page.getByRole('button', { name: 'count 3' }).click()
  await page.getByRole('button', { name: 'count 4' }).waitFor()
  await page.getByRole('button', { name: 'load' }).click()
  await page.getByRole('button', { name: 'count 2' }).waitFor()
  expect(logs.filter((line) => !line.startsWith('debug: [vite]'))).toEqual([])
  await page.close()
}

describe('a production build', () => {
  let built: Awaited<ReturnType<typeof startBuilt>>
  beforeAll(async () => {
    const { ok, log } = await buildApp(app.root)
    expect(ok, log).toBe(true)
    built = await startBuilt(app.root)
  })
  afterAll(() => built?.stop())

  test('has an island that hydrates, counts and calls its api', () => useCounter(built.url))

  test('CNV-11 CFG-36 src/client.ts runs once in every document, and links are followed as the configuration says', async () => {
    const { page, logs } = await chromium.open(`${built.url}about`)
    const runs = () => page.locator('html').getAttribute('class')
    await expect.poll(runs).toBe('I')
    expect(await page.locator('fw-island').count()).toBe(0)
    await page.locator('#fw-announcer').waitFor({ state: 'attached' })
    await page.evaluate(() => {
      const start = document.startViewTransition.bind(document)
      document.startViewTransition = (update) => {
        document.documentElement.dataset.moved = 'yes'
        return start(update)
      }
      const link = document.createElement('a')
      link.href = '/'
      link.text = 'home'
      document.body.prepend(link)
    })
    expect(await page.locator('#fw-navigation').evaluate((node) => ({ ...(node as HTMLElement).dataset }))).toEqual({
      transitions: '',
    })
    await page.getByText('home', { exact: true }).click()
    await page.getByText('Welcome home').waitFor()
    await page.locator('fw-island[ok]').waitFor()
    expect(await page.locator('html').getAttribute('data-moved')).toBe('yes')
    expect(await runs()).toBe('I')
    await page.goto(built.url)
    await expect.poll(runs).toBe('I')
    expect(logs).toEqual([])
    await page.close()
  })
})

test('an island of dev does too, and edits of pages, islands and styles reach the open page', async () => {
  const dev: DevProcess = await startDev(app.root)
  try {
    await useCounter(dev.url)
    const { page, logs } = await chromium.open(dev.url)
    // A page hears of edits from when its socket is open, which is after it is shown.
    const listens = (loads: number) =>
      expect
        .poll(() => logs.filter((line) => line.includes('[vite] connected')).length, { timeout: 10_000 })
        .toBe(loads)
    await page.locator('fw-island[ok]').waitFor()
    await listens(1)
    app.edit('src/routes/index.tsx', 'Welcome home', 'Welcome back')
    await page.getByText('Welcome back').waitFor()
    await listens(2)
    await page.locator('fw-island[ok]').waitFor()
    app.edit('src/components/counter.tsx', 'load\n', 'fetch\n')
    await page.getByRole('button', { name: 'fetch' }).waitFor()
    // This one was shown in place.
    await listens(2)
    app.edit('src/styles.css', 'font-family: system-ui', 'color: rgb(1, 2, 3)')
    await page.waitForFunction(() => getComputedStyle(document.body).color === 'rgb(1, 2, 3)')
    await page.close()
  } finally {
    await dev.stop()
  }
})
