/** The script of pages, under brotli: what a page loads until its islands are interactive, and after that. */
import { type Chromium, launchChromium } from '../browser/chromium.ts'
import { type LoadedScript, measureScripts } from '../browser/script-bytes.ts'
import { startShop } from '../browser/shop-app.ts'
import { buildIslandsApp, ISLANDS_SERVER } from './islands-row.ts'
import { buildAstroPage, buildSolidStartPage } from './peers.ts'
import { type BenchOptions, formatValue, KB, type Log, type Measure, type Result, toResult } from './result.ts'
import { withServers } from './rig/server-load.ts'
import { OWN_NODE, runOn } from './runtimes.ts'

const FILES: Measure = { unit: 'files', better: 'lower' }
const KIB = 1024

/** Pages of tests/bench/apps/islands, and the text of their button after it was pressed. */
const PAGES = {
  counter: { path: '/one', press: 'Seen 3 times', shows: 'Seen 4 times' },
  'island that calls an api': { path: '/search', press: 'Search', shows: 'Blue cup' },
  'store and intent': { path: '/basket', press: '0 cups', shows: '1 cups' },
} as const

/** The navigation runtime loads when the page is idle. */
const NAVIGATION = /navigat|follow-links|next-page/
const FORMS = /forms-/

/** Sizes are the same in each round, so they are measured once. */
export async function measureBytes({ peers }: BenchOptions, log: Log): Promise<readonly Result[]> {
  buildIslandsApp()
  const commands = [...runOn([OWN_NODE], ISLANDS_SERVER), ...(peers ? [buildAstroPage(), buildSolidStartPage()] : [])]
  const chromium = await launchChromium()
  const shop = await startShop()
  try {
    return await withServers(commands, async ([fw, ...others]) => {
      const results: Result[] = []
      const add = (measure: string, value: number, { contender = 'fw', unit = KB } = {}) => {
        results.push(toResult({ row: 'bytes', measure, contender, runtime: 'Chromium', ...unit, values: [value] }))
        log(`bytes  ${contender}: ${measure} ${formatValue(value, unit.unit)}`)
      }
      const sizes = new Map<string, number>()
      for (const [name, { path, press, shows }] of Object.entries(PAGES)) {
        const scripts = await loadPage(chromium, `${fw?.server.url}${path}`, press, shows)
        sizes.set(name, sum(scripts, isIsland))
        add(name, sum(scripts, isIsland))
        if (name === 'counter')
          add(
            'navigation',
            sum(scripts, ({ name }) => NAVIGATION.test(name)),
          )
      }
      add('store and intent over the counter', (sizes.get('store and intent') ?? 0) - (sizes.get('counter') ?? 0))
      const product = await loadPage(chromium, `${shop.url}/products/stoneware-mug`, 'Add to cart', '1 in your cart.')
      add('shop product page', sum(product, isIsland))
      add('files of the shop product page', product.filter((one) => isIsland(one) && one.name !== 'inline').length, {
        unit: FILES,
      })
      for (const { name: contender, server } of others) {
        const scripts = await loadPage(chromium, `${server.url}/`, 'Seen 3 times', 'Seen 4 times')
        add(
          'counter',
          sum(scripts, () => true),
          { contender },
        )
      }
      return results
    })
  } finally {
    await shop.close()
    await chromium.close()
  }
}

async function loadPage(
  chromium: Chromium,
  url: string,
  press: string,
  shows: string,
): Promise<readonly LoadedScript[]> {
  const page = await chromium.context.newPage()
  try {
    return await measureScripts(page, async () => {
      await page.goto(url)
      await page.waitForFunction(() => document.querySelector('fw-island:not([ok])') === null)
      await page.getByRole('button', { name: press }).click()
      await page.getByText(shows).waitFor()
    })
  } finally {
    await page.close()
  }
}

function isIsland({ name }: LoadedScript): boolean {
  return !NAVIGATION.test(name) && !FORMS.test(name)
}

function sum(scripts: readonly LoadedScript[], counts: (script: LoadedScript) => boolean): number {
  return scripts.filter(counts).reduce((bytes, one) => bytes + one.bytes, 0) / KIB
}
