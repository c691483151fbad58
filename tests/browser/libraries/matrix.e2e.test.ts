/**
 * The libraries that apps use with this framework, one page each (`app/`, with packages of its own): rendered on the
 * server, hydrated, and used, in a build and in dev.
 */
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installLocked } from '../../../scripts/packages/install-locked.mjs'
import { type Running, runFw, startFw } from '../../cli/support/fixture.ts'
import { type Chromium, launchChromium } from '../chromium.ts'

const APP = fileURLToPath(new URL('./app', import.meta.url))

interface Library {
  /** Path of its page. */
  readonly path: string
  /** Part of the page before any script runs. */
  readonly html: RegExp
  /** Uses it as a visitor. */
  use(page: Page): Promise<void>
}

const LIBRARIES: Readonly<Record<string, Library>> = {
  Kobalte: {
    path: '/kobalte',
    html: /role="tab"[^>]*>Tea<\/button>.*<output[^>]*>off<\/output>.*Assam/s,
    async use(page) {
      await page.getByRole('tab', { name: 'Coffee' }).click()
      await page.getByText('Brew it.').waitFor()
      await page.getByRole('switch', { name: 'Sound' }).press('Space')
      await page.getByText('on', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Choose a tea' }).click()
      await page.getByRole('option', { name: 'Oolong' }).click()
      await page.getByText('Tea: Oolong').waitFor()
      await useDialog(page, 'A dialog of Kobalte')
    },
  },
  'a menu of Kobalte that only its handlers make an island': {
    path: '/kobalte-menu',
    html: /<fw-island[^>]*><button[^>]*>Colors<\/button>/,
    async use(page) {
      await page.getByRole('button', { name: 'Colors' }).click()
      await page.getByRole('menuitem', { name: 'Light or dark' }).click()
      await page.locator('html.dark').waitFor()
    },
  },
  'Ark UI': {
    path: '/ark',
    html: /data-part="item-trigger"[^>]*>How long\?<\/button>.*Three minutes\..*Pots: /s,
    async use(page) {
      await page.getByRole('button', { name: 'How hot?' }).click()
      await page.getByText('Eighty degrees.').waitFor()
      await page.getByRole('button', { name: 'increment' }).click()
      await page.getByText('Pots: 2').waitFor()
      await useDialog(page, 'A dialog of Ark UI')
    },
  },
  corvu: {
    path: '/corvu',
    html: /aria-expanded="true"[^>]*>Tea<\/button>.*Steep it\./s,
    async use(page) {
      await page.getByRole('button', { name: 'Coffee' }).click()
      await page.getByText('Brew it.').waitFor()
      await useDialog(page, 'A dialog of corvu', 'Open dialog')
      await page.getByRole('button', { name: 'Open drawer' }).click()
      await page.getByRole('dialog', { name: 'A drawer of corvu' }).waitFor()
    },
  },
  'solid-sonner': {
    path: '/sonner',
    html: /Bake<\/button>.*<section[^>]* aria-label="Notifications/s,
    async use(page) {
      await page.getByRole('button', { name: 'Bake' }).click()
      await page.getByText('Bread is ready').waitFor()
    },
  },
  'modular-forms': {
    path: '/modular-forms',
    html: /<input name="email" value=""\/?>/,
    async use(page) {
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByText('Write an address.').waitFor()
      await page.getByLabel('Address').fill('ada@example.org')
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByText('Sent to ada@example.org').waitFor()
    },
  },
  'TanStack Query': { path: '/solid-query', html: /<li[^>]*>Assam<\/li><li[^>]*>Sencha<\/li>/, use: brew },
  'TanStack Table': { path: '/solid-table', html: /Sencha<\/td>.*2.* min.*Assam<\/td>/s, use: sortTeas },
  'TanStack Form': { path: '/solid-form', html: /<input value="Assam"/, use: orderTea },
  'TanStack Virtual': { path: '/solid-virtual', html: /Row (?:<!--\$-->)?5/, use: scrollRows },
  'solid-icons': {
    path: '/solid-icons',
    html: /<h1[^>]*>.*<svg[^>]* viewBox="0 0 1024 1024".*Ring.*<\/button>/s,
    async use(page) {
      await page.getByRole('button', { name: 'Ring' }).click()
      await page.locator('svg.bell[viewBox="0 0 1024 1024"]').waitFor()
    },
  },
  'lucide-solid': {
    path: '/lucide-solid',
    html: /<svg[^>]* class="lucide [^"]*leaf.*<svg[^>]* class="lucide [^"]*sun/s,
    use: changeTheme,
  },
  motion: {
    path: '/motion',
    html: /class="box"[^>]*>A box</,
    async use(page) {
      await page.getByRole('button', { name: 'Slide' }).click()
      await expect.poll(() => page.locator('.box').getAttribute('style')).toContain('translateX(80px)')
    },
  },
  'solid-motionone': { path: '/solid-motionone', html: /class="panel[^>]*>A panel</, use: togglePanel },
  'motion-solid': { path: '/motion-solid', html: /class="panel[^>]*>A panel</, use: togglePanel },
  'solid-dnd': { path: '/solid-dnd', html: /Boil<\/li>.*Pour<\/li>.*Steep<\/li>/s, use: sortSteps },
  'dnd-kit for Solid': { path: '/dnd-kit-solid', html: /Boil<\/li>.*Pour<\/li>.*Steep<\/li>/s, use: sortSteps },
  Radix: {
    path: '/radix',
    html: /<button[^>]* aria-expanded="true"[^>]*>Tea<\/button>.*Steep it\..*Sound .*off/s,
    async use(page) {
      await page.getByRole('button', { name: 'Coffee' }).click()
      await page.getByText('Brew it.').waitFor()
      await page.getByRole('switch', { name: 'Sound' }).click()
      await page.getByText('Sound on').waitFor()
      await useDialog(page, 'A dialog of Radix')
    },
  },
  'shadcn/ui': {
    path: '/shadcn',
    html: /<button data-slot="button" class="inline-flex rounded border bg-white px-2">Orders: .*<a href="\/kobalte"[^>]* class="inline-flex/s,
    async use(page) {
      await page.getByRole('button', { name: 'Orders: 0' }).click()
      await page.getByRole('button', { name: 'Orders: 1' }).waitFor()
      await page.getByRole('tab', { name: 'Coffee' }).click()
      await page.getByText('Brew it.').waitFor()
    },
  },
  'TanStack Query for React': { path: '/react-query', html: /<li>Assam<\/li><li>Sencha<\/li>/, use: brew },
  'TanStack Table for React': { path: '/react-table', html: /Sencha<\/td>.*2.* min.*Assam<\/td>/s, use: sortTeas },
  'TanStack Form for React': { path: '/react-form', html: /<input value="Assam"/, use: orderTea },
  'TanStack Virtual for React': { path: '/react-virtual', html: /Row 5/, use: scrollRows },
  Recharts: {
    path: '/recharts',
    // Recharts measures its elements: it draws in the browser alone.
    html: /<div[^>]* class="recharts-wrapper"/,
    async use(page) {
      await page.locator('.recharts-bar-rectangle').nth(1).waitFor()
      await page.getByRole('button', { name: 'Add' }).click()
      await page.locator('.recharts-bar-rectangle').nth(2).waitFor()
    },
  },
  'motion for React': { path: '/motion-react', html: /class="panel"[^>]*>A panel</, use: togglePanel },
  'dnd-kit for React': { path: '/dnd-kit', html: /Boil<\/li>.*Pour<\/li>.*Steep<\/li>/s, use: sortSteps },
  'lucide-react': { path: '/lucide-react', html: /<svg[^>]* class="lucide [^"]*sun/, use: changeTheme },
}

async function useDialog(page: Page, name: string, trigger = 'Open'): Promise<void> {
  await page.getByRole('button', { name: trigger, exact: true }).click()
  const dialog = page.getByRole('dialog', { name })
  await dialog.waitFor()
  await dialog.getByRole('button', { name: /close|dismiss/i }).click()
  await dialog.waitFor({ state: 'hidden' })
}

async function brew(page: Page): Promise<void> {
  const pots = page.locator('li')
  const before = await pots.count()
  await page.getByRole('button', { name: 'Brew' }).click()
  await expect.poll(() => pots.count()).toBe(before + 1)
  expect(await pots.last().textContent()).toBe('Oolong')
}

async function sortTeas(page: Page): Promise<void> {
  const first = page.locator('tbody td').first()
  expect(await first.textContent()).toBe('Sencha')
  await page.getByRole('button', { name: 'Tea' }).click()
  await expect.poll(() => first.textContent()).toBe('Assam')
}

async function orderTea(page: Page): Promise<void> {
  await page.getByLabel('Tea').fill('Ya')
  await page.getByText('Write three letters or more.').waitFor()
  await page.getByLabel('Tea').fill('Oolong')
  await page.getByRole('button', { name: 'Order' }).click()
  await page.getByText('Ordered Oolong').waitFor()
}

async function scrollRows(page: Page): Promise<void> {
  await page.getByText('Row 5', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Go to row 700' }).click()
  await page.getByText('Row 700', { exact: true }).waitFor()
}

async function changeTheme(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.locator('svg.moon path').first().waitFor({ state: 'attached' })
  expect(await page.locator('svg.sun').count()).toBe(0)
}

async function togglePanel(page: Page): Promise<void> {
  const panel = page.getByText('A panel')
  await panel.waitFor()
  await page.getByRole('button', { name: 'Toggle' }).click()
  await panel.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Toggle' }).click()
  await expect.poll(() => panel.evaluate((element) => getComputedStyle(element).opacity)).toBe('1')
}

async function sortSteps(page: Page): Promise<void> {
  const steps = page
    .getByRole('listitem')
    .or(page.getByRole('button'))
    .filter({ hasText: /^(?:Boil|Pour|Steep)$/ })
  const from = await steps.first().boundingBox()
  const to = await steps.last().boundingBox()
  if (from === null || to === null) throw new Error('The steps are not visible.')
  await page.mouse.move(from.x + 20, from.y + from.height / 2)
  await page.mouse.down()
  // Sensors ignore a press that is short or doesn't move.
  await page.waitForTimeout(300)
  await page.mouse.move(from.x + 22, from.y + from.height, { steps: 5 })
  await page.mouse.move(to.x + 22, to.y + to.height / 2 + 2, { steps: 10 })
  await page.waitForTimeout(100)
  await page.mouse.up()
  await expect.poll(() => steps.allTextContents()).toEqual(['Pour', 'Steep', 'Boil'])
}

/** Messages of a page that works: of Vite's client in dev, and React's advice to install its tools. */
const EXPECTED = /^(?:debug: \[vite\]|info: .*React DevTools)/

let chromium: Chromium
beforeAll(async () => {
  installLocked(APP)
  chromium = await launchChromium()
}, 300_000)
afterAll(() => chromium?.close())

function testLibraries(serve: () => Promise<Running>, signal: NodeJS.Signals): void {
  let served: Running
  beforeAll(async () => {
    served = await serve()
  }, 600_000)
  afterAll(() => served?.stop(signal))

  test.each(Object.entries(LIBRARIES))('%s', { timeout: 60_000 }, async (_, { path, html, use }) => {
    const logged = served.log().length
    const response = await fetch(served.url + path)
    expect(response.status).toBe(200)
    expect(await response.text()).toMatch(html)
    const { page, logs, requests } = await chromium.open(served.url + path)
    try {
      await page.locator('fw-island[ok]').first().waitFor({ state: 'attached' })
      await expect.poll(() => page.locator('fw-island:not([ok])').count()).toBe(0)
      // The page contains the data of its queries.
      expect(requests.filter((sent) => sent.startsWith('/_fw/api/'))).toEqual([])
      await use(page)
      expect(logs.filter((line) => !EXPECTED.test(line))).toEqual([])
      expect(served.log().slice(logged)).not.toMatch(/error|warn/i)
    } finally {
      await page.close()
    }
  })
}

describe('in a build', () => {
  testLibraries(async () => {
    const { code, stdout, stderr } = await runFw(APP, ['build'])
    if (code !== 0) throw new Error(`fw build ended with ${code}:\n${stdout}\n${stderr}`)
    return startFw(APP, ['start', '--port', '0'])
  }, 'SIGTERM')
})

describe('in dev', () => {
  testLibraries(async () => {
    const served = await startFw(APP, ['dev', '--port', '0'])
    await visitAll(served.url)
    return served
  }, 'SIGINT')
})

/** Vite bundles the packages of a page at its first visit, and then reloads the page. */
async function visitAll(url: string): Promise<void> {
  for (const { path } of Object.values(LIBRARIES)) {
    const { page } = await chromium.open(url + path, { waitUntil: 'commit' })
    await page.locator('fw-island[ok]').first().waitFor({ state: 'attached', timeout: 90_000 })
    await page.waitForFunction("document.querySelector('fw-island:not([ok])') === null", undefined, { timeout: 30_000 })
    await page.close()
  }
}
