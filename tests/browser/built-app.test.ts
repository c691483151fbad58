import { afterAll, beforeAll, expect, test } from 'vitest'
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

test('an island of a production build hydrates, counts and calls its api', async () => {
  const { ok, log } = await buildApp(app.root)
  expect(ok, log).toBe(true)
  const built = await startBuilt(app.root)
  await useCounter(built.url)
  await built.stop()
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
    app.edit('src/components/counter.tsx', 'load\n', 'fetch\n')
    await page.getByRole('button', { name: 'fetch' }).waitFor()
    await listens(3)
    app.edit('src/styles.css', 'font-family: system-ui', 'color: rgb(1, 2, 3)')
    await page.waitForFunction(() => getComputedStyle(document.body).color === 'rgb(1, 2, 3)')
    await page.close()
  } finally {
    await dev.stop()
  }
})
