import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnalysisReport } from '../../../compiler/src/report/analysis-report.ts'
import {
  type AppCopy,
  buildApp,
  copyFixture,
  type DevProcess,
  startBuilt,
  startDev,
} from '../../compiler/build/app-copy.ts'
import { type Chromium, launchChromium } from '../chromium.ts'
import { auditHtml, runAxe } from '../page-audit.ts'

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
    const { ok, log } = await buildApp(app.root, true)
    expect(ok, log).toBe(true)
    built = await startBuilt(app.root)
  })
  afterAll(() => built?.stop())

  test('its report is one page: a map of scripts, why islands are islands, contracts; in light and dark, small and large', async () => {
    const html = app.read('.fw/analyze.html')
    expect(await auditHtml(html, 'analyze.html')).toEqual([])
    const { page, logs, requests } = await chromium.open(`file://${app.path('.fw/analyze.html')}`)
    const { analysis } = JSON.parse(app.read('.fw/analyze.json')) as { analysis: AnalysisReport }
    const summary = page.locator('#summary')
    await expect.poll(() => summary.textContent()).toMatch(new RegExp(`^${analysis.scripts.length} scripts, `))
    const areaOf = (file: string) =>
      page.locator(`.script[title^="${file}:"]`).evaluate((tile) => tile.clientWidth * tile.clientHeight)
    const [first, , third] = analysis.scripts
    const share = (await areaOf(first?.file ?? '')) / (await areaOf(third?.file ?? ''))
    expect(share / ((first?.sizes.brotli ?? 0) / (third?.sizes.brotli ?? 1))).toBeCloseTo(1, 0)
    // The tiles of a script are its modules.
    expect(await page.locator(`.script[title^="${first?.file}:"] .tile`).count()).toBe(
      first?.modules.filter(({ bytes }) => bytes > 0).length,
    )
    await page.getByLabel('Scripts of').selectOption({ label: '/about' })
    await expect.poll(() => summary.textContent()).toMatch(/^1 scripts?, /)
    await page.getByLabel('Scripts of').selectOption({ label: 'Counter (src/components/counter.tsx)' })
    const counter = analysis.islands.find(({ name }) => name === 'Counter')
    await expect
      .poll(() => summary.textContent())
      .toContain(`${((counter?.js.brotli ?? 0) / 1000).toFixed(2)} kB together`)
    const row = page.getByRole('row', { name: /^Counter/ })
    for (const reason of counter?.reasons ?? []) expect(await row.textContent()).toContain(reason)
    await page
      .getByRole('row', { name: /^api\.notes\.list/ })
      .getByText(/^Contract, \d+ B in/)
      .click()
    await page.getByText('"limit"').first().waitFor()
    await page.getByText('There is no earlier build to compare with.').waitFor()
    const about = page
      .getByRole('region', { name: /^How the pages of each route/ })
      .getByRole('row', { name: /^\/about/ })
    expect(await about.textContent()).toContain('none: rendered for every visitorprivate, no-store')
    await page.getByText('1 imported').click()
    await page.getByText('src/server/notes.ts').waitFor()
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [390, 1280]) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 900 })
        // The contrast of content beyond the edge of a scrolling table is checked at the other width.
        const found = (await runAxe(page)).filter((line) => width === 1280 || !line.startsWith('color-contrast?'))
        expect(found, `${colorScheme} ${width}`).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      }
    expect(logs).toEqual([])
    expect(requests).toHaveLength(1)
    expect(html).not.toContain(app.root)
    await page.close()
  })

  test('has an island that hydrates, counts and calls its api', () => useCounter(built.url))

  test('CNV-11 CFG-36 src/client.ts runs once in every document, and links are followed as configured', async () => {
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
